# `cmake --install build/release --prefix DIR`: berthd and berth on the PATH; the shim beside them, where berthd looks for
# it; DSSTNE's command names in a folder of their own, so that `train` and `predict` do not land on everybody's PATH.
include(GNUInstallDirs)
foreach(program berthd berth berth-shim fathom)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
foreach(program generateNetCDF train predict)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/fathom/dsstne)
  endif()
endforeach()
# Manual pages, and the completion that `berth` itself prints.
install(FILES docs/man/berth.1 docs/man/fathom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/berthd.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8)
set(completions ${PROJECT_BINARY_DIR}/completions)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${completions}/berth.${shell} DEPENDS berth
    COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
    COMMAND berth completion ${shell} > ${completions}/berth.${shell})
endforeach()
add_custom_target(completions ALL
  DEPENDS ${completions}/berth.bash ${completions}/berth.zsh ${completions}/berth.fish)
install(FILES ${completions}/berth.bash RENAME berth DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES packaging/completions/fathom.bash RENAME fathom
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES packaging/completions/fathom.zsh RENAME _fathom DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES packaging/completions/fathom.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${completions}/berth.zsh RENAME _berth DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${completions}/berth.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY templates DESTINATION ${CMAKE_INSTALL_DATADIR}/berth)
