#include "fathom/data/netcdf_file.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/data/netcdf_probe.hpp"
#include "fathom/data/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netcdf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <limits>

namespace fathom::data {
namespace {

/// Deflate shrinks at most about a thousand times; whatever claims more is not in the file.
constexpr std::uint64_t largest_compression = 1100;

}  // namespace

// ---- reading ----

NetcdfReader::NetcdfReader(const std::string& file) : file_(file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) throw DataError(base::system_error("cannot open " + file).message);
  if (!S_ISREG(info.st_mode)) throw DataError(file, 0, "not a regular file");
  size_ = static_cast<std::uint64_t>(info.st_size);
  probe_netcdf(file);
  const int status = nc_open(file.c_str(), NC_NOWRITE, &id_);
  if (status != NC_NOERR)
    throw DataError(file, 0, fmt::format("not a NetCDF file that can be read: {}", nc_strerror(status)));
}

NetcdfReader::NetcdfReader(int id, std::string name, std::uint64_t size_in_bytes)
    : file_(std::move(name)), id_(id), size_(size_in_bytes) {}

NetcdfReader::~NetcdfReader() { nc_close(id_); }

void NetcdfReader::fail(const std::string& sentence) const { throw DataError(file_, 0, sentence); }

void NetcdfReader::check(int status, const std::string& item) const {
  if (status != NC_NOERR) fail(fmt::format("{}: {}", item, nc_strerror(status)));
}

bool NetcdfReader::has_attribute(const std::string& name) const {
  return nc_inq_att(id_, NC_GLOBAL, name.c_str(), nullptr, nullptr) == NC_NOERR;
}

bool NetcdfReader::has_variable(const std::string& name) const {
  int variable = 0;
  return nc_inq_varid(id_, name.c_str(), &variable) == NC_NOERR;
}

void NetcdfReader::check_scalar(const std::string& name) const {
  nc_type type = 0;
  std::size_t length = 0;
  if (nc_inq_att(id_, NC_GLOBAL, name.c_str(), &type, &length) != NC_NOERR) {
    fail(fmt::format("the attribute {} is missing", name));
  }
  if (type == NC_CHAR || type > NC_UINT64) fail(fmt::format("the attribute {} is not a number", name));
  if (length != 1) fail(fmt::format("the attribute {} has {} values instead of one", name, length));
}

std::uint64_t NetcdfReader::natural(const std::string& name, std::uint64_t limit) const {
  check_scalar(name);
  unsigned long long value = 0;
  check(nc_get_att_ulonglong(id_, NC_GLOBAL, name.c_str(), &value), "attribute " + name);
  if (value > limit) fail(fmt::format("the attribute {} is {}; at most {} is possible", name, value, limit));
  return value;
}

std::int64_t NetcdfReader::integer(const std::string& name) const {
  check_scalar(name);
  long long value = 0;
  check(nc_get_att_longlong(id_, NC_GLOBAL, name.c_str(), &value), "attribute " + name);
  return value;
}

float NetcdfReader::real(const std::string& name) const {
  check_scalar(name);
  float value = 0;
  check(nc_get_att_float(id_, NC_GLOBAL, name.c_str(), &value), "attribute " + name);
  return value;
}

double NetcdfReader::double_precision(const std::string& name) const {
  check_scalar(name);
  double value = 0;
  check(nc_get_att_double(id_, NC_GLOBAL, name.c_str(), &value), "attribute " + name);
  return value;
}

