#compdef newsletter
# zsh completion for newsletter. As a file of the function path, before compinit runs:
#   newsletter completion zsh > "${fpath[1]}/_newsletter"
# or in ~/.zshrc, after compinit:  source <(newsletter completion zsh)
_newsletter() {
  local line word said
  local -a lines plain plain_shown open open_shown column
  integer kept files=1
  said=$(command newsletter __complete zsh "${(Q@)words[2,CURRENT-1]}" "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null </dev/null)
  [[ -n $said ]] || return 1
  lines=("${(@f)said}")
  kept=${lines[1]##* }
  (( kept -= ${#IPREFIX} ))
  (( kept > 0 )) && compset -p $kept
  for line in "${(@)lines[2,-1]}"; do
    word=${${line%%$'\t'*}[2,-1]}
    if [[ $line == +* ]]; then
      open+=("$word")
      open_shown+=("${line#*$'\t'}")
    else
      plain+=("$word")
      plain_shown+=("${line#*$'\t'}")
    fi
  done
  # One a line where remarks stand beside.
  [[ "$plain$open" == "$plain_shown$open_shown" ]] || column=(-l)
  (( $#open )) && compadd $column -S '' -d open_shown -a -- open && files=0
  (( $#plain )) && compadd $column -d plain_shown -a -- plain && files=0
  [[ $lines[1] == files* ]] && _files && files=0
  return files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _newsletter "$@"
elif (( $+functions[compdef] )); then
  compdef _newsletter newsletter
fi
