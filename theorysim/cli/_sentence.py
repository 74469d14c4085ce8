"""What a user reads when something is wrong, and names that complete."""

import click

_EXTRAS = {
    "sympy": "derive",
    "matplotlib": "figures",
    "sklearn": "figures",
    "xarray": "sweep",
    "h5netcdf": "sweep",
    "h5py": "sweep",
    "dask": "cluster",
    "distributed": "cluster",
}


class Sentence(click.ClickException):
    """One sentence on standard error and exit code 2."""

    exit_code = 2

    def show(self, file=None):
        """Print the sentence."""
        click.echo(f"theorysim: {self.message}", file=file, err=file is None)


def extra_of(module):
    """Return the extra that installs a module, or None."""
    return _EXTRAS.get((module or "").split(".")[0])


def complete_name(context, parameter, incomplete):
    """Return the names of results that begin like a word typed so far."""
    from theorysim import index

    return [result.name for result in index.RESULTS if result.name.startswith(incomplete)]
