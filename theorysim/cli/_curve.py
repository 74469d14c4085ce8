"""``theorysim curve``."""

from pathlib import Path

import click

from theorysim.cli._sentence import Sentence, complete_name

SUFFIXES = (".csv", ".nc", ".png", ".svg", ".pdf")


@click.command()
@click.argument("name", shell_complete=complete_name)
@click.argument("assignments", metavar="[PARAM=VALUES]...", nargs=-1)
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help=", ".join(SUFFIXES))
@click.option("--field", "fields", metavar="FIELD", multiple=True, help="Only this field; may be given several times.")
def curve(name, assignments, output, fields):
    """Evaluate a result over ranges. CSV on standard output, or a file of the kind that its suffix names.

    VALUES are a number, a list 0.1,1,10 or a range low:high:count, spaced as the parameter asks (see 'theorysim show
    NAME'); log:low:high:count and linear:low:high:count say it themselves. A spectrum is a constructor and its numbers,
    power_law:1.5 or power_law:1.5:1000, several with commas. What is not given has its default.

    \b
    theorysim curve gradient_flow.risk time=log:0.1:1000:50 load=0.5,2 --output risk.png
    """
    from theorysim import index
    from theorysim.cli._values import read_arguments

    result = index.find(name)
    suffix = ".csv" if output is None else output.suffix.lower()
    if suffix not in SUFFIXES:
        raise Sentence(f"{output}: the suffix must be one of {', '.join(SUFFIXES)}")
    arguments = read_arguments(result, assignments)
    if suffix == ".nc":
        _write_netcdf(result, arguments, fields, output)
        return
    grid = _grid(result, arguments, fields)
    if suffix == ".csv":
        from theorysim.cli._csv import write_csv

        write_csv(grid, output)
        return
    from theorysim.cli._plot import write_plot

    write_plot(grid, result, output)


def _grid(result, arguments, fields):
    import numpy as np

    from theorysim import sweep

    grid = sweep.evaluate_grid(result, **arguments)
    _require_fields(fields, grid.values)
    grid = grid._replace(values={n: v for n, v in grid.values.items() if n in fields or not fields})
    missing = sum(int(np.isnan(values).sum()) for values in grid.values.values())
    if missing:
        values = "value is" if missing == 1 else "values are"
        click.echo(f"{missing} {values} nan: {result.name} is undefined there", err=True)
        if any(getattr(value, "total_signal", 1.0) == 0 for value in arguments.values()):
            hint = "the spectrum carries no target; give it one, as in power_law:1.5:signal_exponent=2"
            click.echo(hint, err=True)
    return grid


def _write_netcdf(result, arguments, fields, output):
    from theorysim import errors, sweep

    errors.load("h5netcdf", "sweep", f"writing {output}")
    data = sweep.evaluate(result, **arguments)
    _require_fields(fields, list(data))
    data[list(fields or data)].to_netcdf(output, engine="h5netcdf")


def _require_fields(fields, present):
    unknown = [field for field in fields if field not in present]
    if unknown:
        raise Sentence(f"there is no field {unknown[0]!r}; there are {', '.join(present)}")
