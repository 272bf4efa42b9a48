"""The coach: after a game, where it was won and lost, as far as that can be told.

Every answer is judged by what its seat could know then: in worlds that the seat could not tell from the real one, the
answer that was given and others that could have been are played on from there with the same hidden things and the same
dice. A difference that is within its error is no difference.
"""

from knaves.bots.coach.judging import GRADES, JudgedAnswer, TriedAnswer
from knaves.bots.coach.review import (
    CoachStep,
    Found,
    Moment,
    Review,
    Sitting,
    lessons,
    review,
    steps_for,
    summed,
)

__all__ = [
    "GRADES",
    "CoachStep",
    "Found",
    "JudgedAnswer",
    "Moment",
    "Review",
    "Sitting",
    "TriedAnswer",
    "lessons",
    "review",
    "steps_for",
    "summed",
]
