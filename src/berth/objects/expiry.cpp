// What goes from a bucket by itself.
#include "berth/objects/change.hpp"
#include "berth/objects/listing.hpp"

namespace berth::objects {

using rows::Connection;
using Orphans = std::vector<std::string>;

base::Async<std::size_t> ObjectStore::expire(std::string bucket, Expiry expiry) {
  struct Step {
    std::size_t removed = 0;
    std::string last;
    bool more = true;
  };
  Step step;
  std::size_t removed = 0;
  while (step.more) {  // in steps, so that others are served in between
    auto work = [=](Connection& db, Orphans& orphans) {
      rows::bucket(db, bucket);
      ListQuery query;
      query.after = step.last;
      query.limit = 500;
      Listing page = objects::list(db, bucket, query);
      Step next{0, page.last, page.truncated};
      for (ObjectInfo& object : page.objects) {
        ObjectName name(bucket, object.key);
        if (expiry.with_attributes) object = rows::object(db, name).info;
        if (expiry.object(object)) next.removed += rows::remove_object(db, name, orphans);
      }
      return next;
    };
    step = co_await change(std::move(work));
    removed += step.removed;
  }
  auto work = [=](Connection& db, Orphans& orphans) {
    return drop_uploads(db, bucket, orphans, expiry.upload);
  };
  co_return removed + co_await change(std::move(work));
}

}  // namespace berth::objects
