#compdef fathom
# Completion of fathom for zsh.
_fathom() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=('split:hold a random part of the items out' 'evaluate:recall and NDCG of recommendations'
      'inspect:what is in a data set or network file' 'version:the version')
    _describe command commands
    return
  fi
  case $words[2] in
    split)
      _arguments '--train[text file to write, for training]:file:_files' '--test[text file to write, held out]:file:_files' \
        '--fraction[part of the items]:number:' '--seed[of the choice]:number:' '--min-items[of a sample]:number:' '*:file:_files'
      ;;
    evaluate)
      _arguments '--recs[what predict wrote]:file:_files' '--truth[held-out items]:file:_files' \
        '--seen[training data]:file:_files' {-k,--k}'[list lengths]:numbers:'
      ;;
    inspect) _files ;;
  esac
}
compdef _fathom fathom
