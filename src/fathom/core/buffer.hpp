/// Owned memory of a device. Views (views.hpp) look into it.
#pragma once

#include "fathom/core/views.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace fathom {

/// Where buffers come from: the host here, a GPU's memory in another implementation. Outlives its buffers.
class Memory {
 public:
  virtual ~Memory() = default;
  /// At least `bytes` bytes, aligned to 64, all zero. Throws DeviceError when there is no more.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* block, std::size_t bytes) noexcept = 0;
};

/// The host's own memory; large blocks ask for huge pages.
class HostMemory final : public Memory {
 public:
  void* allocate(std::size_t bytes) override;
  void release(void* block, std::size_t bytes) noexcept override;
};

/// A matrix of its own, zero at first. Rows are padded_stride() apart. T is a number type.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(Memory& memory, std::size_t rows, std::size_t cols)
      : memory_(&memory), view_(nullptr, rows, cols, padded_stride<T>(cols)) {
    view_.data = static_cast<T*>(memory.allocate(bytes()));
  }
  Buffer(Buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), view_(std::exchange(other.view_, {})) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(view_, other.view_);
    return *this;
  }
  ~Buffer() {
    if (view_.data) memory_->release(view_.data, bytes());
  }

  Matrix<T> view() { return view_; }
  Matrix<const T> view() const { return view_; }
  /// The first `rows` rows: the part of a batch buffer that a short batch uses.
  Matrix<T> top(std::size_t rows) { return view_.row_range(0, rows); }
  Matrix<const T> top(std::size_t rows) const { return Matrix<const T>(view_).row_range(0, rows); }
  /// The only row of a buffer that holds a vector.
  Row<T> row() { return view_.row(0); }
  Row<const T> row() const { return Matrix<const T>(view_).row(0); }
  bool present() const { return view_.data != nullptr; }
  std::size_t bytes() const { return view_.rows * view_.stride * sizeof(T); }

 private:
  Memory* memory_ = nullptr;
  Matrix<T> view_;
};

}  // namespace fathom
