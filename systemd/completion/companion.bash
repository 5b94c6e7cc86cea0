# Completion for companion and companiond. The programs themselves list their commands
# and flags, so this file doesn't go out of date.

_companion_flags() { "$@" 2>/dev/null | sed -n 's/^  \(-[a-z_]*\).*/\1/p'; }

_companion() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} list=
	case $1:$before in
	companiond:-panel) list='auto sim pi' ;;
	companiond:-listen) return ;;
	companiond:-state | companiond:-stick) compopt -o dirnames; return ;;
	companiond:-config) compopt -o default; return ;;
	companiond:*) list=$(_companion_flags "$1" -help) ;;
	*:-lang) list='ru en' ;;
	*:-like | *:--like) list=$("$1" help game | sed -n 's/.*new: a game of that kind: //p' | tr -d ,) ;;
	companion:game) list='check new' ;;
	*:help | *:"$1") list=$("$1" help | sed -n 's/^  companion \([a-z]*\).*/\1/p') ;;
	*)
		compopt -o default # operands are files
		[[ $word == -* ]] && list=$(_companion_flags "$1" help "${COMP_WORDS[1]}")
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
}

complete -F _companion companion companiond
