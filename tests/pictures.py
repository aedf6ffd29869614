# SPDX-License-Identifier: BSD-3-Clause
"""Looks a page or a picture over.

frames FILE...      each picture has alternative text, marks, and all of them
                    inside its frame; no summary, and no name of a point, runs
                    through what is drawn or through another
shape FILE          prints which elements and attributes there are, in order
"""

import html.parser
import re
import sys
import xml.etree.ElementTree as tree

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# What a character takes of the least, by which no text may leave its picture.
CHARACTER = 5.0


def pictures(text):
    return re.findall(r"<svg.*?</svg>", text, re.DOTALL)


def path_places(data):
    """The places that a path of M m L l H h V v z and a goes through."""
    x = y = start_x = start_y = 0.0
    for command, rest in re.findall(r"([MmLlHhVvAaz])([^MmLlHhVvAaz]*)", data):
        numbers = [float(n) for n in NUMBER.findall(rest)]
        if command in "Ml" or command in "mL":
            for i in range(0, len(numbers), 2):
                if command in "ml":
                    x, y = x + numbers[i], y + numbers[i + 1]
                else:
                    x, y = numbers[i], numbers[i + 1]
        elif command in "Hh":
            x = numbers[0] + (x if command == "h" else 0)
        elif command in "Vv":
            y = numbers[0] + (y if command == "v" else 0)
        elif command == "z":
            x, y = start_x, start_y
        if command in "Mm":
            start_x, start_y = x, y
        yield x, y


def places(element):
    """Where an element is."""
    get = lambda name: float(element.get(name, "0"))
    kind = element.tag.split("}")[-1]
    if kind == "rect" and element.get("class") != "paper":
        yield get("x"), get("y")
        yield get("x") + get("width"), get("y") + get("height")
    elif kind == "circle":
        yield get("cx") - get("r"), get("cy") - get("r")
        yield get("cx") + get("r"), get("cy") + get("r")
    elif kind == "path":
        yield from path_places(element.get("d"))
    elif kind == "text" and len(element) and element[0].tag.endswith("tspan"):
        # Its pieces have a class and a height from it.
        for piece in element:
            piece.set("class", element.get("class") or "")
            piece.set("y", element.get("y"))
            piece.tag = "text"
            yield from places(piece)
    elif kind == "text":
        wide = CHARACTER * len(element.text or "")
        words = (element.get("class") or "").split()
        before = wide if "end" in words else wide / 2 if "mid" in words else 0
        yield get("x") - before, get("y") - 9
        yield get("x") - before + wide, get("y")


def crossings(root):
    """Pairs of a summary or name and of what it runs through."""
    texts, drawn = [], []
    for element in root.iter():
        kind, words = element.tag.split("}")[-1], (element.get("class") or "").split()
        corners = list(places(element))
        if not corners:
            continue
        xs, ys = zip(*corners)
        box = min(xs), min(ys), max(xs), max(ys), element
        if kind == "text" and {"sum", "tag"} & set(words):
            texts.append(box)
        elif {"bar", "peer", "mark", "limit", "base", "top"} & set(words) and (
                kind != "path" or "mark" in words
                or min(box[2] - box[0], box[3] - box[1]) == 0):
            drawn.append(box)
    for i, a in enumerate(texts):
        for b in texts[i + 1:] + drawn:
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                yield a[4], b[4]


def look_at(name, picture):
    root = tree.fromstring(picture.replace("&nbsp;", " "))
    wide, high = [float(n) for n in root.get("viewBox").split()[2:]]
    if not root.get("aria-label") or root.get("role") != "img":
        sys.exit(f"{name}: a picture has no alternative text")
    n = 0
    for element in root.iter():
        for x, y in places(element):
            n += 1
            if not (0 <= x <= wide and 0 <= y <= high):
                sys.exit(f"{name}: {tree.tostring(element)} leaves the frame "
                         f"of {root.get('aria-label')}")
    for pair in crossings(root):
        sys.exit(f"{name}: {' runs through '.join(map(str, map(tree.tostring, pair)))}")
    if n < 4:
        sys.exit(f"{name}: a picture is empty")


class Shape(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        print(tag, *[name for name, _ in attrs])
        for name, value in attrs:
            if name in ("id", "href") and not re.fullmatch(
                    r"#?[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)?|data:,", value):
                sys.exit(f"the {name} {value!r} is no anchor")

    def handle_comment(self, data):
        print("comment")


def main(what, *names):
    for name in names:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        if what == "shape":
            Shape().feed(text)
            continue
        all_of_them = pictures(text)
        if not all_of_them:
            sys.exit(f"{name}: no picture")
        for picture in all_of_them:
            look_at(name, picture)


main(*sys.argv[1:])
