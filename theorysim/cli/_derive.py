"""``theorysim derive``."""

import re
import sys

import click

from theorysim.cli._sentence import complete_name

WIDTH = 100


@click.command()
@click.argument("names", nargs=-1, required=True, shell_complete=complete_name)
@click.option("--latex", is_flag=True, help="Print LaTeX, to be pasted into a paper.")
def derive(names, latex):
    """Derive results, each step checked by SymPy. Exit code 1 when a step fails.

    \b
    theorysim derive gradient_flow.risk
    theorysim derive gradient_flow.risk --latex
    """
    from theorysim import errors
    from theorysim.cli._evidence import parts

    chosen = parts("derivations", names)
    errors.load("sympy", "derive", "theorysim derive")
    is_right = all([_print(part, _latex if latex else _text) for part in chosen])
    if not is_right:
        sys.exit(1)


def _print(part, write):
    module = part.load()
    steps = list(module.steps())
    for number, (words, equation, holds) in enumerate(steps, 1):
        write(f"{number}. {words}", equation, holds)
    for name, equation in module.expression().items():
        write(f"Result: {name}", equation, None)
    return all(holds for _, _, holds in steps)


def _text(words, equation, holds):
    import sympy

    mark = {None: "", True: "✓ ", False: "✗ "}[None if holds is None else bool(holds)]
    picture = sympy.pretty(equation, use_unicode=True, wrap_line=False)
    if max(map(len, picture.splitlines())) > WIDTH:
        is_equation = isinstance(equation, sympy.Equality)
        picture = f"{equation.lhs} = {equation.rhs}" if is_equation else sympy.sstr(equation)
    click.echo(f"{mark}{words}")
    click.echo("".join(f"    {line}".rstrip() + "\n" for line in picture.splitlines()))


def _latex(words, equation, holds):
    import sympy

    verdict = {None: "", True: " (checked)", False: " (FAILS)"}[None if holds is None else bool(holds)]
    formula = sympy.latex(equation, symbol_names=_in_words(equation), mul_symbol=r" \, ")
    click.echo(f"% {words}{verdict}\n\\begin{{equation}}\n  {formula}\n\\end{{equation}}\n")


def _in_words(equation):
    """Return LaTeX for symbols that are words or plain text, which SymPy would read as products and indices."""
    from sympy.core.alphabets import greeks

    special = str.maketrans({mark: rf"\{mark}" for mark in "_&%#{}"} | {"^": r"\^{}"})
    letter = re.compile(rf"([A-Za-z]|{'|'.join(greeks)})(_?\w{{1,2}})?", re.IGNORECASE)
    words = [symbol for symbol in equation.free_symbols if not letter.fullmatch(symbol.name)]
    return {symbol: rf"\text{{{symbol.name.translate(special)}}}" for symbol in words}
