#compdef newsletter
# zsh completion for newsletter. As a file of the function path, before compinit runs:
#   newsletter completion zsh > "${fpath[1]}/_newsletter"
# or in ~/.zshrc, after compinit:  source <(newsletter completion zsh)
_newsletter() {
  local line said
  local -a lines words_found shown column
  integer kept files=1
  said=$(command newsletter __complete zsh "${(Q@)words[2,CURRENT-1]}" "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null </dev/null)
  [[ -n $said ]] || return 1
  lines=("${(@f)said}")
  kept=${lines[1]##* }
  (( kept -= ${#IPREFIX} ))
  (( kept > 0 )) && compset -p $kept
  for line in "${(@)lines[2,-1]}"; do
    words_found+=("${line%%$'\t'*}")
    shown+=("${line#*$'\t'}")
  done
  # One a line where remarks stand beside.
  [[ "$words_found" == "$shown" ]] || column=(-l)
  (( $#words_found )) && compadd $column -d shown -a -- words_found && files=0
  [[ $lines[1] == files* ]] && _files && files=0
  return files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _newsletter "$@"
elif (( $+functions[compdef] )); then
  compdef _newsletter newsletter
fi
