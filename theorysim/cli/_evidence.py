"""The evidence folders of a clone: where they are, which file belongs to a result, loading a file by its path."""

import configparser
import importlib.util
import sys
from pathlib import Path
from typing import NamedTuple

from theorysim.cli._sentence import Sentence


class Part(NamedTuple):
    """A file of evidence: ``name`` is room.stem, ``results`` the entries of the index that it serves."""

    name: str
    tree: str
    path: Path
    results: tuple

    def load(self):
        """Import the file under the name tree.room.stem, importable by the workers of a process pool too."""
        room, stem = self.name.split(".")
        name = f"{self.tree}.{room}.{stem}"
        loaded = sys.modules.get(name)
        if loaded is not None and Path(loaded.__file__) == self.path:
            return loaded
        root = str(self.path.parents[2])
        if root not in sys.path:
            sys.path.insert(0, root)
        specification = importlib.util.spec_from_file_location(name, self.path)
        module = importlib.util.module_from_spec(specification)
        sys.modules[name] = module
        try:
            specification.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module


def find_clone(start=None):
    """Return the root of the clone in or above a folder, or say what to do."""
    start = Path.cwd() if start is None else Path(start).resolve()
    for folder in (start, *start.parents):
        if _is_clone(folder):
            return folder
    raise Sentence(
        f"the evidence folders (derivations, validations, figures) were not found in or above {start}: "
        "run this inside a clone of the theorysim repository, for they are not part of the installed package"
    )


def _is_clone(folder):
    configuration = folder / "setup.cfg"
    if not configuration.is_file() or not (folder / "theorysim").is_dir():
        return False
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(configuration, encoding="utf-8")
    except configparser.Error:
        return False
    return parser.get("metadata", "name", fallback="") == "theorysim"


def parts(tree, names=()):
    """Return the evidence files of a tree, all or those of the named results, rooms or files, each once.

    Raises
    ------
    Sentence
        Outside a clone, for an unknown name, or for a result that has no such part, with the reason.
    """
    from theorysim import index

    root = find_clone()
    serves = {}
    for result in index.RESULTS:
        place = result.part(tree)
        if not isinstance(place, index.Absent):
            serves.setdefault(place, []).append(result)
    present = {}
    for path in sorted((root / tree).glob("*/[!_]*.py")):
        results = tuple(serves.get(str(path.relative_to(root).as_posix()), ()))
        present[f"{path.parent.name}.{path.stem}"] = Part(f"{path.parent.name}.{path.stem}", tree, path, results)
    if not names:
        return list(present.values())
    chosen = {}
    for part in (part for name in names for part in _chosen(name, tree, present)):
        earlier = chosen.get(part.name, part._replace(results=())).results
        chosen[part.name] = part._replace(results=tuple({r.name: r for r in (*earlier, *part.results)}.values()))
    return list(chosen.values())


def _chosen(name, tree, present):
    from theorysim import index

    of_room = [part for part in present.values() if part.name.split(".")[0] == name]
    if of_room:
        return of_room
    if name in present and name not in {result.name for result in index.RESULTS}:
        return [present[name]]
    result = index.find(name)
    place = result.part(tree)
    if isinstance(place, index.Absent):
        raise Sentence(f"{name} has no file in {tree}: {place}")
    found = [part._replace(results=(result,)) for part in present.values() if result in part.results]
    if not found:
        raise Sentence(f"{place} of {name} is missing in this clone")
    return found
