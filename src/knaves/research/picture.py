"""The text board as a picture, for toolkits that want an array of colours. Needs Pillow (extra `research`)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

PAPER, INK = (18, 22, 38), (236, 230, 214)
WIDE, HIGH, EDGE = 8, 17, 8
"""Every sign stands in a cell of its own, so that columns are columns whatever the font."""


def picture(text: str) -> npt.NDArray[np.uint8]:
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines() or [""]
    size = (WIDE * max(map(len, lines)) + 2 * EDGE, HIGH * len(lines) + 2 * EDGE)
    image = Image.new("RGB", size, PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(13)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if not sign.isspace():
                place = (EDGE + WIDE * column + WIDE / 2, EDGE + HIGH * row + HIGH - 4)
                draw.text(place, sign, INK, font, anchor="ms")
    return np.asarray(image, np.uint8).copy()
