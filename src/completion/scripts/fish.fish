# fish completion for newsletter:
#   newsletter completion fish > ~/.config/fish/completions/newsletter.fish
function __newsletter_complete
    command -q newsletter; or return
    set -l current (commandline -ct)
    set -l lines (command newsletter __complete fish (commandline -opc) "$current" 2>/dev/null </dev/null)
    test (count $lines) -gt 0; or return
    set -l head (string split ' ' -- $lines[1])
    for line in $lines[2..]
        printf '%s\n' $line
    end
    if test "$head[1]" = files
        set -l before (string sub -l $head[2] -- "$current")
        for path in (complete -C "'' "(string sub -s (math $head[2] + 1) -- "$current"))
            printf '%s%s\n' "$before" $path
        end
    end
end
complete -c newsletter -e
complete -c newsletter -f -k -a '(__newsletter_complete)'
