# Completion for companion and companiond. The programs themselves list their commands
# and flags, so this file doesn't go out of date.

function __companion_flags
    $argv 2>/dev/null | string match -rg '^  (-[a-z_]+)'
end

function __companion_commands
    companion help | string match -rg '^  companion ([a-z]+)'
end

function __companion_words
    set -l words (commandline -opc)
    switch "$words[-1]"
        case companion help
            __companion_commands
        case -lang
            printf '%s\n' ru en
        case -like --like
            companion help game | string match -rg 'new: a game of that kind: (.*)' | string split ', '
        case game
            printf '%s\n' check new
        case '*'
            __companion_flags companion help $words[2]
            __fish_complete_path (commandline -ct)
    end
end

function __companiond_words
    set -l words (commandline -opc)
    switch "$words[-1]"
        case -panel
            printf '%s\n' auto sim pi
        case -listen
        case -state -config -stick
            __fish_complete_path (commandline -ct)
        case '*'
            __companion_flags companiond -help
    end
end

complete -c companion -f -a '(__companion_words)'
complete -c companiond -f -a '(__companiond_words)'
