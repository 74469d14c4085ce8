"""The command group, and the one place where an error becomes a sentence."""

import contextlib

import click

from theorysim import __version__
from theorysim.cli import _curve, _derive, _devices, _figures, _list, _report, _show, _validate
from theorysim.cli._sentence import Sentence, extra_of
from theorysim.errors import DomainError, MissingExtra, NotConverged


@contextlib.contextmanager
def _sentences():
    """Turn what a user can cause into one sentence and exit code 2; all else keeps its traceback."""
    try:
        yield
    except (DomainError, NotConverged, MissingExtra) as error:
        raise Sentence(str(error)) from error
    except ModuleNotFoundError as error:
        extra = extra_of(error.name)
        if extra is None:
            raise
        raise Sentence(f"this needs {error.name}: pip install 'theorysim[{extra}]'") from error
    except click.UsageError as error:
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise
        path = error.ctx.command_path if error.ctx is not None else "theorysim"
        raise Sentence(f"{error.format_message()} ('{path} --help' shows an example)") from error
    except OSError as error:
        if error.filename is None:
            raise
        raise Sentence(f"{error.strerror}: {error.filename}") from error


class _Group(click.Group):
    def make_context(self, info_name, args, parent=None, **extra):
        with _sentences():
            return super().make_context(info_name, args, parent=parent, **extra)

    def invoke(self, ctx):
        with _sentences():
            return super().invoke(ctx)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main():
    """Results of learning theory: evaluated, proved with SymPy, checked against simulation.

    \b
    theorysim list
    theorysim curve gradient_flow.risk time=log:0.1:1000:50 load=0.5,2 --output risk.png
    """


for _command in (
    _list.list_results,
    _list.search,
    _show.show,
    _curve.curve,
    _figures.figures,
    _validate.validate,
    _derive.derive,
    _report.report,
    _devices.devices,
):
    main.add_command(_command)
