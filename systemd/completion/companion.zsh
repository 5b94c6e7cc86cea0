#compdef companion companiond
# The programs themselves list their commands and flags.

flags() { compadd -- ${(f)"$("$@" 2>/dev/null | sed -n 's/^  \(-[a-z_]*\).*/\1/p')"} }

case $service:$words[CURRENT-1] in
companiond:-panel) compadd auto sim pi ;;
companiond:-listen) ;;
companiond:-state | companiond:-stick) _files -/ ;;
companiond:-config) _files ;;
companiond:*) flags companiond -help ;;
*:-lang) compadd ru en ;;
*:-like | *:--like) compadd -- ${(s:, :)"$(companion help game | sed -n 's/.*new: a game of that kind: //p')"} ;;
companion:game) compadd check new ;;
*:help | *:companion) compadd -- ${(f)"$(companion help | sed -n 's/^  companion \([a-z]*\).*/\1/p')"} ;;
*:*) if [[ $words[CURRENT] == -* ]]; then flags companion help $words[2]; else _files; fi ;;
esac
