#!/usr/bin/env bash
# Prints the path of the fake Pi's kernel. If there is no kernel for this configuration and
# this version of Debian's linux-source, it builds one first, which takes two to four
# minutes on two cores. Exits with 3 and a reason if this machine can't build or run the
# kernel, and with 1 after an unexpected failure.
set -euo pipefail
cd "$(dirname "$0")"
config=$PWD/kernel.config
patches=("$PWD"/kernel-*.patch)
tools=(flex bison bc libelf-dev gcc libc6-dev make patch xz-utils e2fsprogs)

flags=-O1 # compiles a quarter faster than the kernel's default
# Two thirds of the source are for other machines and devices.
unneeded=(
	'*.rst' '*.dts*' '*.yaml' '*/tools/testing/*' '*/tools/perf/*' '*/sound/*.[ch]'
	'*/arch/[a-tv-wyz]*/*.[chS]' '*/drivers/[adefhijklmoqrsuwxyz]*/*.[ch]' '*/drivers/gpu/*.[ch]' '*/drivers/net/*/*.[ch]'
)

say() { printf 'kernel.sh: %s\n' "$*" >&2; }
cannot() { say "$*"; exit 3; }

[ "$(uname -sm)" = 'Linux x86_64' ] || cannot "User-Mode Linux is for x86-64, this is $(uname -sm)"
command -v apt-get >/dev/null || cannot 'no apt-get to get linux-source with'

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" >&2; }

# install installs missing packages.
install() {
	local missing=() name
	for name in "$@"; do
		dpkg-query -W -f '${db:Status-Abbrev}' "$name" 2>/dev/null | grep -q '^ii' || missing+=("$name")
	done
	[ ${#missing[@]} = 0 ] && return
	apt install -y --no-install-recommends "${missing[@]}" || { apt update && apt install -y --no-install-recommends "${missing[@]}"; }
}

# newest prints the newest linux-source, installed or available.
newest() {
	{ dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' 'linux-source-[0-9]*' 2>/dev/null | sed -n 's/^ii *//p' || true; } |
		sort -V | tail -n 1 | grep . ||
		apt-cache search --names-only '^linux-source-[0-9.]+$' | cut -d' ' -f1 | sort -V | tail -n 1
}
package=$(newest)
if [ -z "$package" ]; then
	apt update || cannot 'the list of packages could not be had'
	package=$(newest)
fi
[ -n "$package" ] || cannot 'there is no package linux-source'
version=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null || true)
[ -n "$version" ] || version=$(apt-cache show "$package" | sed -n 's/^Version: //p' | head -n 1)

key=$({ printf '%s\n' "$package" "$version"; echo "$flags"; cat "$config" "${patches[@]}"; } | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tabletop-fakepi
kernel=$cache/$key/linux
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

log=$cache/$key.log

build() {
	local begin=$SECONDS line change
	install "$package" "${tools[@]}" >"$log" 2>&1 || cannot "could not install $package and what builds it, see $log"
	say "building $package $version, log in $log"
	work=$(mktemp -d "$cache/build.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	tar -xf "/usr/src/$package.tar.xz" -I 'xz -T0' -C "$work" --strip-components=1 --wildcards "${unneeded[@]/#/--exclude=}"
	for change in "${patches[@]}"; do # another version may not need one
		if patch -s -f --dry-run -d "$work" -p1 <"$change" >/dev/null; then
			patch -s -d "$work" -p1 <"$change"
		else
			say "without $change, which is for another version"
		fi
	done
	make -C "$work" ARCH=um KCONFIG_ALLCONFIG="$config" allnoconfig >"$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }
	while read -r line; do
		grep -qxF "$line" "$work/.config" || { say "the configuration lost $line"; exit 1; }
	done < <(grep -v '^#' "$config" | grep .)
	nice make -C "$work" -s -j"$(nproc)" ARCH=um KCFLAGS="$flags" linux >>"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
	mkdir -p "$cache/$key"
	strip -o "$kernel.new" "$work/linux"
	mv "$kernel.new" "$kernel"
	say "built in $((SECONDS - begin)) s"
}
if [ ! -x "$kernel" ]; then build; fi

# The kernel must run a program of this machine. It panics when the program ends.
trial=$(mktemp -d)
trap 'rm -rf "$trial" "${work:-/nonexistent}"' EXIT
(timeout 20 "$kernel" mem=64M uml_dir="$trial/" con=null con0=null,fd:1 panic=1 \
	root=none rootfstype=hostfs rootflags=/ ro init=/bin/true </dev/null >"$trial/console" 2>&1 || true) 2>/dev/null
grep -q 'Attempted to kill init! exitcode=0x00000000' "$trial/console" ||
	cannot "the kernel does not run here: $(grep -m 1 -i panic "$trial/console" || tail -n 1 "$trial/console")"
printf '%s\n' "$kernel"
