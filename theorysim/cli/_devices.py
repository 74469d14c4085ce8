"""``theorysim devices``."""

import click


@click.command()
def devices():
    """Say what can compute here. Where a GPU is missing, why and what to install.

    \b
    theorysim devices
    """
    import os

    from theorysim import arrays

    click.echo(f"{len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()} CPU cores")
    click.echo(str(arrays.device_summary()))
