"""Command line: list, make, send, check."""
import argparse
import json
import sys

from . import cases, mistakes, selfcheck, send
from .registry import MISTAKES


def main():
    parser = argparse.ArgumentParser(prog="foreign_client", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="one JSON object a line for each mistake")
    make = commands.add_parser("make", help="one JSON object a line for each case")
    make.add_argument("--kind", choices=("single", "pair", "triple", "right"), required=True)
    make.add_argument("--seed", default="1")
    make.add_argument("--count", type=int, default=1, help="single: cases for each mistake; else cases in all")
    make.add_argument("--held-out", choices=("only", "none", "any"), default="any")
    posts = commands.add_parser("send", help="post a form for each JSON object a line of stdin, and answer with a line")
    posts.add_argument("--mistake", default="", help="the id of a mistake; without one, a right client")
    commands.add_parser("check", help="self-test")
    given = parser.parse_args()
    mistakes.load()
    if given.command == "list":
        for item in MISTAKES.values():
            print(json.dumps(item.as_json(), ensure_ascii=False))
    elif given.command == "make":
        for case in cases.cases(given.kind, given.seed, given.count, given.held_out):
            print(json.dumps(case, ensure_ascii=False))
    elif given.command == "send":
        send.run(MISTAKES[given.mistake] if given.mistake else None)
    else:
        sys.exit(selfcheck.run())


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
