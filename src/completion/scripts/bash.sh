# bash completion for newsletter. For ~/.bashrc:  source <(newsletter completion bash)
_newsletter() {
  local line head=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$head" ]; then
      head=$line
    else
      COMPREPLY[${#COMPREPLY[@]}]=$line
    fi
  done < <(command newsletter __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "$COMP_TYPE" 2>/dev/null </dev/null)
  # Bash 3.2 has no compopt: it falls back on file names where nothing else fits.
  case $head in
    files*) compopt -o default 2>/dev/null ;;
    *) compopt +o default 2>/dev/null ;;
  esac
  return 0
}
complete -o default -F _newsletter newsletter
