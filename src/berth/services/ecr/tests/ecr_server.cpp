/// ECR as a program: takes a folder for its state, prints its endpoint and runs until its standard input ends.
#include "ecr_stand.hpp"

#include <iostream>
#include <limits>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: ecr_test_server FOLDER\n";
    return 1;
  }
  const berth::ecr::Stand stand(argv[1]);
  std::cout << stand.endpoint() << std::endl;
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
}
