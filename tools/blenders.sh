#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one of the Blenders that the project is tested with. The distribution's own is used where its version fits;
# any other lives in a chroot of the Debian release that ships it, made on first use in a cache folder.
#
#   blenders.sh run VERSION ARGS...   run it: 3.4 | 4.3 | 5.2 | system; the caller's paths work unchanged
#   blenders.sh check VERSION         make it if need be; print its full version, or say why it cannot be had
#   blenders.sh path VERSION          print the folder of its chroot ("/" for the system's own)
set -eu

root=$(cd -P "$(dirname "$0")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pavane/blender

fail() {
    echo "blender: $*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

suite_of() {
    case $1 in
    3.4) echo bookworm ;;
    4.3) echo trixie ;;
    5.2) echo sid ;;
    *) fail "no recipe for version $1 (known: 3.4, 4.3, 5.2, system)" ;;
    esac
}

packages_of() {
    case $1 in
    # 5.2: without cattr and requests its core add-on bl_pkg fails at every start; its window needs libGL by name.
    sid) echo blender,python3-numpy,python3-cattr,python3-requests,libgl1,libglx-mesa0,libgl1-mesa-dri ;;
    *) echo blender,python3-numpy,libgl1-mesa-dri ;;
    esac
}

# version_in ADMIN_FOLDER: the installed package's version, like 3.4.1; nothing if there is none
version_in() {
    dpkg-query --admindir="$1" -W -f '${db:Status-Status} ${Version}\n' blender 2>/dev/null |
        sed -n 's/^installed \([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p'
}

system_version() {
    found=$(version_in /var/lib/dpkg)
    if [ -z "$found" ] && [ -x /usr/bin/blender ]; then
        found=$(env PATH=/usr/bin:/bin blender --version | sed -n 's/^Blender \([0-9.]*\).*/\1/p')
    fi
    echo "$found"
}

# is_system VERSION: does the system's own Blender answer to it?
is_system() {
    case $1 in
    system) return 0 ;;
    esac
    case $(system_version) in
    "$1" | "$1".*) return 0 ;;
    esac
    return 1
}

debian_mirror() {
    if [ -n "${PAVANE_DEBIAN_MIRROR:-}" ]; then
        echo "$PAVANE_DEBIAN_MIRROR"
        return
    fi
    # shellcheck disable=SC2016 # apt's own variable
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null | head -n 1
}

# build SUITE: under the lock; the chroot appears under its final name only when it is whole
build() {
    mirror=$(debian_mirror)
    [ -n "$mirror" ] || fail "no Debian mirror in this system's apt sources (set PAVANE_DEBIAN_MIRROR)"
    command -v mmdebstrap >/dev/null || fail "mmdebstrap is not installed"
    echo "blender: making a Debian $1 chroot in $cache/$1 (about 1.1 GB, one to two minutes)" >&2
    as_root rm -rf --one-file-system "$cache/$1.new"
    # Validity dates are not checked: sid's lists are short-lived, and mirrors and clocks may disagree by days.
    if ! as_root mmdebstrap --quiet --variant=apt --include="$(packages_of "$1")" \
        --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
        --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Check-Date "false"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        "$1" "$cache/$1.new" "deb $mirror $1 main" </dev/null >"$cache/$1.log" 2>&1; then
        as_root rm -rf --one-file-system "$cache/$1.new"
        fail "the Debian $1 chroot could not be made: $(tail -n 1 "$cache/$1.log") (all of it: $cache/$1.log)"
    fi
    # Blender complains at every start when it cannot read the list of mounts.
    as_root ln -s /proc/self/mounts "$cache/$1.new/etc/mtab"
    as_root mv "$cache/$1.new" "$cache/$1"
}

# make_chroot VERSION: sets chroot; ends the script if it cannot be had
make_chroot() {
    suite=$(suite_of "$1")
    chroot=$cache/$suite
    if [ ! -d "$chroot" ]; then
        mkdir -p "$cache"
        exec 9>"$cache/$suite.lock"
        flock 9
        [ -d "$chroot" ] || build "$suite"
        exec 9>&-
    fi
    as_root unshare -m true 2>/dev/null || fail "$1 needs a mount namespace of its own, which is not permitted here"
    found=$(version_in "$chroot/var/lib/dpkg")
    case $found in
    "$1" | "$1".*) ;;
    *) fail "$1 cannot be had: Debian $suite has ${found:-none}" ;;
    esac
}

