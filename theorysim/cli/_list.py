"""``theorysim list`` and ``theorysim search``."""

import difflib

import click

from theorysim.cli._sentence import Sentence


@click.command("list")
@click.option("--room", metavar="ROOM", help="Only the results of one room, e.g. ridge.")
def list_results(room):
    """List the results. Each with its name, kind, certainty and title.

    \b
    theorysim list --room spectra
    """
    from theorysim import index

    rooms = sorted({result.room for result in index.RESULTS})
    if room is not None and room not in rooms:
        near = difflib.get_close_matches(room, rooms, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(rooms)}"
        raise Sentence(f"there is no room {room!r}; {hint}")
    _table([result for result in index.RESULTS if room in (None, result.room)])


@click.command()
@click.argument("words", nargs=-1, required=True)
def search(words):
    """Find results by words. All WORDS occur in name, title, summary or sources.

    \b
    theorysim search advani stopping
    """
    from theorysim import index

    found = index.search(" ".join(words))
    if not found:
        raise Sentence(f"no result mentions {' '.join(words)!r}; 'theorysim list' shows all")
    _table(found)


def _table(results):
    width = max((len(result.name) for result in results), default=0)
    for result in results:
        click.echo(f"{result.name:<{width}}  {result.kind:<9}  {result.certainty:<13}  {result.title}")
