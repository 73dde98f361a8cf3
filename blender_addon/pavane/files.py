# SPDX-License-Identifier: GPL-3.0-or-later
"""Files are written whole or not at all."""
from __future__ import annotations

import errno
import os
import tempfile


def check_folder(path: str) -> None:
    """Told at once, not after a long export."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {folder}", path)


def replace(path: str, data: bytes) -> None:
    """Writes beside the file and then takes its place, so that a failure leaves the old one as it was."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is a folder or a device, not a file", path)
    check_folder(path)
    try:
        _replace(os.path.realpath(path), data)  # a link stays one
    except OSError as error:  # of the file that was asked for, not of the one beside it
        raise OSError(error.errno, error.strerror, path) from error


def _replace(path: str, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=os.path.basename(path) + ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, _permissions())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _permissions() -> int:
    """What a newly made file would get; a temporary file is for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
