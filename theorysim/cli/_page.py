"""The report as one self-contained HTML page."""

import base64
import html
import platform
import string

_PAGE = string.Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>theorysim $version: report</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --faint: light-dark(#666, #aaa); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
pre { overflow-x: auto; font-size: .85rem; }
img { max-width: 100%; background: white; }
figcaption, .faint { color: var(--faint); font-size: .9rem; white-space: pre-line; }
figure { margin: 1rem 0; }
.agrees { color: light-dark(#006b4f, #4fd1a5); }
.disagrees, .undecided { color: light-dark(#b03a00, #ff9d6b); }
</style>
</head>
<body>
<h1>theorysim $version</h1>
<p>$count results, $agreed of which agree with their simulation; $seconds s, seed $seed.</p>
<p class="faint">$versions</p>
<table>
<thead><tr><th>Result</th><th>Title</th><th>Kind</th><th>Certainty</th><th>Simulation</th><th>Seconds</th></tr></thead>
<tbody>
$rows
</tbody>
</table>
$sections
</body>
</html>
""")

_ROW = string.Template(
    '<tr><td><a href="#$name">$name</a></td><td>$title</td><td>$kind</td><td>$certainty</td>'
    '<td class="$css">$outcome</td><td>$seconds</td></tr>'
)

_SECTION = string.Template("""<section id="$name">
<h2>$title</h2>
<p><code>$name</code>: $summary</p>
<pre>$equation</pre>
<p>$kind, $certainty. $sources</p>
$figure
<h3>Simulation: <span class="$css">$outcome</span></h3>
<pre>$verdict</pre>
</section>
""")


def page(entries, seconds, seed):
    """Return the HTML text."""
    from theorysim import __version__

    shown = [_escaped(entry) for entry in entries]
    return _PAGE.substitute(
        version=__version__,
        count=len(entries),
        agreed=sum(entry.outcome == "agrees" for entry in entries),
        seconds=f"{seconds:.1f}",
        seed=seed,
        versions=html.escape(_versions()),
        rows="\n".join(_ROW.substitute(fields) for fields in shown),
        sections="\n".join(_SECTION.substitute(fields) for fields in shown),
    )


def _escaped(entry):
    result = entry.result
    texts = {
        "name": result.name,
        "title": result.title,
        "kind": result.kind,
        "certainty": result.certainty,
        "summary": result.summary,
        "equation": result.equation,
        "sources": "; ".join(map(str, result.papers)),
        "outcome": entry.outcome,
        "css": entry.outcome.split()[0],
        "verdict": entry.verdict,
        "seconds": f"{entry.seconds:.1f}",
    }
    return {name: html.escape(text) for name, text in texts.items()} | {"figure": _figure(entry)}


def _figure(entry):
    caption = html.escape(entry.caption)
    if entry.picture is None:
        return f'<p class="faint">{caption}</p>'
    data = base64.b64encode(entry.picture).decode()
    alternative = html.escape(f"Figure of {entry.result.name}")
    image = f'<img alt="{alternative}" src="data:image/png;base64,{data}">'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _versions():
    import importlib.metadata

    found = [f"Python {platform.python_version()}"]
    for name in ("numpy", "scipy", "numba", "sympy", "matplotlib"):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{name} absent")
    return ", ".join(found)
