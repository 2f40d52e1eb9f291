"""R's grammar, as much of it as the tables of answers need: text becomes a tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Node", "Untranslatable", "parse"]


class Untranslatable(Exception):
    """The expression needs something that the Python face doesn't have."""


@dataclass
class Node:
    kind: str  # number text name call [ [[ operator block assign argument missing
    value: Any = None
    parts: list[Node] = field(default_factory=list)


_TOKENS = re.compile(
    r"""\s*(?:
        (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[Li]?)
      | (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<name>[A-Za-z.][A-Za-z0-9._]*)
      | (?P<sign><-|\[\[|==|!=|<=|>=|%in%|[-+*/^:!<>()\[\]{};,=$])
    )""",
    re.VERBOSE,
)
_BINDING = {"^": 8, ":": 6, "%in%": 6, "*": 5, "/": 5, "+": 4, "-": 4} | dict.fromkeys(
    ("==", "!=", "<", ">", "<=", ">="), 3
)
_UNARY = {"-": 7, "+": 7, "!": 2}


def parse(source: str) -> Node:
    return _Parser(source).whole()


class _Parser:
    def __init__(self, source: str) -> None:
        self.tokens = list(self._split(source))
        self.at = 0

    def _split(self, source: str) -> Iterator[tuple[str, str]]:
        position = 0
        while source[position:].strip():
            found = _TOKENS.match(source, position)
            if found is None:
                raise Untranslatable(source[position:])
            position = found.end()
            yield str(found.lastgroup), found.group(str(found.lastgroup))

    def whole(self) -> Node:
        node = self.statement()
        if self.at < len(self.tokens):
            raise Untranslatable(self.tokens[self.at][1])
        return node

    def statement(self) -> Node:
        left = self.expression(0)
        return Node("assign", parts=[left, self.statement()]) if self.take("<-") else left

    def expression(self, least: int) -> Node:
        if self.peek() in _UNARY:
            sign = self.next()[1]
            left = Node("operator", sign, [self.expression(_UNARY[sign])])
        else:
            left = self.postfix(self.primary())
        while _BINDING.get(self.peek(), -1) > least:
            sign = self.next()[1]
            left = Node("operator", sign, [left, self.expression(_BINDING[sign])])
        return left

    def primary(self) -> Node:
        kind, text = self.next()
        if kind == "number":
            return Node("number", text)
        if kind == "text":
            return Node("text", re.sub(r"\\(.)", r"\1", text[1:-1]))
        if kind == "name" and text != "function":
            return Node("name", text)
        if text == "(":
            inner = self.statement()
            self.expect(")")
            return inner
        if text == "{":
            statements = []
            while not self.take("}"):
                statements.append(self.statement())
                self.take(";")
            return Node("block", parts=statements)
        raise Untranslatable(text)

    def postfix(self, node: Node) -> Node:
        while True:
            if self.take("("):
                node = Node("call", parts=[node, *self.arguments(")")])
            elif self.take("[["):
                node = Node("[[", parts=[node, *self.arguments("]")])
                self.expect("]")
            elif self.take("$"):
                node = Node("member", self.next()[1], [node])
            elif self.take("["):
                node = Node("[", parts=[node, *self.arguments("]")])
            else:
                return node

    def arguments(self, end: str) -> list[Node]:
        if self.take(end):
            return []
        found = []
        while True:
            if self.peek() in (",", end):
                found.append(Node("missing"))
            elif self.next_is_named():
                name = self.next()[1]
                self.expect("=")
                found.append(Node("argument", name, [self.statement()]))
            else:
                found.append(self.statement())
            if self.take(end):
                return found
            self.expect(",")

    def next_is_named(self) -> bool:
        following = self.tokens[self.at + 1 : self.at + 2]
        return self.tokens[self.at][0] == "name" and following == [("sign", "=")]

    def peek(self) -> str:
        kind, text = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        return text if kind == "sign" else ""

    def next(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise Untranslatable("unfinished")
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, sign: str) -> bool:
        if self.peek() != sign:
            return False
        self.at += 1
        return True

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            raise Untranslatable(f"no {sign}")
