"""The mistakes, one file or more for each stage."""
import importlib
import pathlib


def load():
    """Import every file of mistakes, in order of their names, so that each registers its own."""
    for path in sorted(pathlib.Path(__file__).parent.glob("stage*.py")):
        importlib.import_module(__name__ + "." + path.stem)