check() {
    if is_system "$1"; then
        found=$(system_version)
        [ -n "$found" ] || fail "the system has none (package blender)"
    else
        make_chroot "$1"
    fi
    echo "$found"
}

# folders_of ARGS...: the folders that a run must see, one per line: the project's, the caller's and those of its
# arguments
folders_of() {
    echo /tmp
    echo "${TMPDIR:-/tmp}"
    echo "$root"
    echo "${PAVANE_SHARED:-$root/../shared}"
    pwd -P
    printenv BLENDER_USER_RESOURCES BLENDER_USER_CONFIG BLENDER_USER_SCRIPTS BLENDER_USER_EXTENSIONS || true
    for argument; do
        case $argument in
        */*) if [ -d "$argument" ]; then echo "$argument"; else dirname -- "$argument"; fi ;;
        esac
    done
}

# shared_folders ARGS...: the same as real paths, without what does not exist, the chroot's own folders and doubles
shared_folders() {
    folders_of "$@" | while IFS= read -r folder; do
        (cd -P -- "$folder" 2>/dev/null && pwd) || true
    done | sort -u | while IFS= read -r folder; do
        case $folder/ in
        / | /usr/* | /bin/* | /lib*/* | /etc/* | /dev/* | /proc/* | /sys/* | /var/lib/*) ;;
        "${outer:-//}"/*) ;;
        *)
            echo "$folder"
            outer=$folder
            ;;
        esac
    done
}

# Runs as root in a mount namespace of its own: nothing mounted here outlives the run. Every step is an exec, so that
# the process which the caller started and may kill is Blender itself.
# shellcheck disable=SC2016 # a script of its own
inside='
chroot=$1 folders=$2 directory=$3 user=$4
shift 4
mount --rbind /proc "$chroot/proc" && mount --rbind /dev "$chroot/dev" || exit 1
printf "%s\n" "$folders" | while IFS= read -r folder; do
    mkdir -p "$chroot$folder" && mount --bind "$folder" "$chroot$folder" || exit 1
done || exit 1
exec chroot --userspec="$user" "$chroot" env -i --chdir="$directory" "$@"
'

run_in_chroot() {
    directory=$(pwd -P)
    home=/root
    [ "$(id -u)" = 0 ] || home=/tmp
    folders=$(shared_folders "$@")
    printf '%s\n' "$folders" | while IFS= read -r folder; do
        case $directory/ in "$folder"/*) exit 1 ;; esac
    done && directory=/tmp
    set -- blender "$@"
    for name in $(env | sed -n 's/^\(PAVANE_[A-Z0-9_]*\|BLENDER_USER_[A-Z]*\|DISPLAY\|XAUTHORITY\|LIBGL_ALWAYS_SOFTWARE\|TMPDIR\)=.*/\1/p'); do
        set -- "$name=$(printenv "$name")" "$@"
    done
    set -- PATH=/usr/bin:/bin HOME="$home" LANG=C.UTF-8 "$@"
    set -- unshare -m sh -c "$inside" blenders.sh "$chroot" "$folders" "$directory" "$(id -u):$(id -g)" "$@"
    if [ "$(id -u)" = 0 ]; then
        exec "$@"
    fi
    as_root "$@"
}

run() {
    version=$1
    shift
    if is_system "$version"; then
        [ -x /usr/bin/blender ] || fail "the system has none (package blender)"
        # /usr/bin first: beside another python3 Blender would miss the system's numpy.
        exec env PATH=/usr/bin:/bin blender "$@"
    fi
    make_chroot "$version"
    run_in_chroot "$@"
}

path() {
    if is_system "$1"; then echo /; else echo "$cache/$(suite_of "$1")"; fi
}

[ $# -ge 2 ] || fail "usage: blenders.sh run|check|path VERSION [ARGS...]"
verb=$1
shift
case $verb in
run | check | path) "$verb" "$@" ;;
*) fail "unknown: $verb" ;;
esac
