"""The one command, `knaves`. Whatever is wrong with its words gets one sentence and exit code 2."""

from __future__ import annotations

import sys
from typing import NoReturn

import cyclopts

import knaves
from knaves.cli import admin, arena, bench, coach, figures, look_up, play, serve, simulate, train
from knaves.cli.words import which_game
from knaves.core.errors import KnavesError
from knaves.table.errors import Unreachable

app = cyclopts.App(
    name="knaves",
    version=f"{knaves.__version__} ({knaves.BUILD})",
    help="Five villain board games: play, simulate, look up, check.",
)
for command in (
    play.play,
    simulate.simulate,
    figures.figures,
    arena.arena,
    train.train,
    look_up.rules,
    look_up.cards,
    look_up.replay,
    look_up.verify,
    coach.coach,
    bench.bench,
    serve.serve,
    admin.tables,
    admin.freeze,
    admin.thaw,
    admin.remove,
    admin.backup,
    admin.restore,
    admin.settings,
):
    app.command(command)
app.default(serve.serve)


def complain(sentence: str) -> NoReturn:
    plain = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in sentence)
    print(f"knaves: {plain}", file=sys.stderr)
    raise SystemExit(2)


def missing(error: cyclopts.MissingArgumentError) -> str:
    """What was left out, called as it is typed: by its place, not by the name it also has."""
    word = error.argument.name.removeprefix("--") if error.argument is not None else ""
    if word == "game":
        return which_game()
    command = " ".join(("knaves", *(error.command_chain or ())))
    return f"{command} needs a {word.upper()}; {command} --help says more."


def main(words: list[str] | None = None) -> None:
    try:
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except cyclopts.UnusedCliTokensError as error:
        complain(
            f"Nothing here is called {' '.join(error.unused_tokens or [])!r}; knaves --help lists what there is."
        )
    except cyclopts.MissingArgumentError as error:
        complain(missing(error))
    except cyclopts.CycloptsError as error:
        complain(" ".join(str(error).split()))
    except (KnavesError, Unreachable) as error:
        complain(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:  # the reader of our output went away
        raise SystemExit(0) from None
    except OSError as error:  # a name too long, no folder, a full disk: wherever a file is touched
        complain(f"{error.filename or 'A file'!s:.200} cannot be used: {error.strerror or error}.")
    except UnicodeEncodeError as error:
        complain(f"{error.object!r:.60} is no text: it is not written in UTF-8.")


__all__ = ["app", "main"]
