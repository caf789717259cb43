/// S3 as a program: takes a folder for its state, prints its endpoint and runs until its standard input ends.
#include "s3_stand.hpp"

#include <csignal>
#include <iostream>
#include <limits>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: s3_test_server FOLDER\n";
    return 1;
  }
  std::signal(SIGPIPE, SIG_IGN);  // as berthd does: a client may go while a file is sent to it
  const berth::s3::Stand stand(argv[1]);
  std::cout << stand.endpoint() << std::endl;
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
}
