"""The coach: after a game, where it was won and lost, as far as that can be told.

Every answer is judged by what its seat could know then: in worlds that the seat could not tell from the real one, the
answer that was given and others that could have been are played on from there with the same hidden things and the same
dice. A difference that is within its error is no difference.
"""

from knaves.bots.coach.review import JudgedAnswer, Moment, Review, Sitting, review, summed
from knaves.bots.coach.trials import AnswerTrial, Trials

__all__ = ["AnswerTrial", "JudgedAnswer", "Moment", "Review", "Sitting", "Trials", "review", "summed"]
