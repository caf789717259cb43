/// A network's output layer as a source of scores.
#pragma once

#include "fathom/model/batch.hpp"
#include "fathom/model/network.hpp"
#include "fathom/predict/recommend.hpp"

#include <numeric>
#include <optional>
#include <vector>

namespace fathom::predict {

class NetworkScores final : public ScoreSource {
 public:
  /// `output`: which output layer. Everything outlives this object; batches must fit into the network's batch
  /// size.
  NetworkScores(model::Network& network, const model::BatchSource& source, std::size_t output)
      : network_(network), source_(source), output_(output) {}

  void forward(std::uint64_t first, std::size_t count) override {
    examples_.resize(count);
    std::iota(examples_.begin(), examples_.end(), static_cast<std::uint32_t>(first));
    source_.fill(examples_, std::nullopt, batch_);
    network_.forward(batch_);
  }
  void scores(std::size_t first, Matrix<float> y) override { network_.scores(first, y, output_); }

 private:
  model::Network& network_;
  const model::BatchSource& source_;
  std::size_t output_;
  std::vector<std::uint32_t> examples_;
  model::Batch batch_;
};

}  // namespace fathom::predict
