/// The demonstration services as a program: prints its endpoint and runs until its standard input ends.
#include "demo_stand.hpp"

#include <iostream>
#include <limits>

int main() {
  const berth::wire::demo::Stand stand;
  std::cout << stand.endpoint() << std::endl;
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
}
