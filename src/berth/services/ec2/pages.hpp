/// Pages of the Describe operations: MaxResults and NextToken. Without MaxResults a list comes whole. Private to this folder.
#pragma once

#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ec2/errors.hpp"
#include "berth/wire/pages.hpp"

#include <limits>

namespace berth::ec2 {

/// What MaxResults may be.
struct PageSizes {
  int least = 5, most = 1000;
};

template <auto Describe, auto List, PageSizes Sizes>
struct Paged;

template <class Response, class Request, Response (*Describe)(Ec2&, const Call&, Request), auto List,
          PageSizes Sizes>
struct Paged<Describe, List, Sizes> {
  static Response run(Ec2& ec2, const Call& call, Request in) {
    const std::optional<int> size = in.MaxResults;
    const std::optional<std::string> token = in.NextToken;
    if (size && (*size < Sizes.least || *size > Sizes.most))
      throw page_size_out_of_range(*size, Sizes.least, Sizes.most);
    Response out = Describe(ec2, call, std::move(in));
    out.NextToken = wire::cut_page(
        out.*List, token, size ? static_cast<std::size_t>(*size) : std::numeric_limits<std::size_t>::max(),
        invalid_token(token.value_or("")));
    return out;
  }
};

/// `Describe` as an operation whose reply is the page of its `List` that was asked for.
template <auto Describe, auto List, PageSizes Sizes = PageSizes{}>
inline constexpr auto paged = &Paged<Describe, List, Sizes>::run;

/// Some lists have either pages or what is named. `named` and `size` are EC2's words for the two parameters.
inline void check_named_or_paged(const std::vector<std::string>& ids, const char* named,
                                 const std::optional<int>& max_results, const char* size = "MaxResults") {
  if (!ids.empty() && max_results) throw named_and_paged(named, size);
}

}  // namespace berth::ec2
