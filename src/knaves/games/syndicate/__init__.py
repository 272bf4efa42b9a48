"""The Syndicate: secret agents of five villains."""

from knaves.games.syndicate.game import GAME

__all__ = ["GAME"]
