"""How drawings are written: numbers to a hundredth of a pixel, and paths with their attributes.

All of it is presentation attributes, since a page's policy that forbids styles is not meant for
images, but not every browser draws that line in the same place.
"""

from __future__ import annotations


def short(number: float) -> str:
    """A coordinate in as few characters as say it."""
    found = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if found == "-0" else found


def path(d: str, **attributes: str | float) -> str:
    """A path with the attributes that are called so, with an underscore for each hyphen."""
    said = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else short(value)}"'
        for name, value in attributes.items()
    )
    return f'<path d="{d}"{said}/>'
