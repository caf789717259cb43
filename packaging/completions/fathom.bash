# Completion of fathom for bash.
_fathom() {
  local word current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done \
      < <(compgen -W "split evaluate inspect version --help" -- "$current")
    return
  fi
  case ${COMP_WORDS[1]} in
    split) options="--train --test --fraction --seed --min-items --help" ;;
    evaluate) options="--recs --truth --seen -k --k --help" ;;
    inspect) options="--help" ;;
  esac
  case $before in --fraction | --seed | --min-items | -k | --k) return ;; esac
  if [[ $current == -* ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$options" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -F _fathom fathom