std::string NetcdfReader::text(const std::string& name) const {
  nc_type type = 0;
  std::size_t length = 0;
  if (nc_inq_att(id_, NC_GLOBAL, name.c_str(), &type, &length) != NC_NOERR) {
    fail(fmt::format("the attribute {} is missing", name));
  }
  if (type != NC_CHAR) fail(fmt::format("the attribute {} is not text", name));
  std::string text(length, '\0');
  if (length > 0) check(nc_get_att_text(id_, NC_GLOBAL, name.c_str(), text.data()), "attribute " + name);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

std::optional<std::uint64_t> NetcdfReader::dimension(const std::string& name) const {
  int id = 0;
  std::size_t length = 0;
  if (nc_inq_dimid(id_, name.c_str(), &id) != NC_NOERR) return {};
  check(nc_inq_dimlen(id_, id, &length), "dimension " + name);
  return length;
}

std::uint64_t NetcdfReader::length_of(const std::string& variable) const {
  int id = 0, axes = 0, dimension_id = 0;
  std::size_t length = 0;
  if (nc_inq_varid(id_, variable.c_str(), &id) != NC_NOERR)
    fail(fmt::format("the variable {} is missing", variable));
  check(nc_inq_varndims(id_, id, &axes), "variable " + variable);
  if (axes != 1) fail(fmt::format("the variable {} has {} dimensions instead of one", variable, axes));
  check(nc_inq_vardimid(id_, id, &dimension_id), "variable " + variable);
  check(nc_inq_dimlen(id_, dimension_id, &length), "variable " + variable);
  return length;
}

int NetcdfReader::checked_variable(const std::string& variable, std::uint64_t length,
                                   std::size_t element_size) const {
  const std::uint64_t actual = length_of(variable);
  if (actual != length)
    fail(fmt::format("the variable {} has {} elements instead of {}", variable, actual, length));
  if (length / largest_compression > size_ / element_size + 1024) {
    fail(fmt::format("the variable {} claims {} elements, more than the file can hold", variable, length));
  }
  int id = 0;
  check(nc_inq_varid(id_, variable.c_str(), &id), "variable " + variable);
  if (type_of(id) > NC_UINT64) fail(fmt::format("the variable {} has no numeric type", variable));
  return id;
}

int NetcdfReader::type_of(int variable) const {
  nc_type type = 0;
  check(nc_inq_vartype(id_, variable, &type), "type of a variable");
  return type;
}

std::vector<float> NetcdfReader::floats(const std::string& variable, std::uint64_t length) const {
  const int id = checked_variable(variable, length, sizeof(float));
  std::vector<float> values(length);
  check(nc_get_var_float(id_, id, values.data()), "variable " + variable);
  return values;
}

std::vector<std::uint32_t> NetcdfReader::naturals(const std::string& variable, std::uint64_t length) const {
  const int id = checked_variable(variable, length, sizeof(std::uint32_t));
  std::vector<std::uint32_t> values(length);
  check(nc_get_var_uint(id_, id, values.data()), "variable " + variable);
  return values;
}

std::vector<std::uint64_t> NetcdfReader::offsets(const std::string& variable, std::uint64_t length) const {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  const int id = checked_variable(variable, length, sizeof(std::uint32_t));
  const int type = type_of(id);
  if (type != NC_UINT && type != NC_UINT64 && type != NC_INT64) {
    fail(fmt::format("the variable {} must be of type uint, uint64 or int64", variable));
  }
  std::vector<unsigned long long> values(length);
  check(nc_get_var_ulonglong(id_, id, values.data()), "variable " + variable);
  return {values.begin(), values.end()};
}

std::vector<signed char> NetcdfReader::characters(const std::string& variable, std::uint64_t length) const {
  const int id = checked_variable(variable, length, 1);
  std::vector<signed char> values(length);
  if (type_of(id) == NC_CHAR) {
    check(nc_get_var_text(id_, id, reinterpret_cast<char*>(values.data())), "variable " + variable);
  } else {
    check(nc_get_var_schar(id_, id, values.data()), "variable " + variable);
  }
  return values;
}

// ---- writing ----

NetcdfWriter::NetcdfWriter(const std::string& file) : file_(file_to_replace(file)), temporary_(file_) {
  // The library answers "Permission denied" to whatever stands in the way; the system says what it is.
  if (!base::Fd(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)))
    throw DataError(base::system_error("cannot write " + file).message);
  const int status = nc_create(temporary_.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_);
  if (status != NC_NOERR) {
    unlink(temporary_.c_str());
    throw DataError(file, 0, fmt::format("cannot be written: {}", nc_strerror(status)));
  }
}

NetcdfWriter::~NetcdfWriter() {
  if (id_ >= 0) {
    nc_close(id_);
    unlink(temporary_.c_str());
  }
}

void NetcdfWriter::check(int status, const std::string& item) const {
  if (status != NC_NOERR)
    throw DataError(file_, 0, fmt::format("cannot write {}: {}", item, nc_strerror(status)));
}

void NetcdfWriter::attribute(const std::string& name, std::uint32_t value) {
  check(nc_put_att_uint(id_, NC_GLOBAL, name.c_str(), NC_UINT, 1, &value), name);
}

void NetcdfWriter::attribute(const std::string& name, std::int32_t value) {
  check(nc_put_att_int(id_, NC_GLOBAL, name.c_str(), NC_INT, 1, &value), name);
}

void NetcdfWriter::attribute(const std::string& name, std::uint64_t value) {
  const unsigned long long wide = value;
  check(nc_put_att_ulonglong(id_, NC_GLOBAL, name.c_str(), NC_UINT64, 1, &wide), name);
}

void NetcdfWriter::attribute(const std::string& name, float value) {
  check(nc_put_att_float(id_, NC_GLOBAL, name.c_str(), NC_FLOAT, 1, &value), name);
}

void NetcdfWriter::attribute(const std::string& name, double value) {
  check(nc_put_att_double(id_, NC_GLOBAL, name.c_str(), NC_DOUBLE, 1, &value), name);
}

void NetcdfWriter::attribute(const std::string& name, const std::string& text) {
  check(nc_put_att_text(id_, NC_GLOBAL, name.c_str(), text.size(), text.data()), name);
}

int NetcdfWriter::dimension(const std::string& name, std::uint64_t length) {
  // Length 0 would mean "unlimited" to the library, and no reader of data sets takes that.
  if (length == 0) throw DataError(file_, 0, name + " would be empty");
  int id = 0;
  check(nc_def_dim(id_, name.c_str(), length, &id), name);
  return id;
}

void NetcdfWriter::declare(const std::string& name, int type, int dimension, const void* values) {
  int id = 0;
  check(nc_def_var(id_, name.c_str(), type, 1, &dimension, &id), name);
  check(nc_def_var_fill(id_, id, NC_NOFILL, nullptr), name);
  pending_.push_back({id, values, name});
}

void NetcdfWriter::variable(const std::string& name, int dimension, std::span<const float> values) {
  declare(name, NC_FLOAT, dimension, values.data());
}

void NetcdfWriter::variable(const std::string& name, int dimension, std::span<const std::uint32_t> values) {
  declare(name, NC_UINT, dimension, values.data());
}

void NetcdfWriter::variable(const std::string& name, int dimension, std::span<const std::uint64_t> values) {
  declare(name, NC_UINT64, dimension, values.data());
}

void NetcdfWriter::commit() {
  check(nc_enddef(id_), "the header");
  for (const Pending& variable : pending_)
    check(nc_put_var(id_, variable.id, variable.values), variable.name);
  const int status = nc_close(std::exchange(id_, -1));
  if (status != NC_NOERR) {
    unlink(temporary_.c_str());
    check(status, "the end of the file");
  }
  publish(temporary_.text(), file_);
}

}  // namespace fathom::data
