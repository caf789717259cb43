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
install(DIRECTORY templates DESTINATION ${CMAKE_INSTALL_DATADIR}/berth)
