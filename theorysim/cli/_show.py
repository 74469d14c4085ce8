"""``theorysim show``."""

import textwrap

import click

from theorysim.cli._sentence import complete_name


@click.command()
@click.argument("name", shell_complete=complete_name)
@click.option("--bibtex", is_flag=True, help="Print the BibTeX entries of the sources and nothing else.")
def show(name, bibtex):
    """Show a result. Equation, sources, certainty, parameters, example, and where its evidence is.

    \b
    theorysim show gradient_flow.risk
    theorysim show gradient_flow.risk --bibtex
    """
    from theorysim import index

    result = index.find(name)
    if bibtex:
        click.echo(result.citation)
        return
    fields = [result.field(field) for field in result.fields]
    click.echo(f"{result.name}: {result.title}\n{result.summary}\n")
    click.echo(f"{result.kind}, {result.certainty}{', on the CPU only' if result.is_host_only else ''}")
    for title, lines in (
        ("Equation", result.equation.splitlines()),
        ("Sources", [str(paper) for paper in result.papers]),
        ("Parameters", _parameters(result)),
        ("Returns", [f"{name}: {field.words}{_unit(field.unit)}" for name, field in zip(result.fields, fields)]),
        ("Example", _example(result)),
        ("Evidence", _evidence(result, index.TREES)),
    ):
        click.echo(f"\n{title}")
        for line in lines:
            click.echo(textwrap.indent(line, "    "))


def _unit(unit):
    return f" [{unit}]" if unit not in ("", "1") else ""


def _parameters(result):
    width = max((len(parameter.name) for parameter in result.parameters), default=0)
    for p in result.parameters:
        range_ = f"exponent {p.low:g} to {p.high:g}" if p.scale == "spectrum" else f"{p.low:g} to {p.high:g}, {p.scale}"
        default = p.default if isinstance(p.default, str) else f"{p.default:g}"
        yield f"{p.name:<{width}}  {p.words}{_unit(p.unit)} ({range_}, default {default})"


def _example(result):
    """Return the doctest of the docstring, else how to evaluate the first case."""
    import doctest
    import inspect

    examples = doctest.DocTestParser().get_examples(inspect.getdoc(result.function) or "")
    for example in examples:
        source = example.source.rstrip().splitlines()
        yield "\n".join([f">>> {source[0]}", *(f"... {line}" for line in source[1:])])
        if example.want:
            yield example.want.rstrip()


def _evidence(result, trees):
    from theorysim.index import Absent

    for tree in trees:
        place = result.part(tree)
        yield f"{tree:<12}{'none: ' if isinstance(place, Absent) else ''}{place}"
