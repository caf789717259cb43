# Completion of fathom for fish.
complete -c fathom -n __fish_use_subcommand -f -a split -d 'hold a random part of the items out'
complete -c fathom -n __fish_use_subcommand -f -a evaluate -d 'recall and NDCG of recommendations'
complete -c fathom -n __fish_use_subcommand -f -a inspect -d 'what is in a data set or network file'
complete -c fathom -n __fish_use_subcommand -f -a version -d 'the version'
complete -c fathom -n '__fish_seen_subcommand_from split' -l train -r
complete -c fathom -n '__fish_seen_subcommand_from split' -l test -r
complete -c fathom -n '__fish_seen_subcommand_from split' -l fraction -x
complete -c fathom -n '__fish_seen_subcommand_from split' -l seed -x
complete -c fathom -n '__fish_seen_subcommand_from split' -l min-items -x
complete -c fathom -n '__fish_seen_subcommand_from evaluate' -l recs -r
complete -c fathom -n '__fish_seen_subcommand_from evaluate' -l truth -r
complete -c fathom -n '__fish_seen_subcommand_from evaluate' -l seen -r
complete -c fathom -n '__fish_seen_subcommand_from evaluate' -s k -l k -x
