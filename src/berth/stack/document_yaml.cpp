#include "base/json.hpp"
#include "berth/stack/document.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <charconv>
#include <sstream>
#include <string>
#include <vector>

namespace berth::stack {
namespace {

[[noreturn]] void refuse(const YAML::Mark& mark, const std::string& why) {
  throw TemplateError(fmt::format("Template format error: YAML not well-formed. (line {}, column {}) {}",
                                  mark.line + 1, mark.column + 1, why));
}

constexpr std::array functions = {"Base64",    "Cidr",        "FindInMap",    "GetAZs", "GetAtt",
                                  "If",        "ImportValue", "Join",         "Select", "Split",
                                  "Sub",       "And",         "Equals",       "Not",    "Or",
                                  "Transform", "Length",      "ToJsonString", "ForEach"};

/// The member name that a short form stands for; empty for no tag of ours.
std::string long_form(const std::string& tag, const YAML::Mark& mark) {
  if (tag.empty() || tag == "?" || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) return {};
  if (tag == "!Ref") return "Ref";
  if (tag == "!Condition") return "Condition";
  for (const char* name : functions)
    if (tag == std::string("!") + name) return std::string("Fn::") + name;
  refuse(mark, "unknown tag " + tag);
}

/// A number or boolean if its JSON form is this very text, else the text.
json::value plain_scalar(const std::string& text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  std::int64_t integer = 0;
  const char* const end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
      error == std::errc{} && stop == end && std::to_string(integer) == text)
    return integer;
  double real = 0;
  if (const auto [stop, error] = std::from_chars(text.data(), end, real);
      error == std::errc{} && stop == end && fmt::format("{}", real) == text &&
      text.find('n') == std::string::npos)
    return real;
  return json::string(text);
}

json::value scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) {
  if (tag == "?") return plain_scalar(text);
  if (tag.empty() || tag == "!" || tag == "tag:yaml.org,2002:str") return json::string(text);
  if (tag.starts_with("tag:yaml.org,2002:")) {
    const std::string kind = tag.substr(18);
    const json::value value = plain_scalar(text);
    if ((kind == "int" && value.is_int64()) || (kind == "float" && value.is_number()) ||
        (kind == "bool" && value.is_bool()))
      return value;
    refuse(mark, fmt::format("\"{}\" is not what the tag !!{} says", text, kind));
  }
  return json::string(text);  // a short form: long_form() wraps it
}

/// Turns yaml-cpp's events into a value. It throws TemplateError from inside the parser, which unwinds
/// cleanly.
class Builder final : public YAML::EventHandler {
 public:
  json::value take() { return std::move(result_); }
  bool done() const { return done_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "YAML aliases are not allowed in CloudFormation templates");
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(mark, nullptr); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& text) override {
    if (expects_key()) {
      take_key(mark, text);
    } else {
      add(mark, wrap(long_form(tag, mark), scalar(mark, tag, text)));
    }
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, json::array());
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, json::object());
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    json::value value;
    std::string name;  // the long form that wraps it
    YAML::Mark mark;
    std::string key{};
    bool has_key = false;
  };

  bool expects_key() const {
    return !open_.empty() && open_.back().value.is_object() && !open_.back().has_key;
  }

  void take_key(const YAML::Mark& mark, const std::string& text) {
    Frame& frame = open_.back();
    if (text == "<<") refuse(mark, "merge keys (<<) are not allowed in CloudFormation templates");
    if (frame.value.get_object().contains(text))
      refuse(mark, fmt::format("the key \"{}\" stands twice", text));
    frame.key = text;
    frame.has_key = true;
  }

  void open(const YAML::Mark& mark, const std::string& tag, json::value empty) {
    if (expects_key()) refuse(mark, "a key must be a scalar");
    if (open_.size() >= max_depth) refuse(mark, fmt::format("it nests deeper than {} levels", max_depth));
    open_.push_back({std::move(empty), long_form(tag, mark), mark});
  }

  void close() {
    Frame frame = std::move(open_.back());
    open_.pop_back();
    add(frame.mark, wrap(frame.name, std::move(frame.value)));
  }

  void add(const YAML::Mark& mark, json::value value) {
    if (open_.empty()) {
      result_ = std::move(value);
      done_ = true;
      return;
    }
    Frame& parent = open_.back();
    if (auto* array = parent.value.if_array()) {
      array->push_back(std::move(value));
      return;
    }
    if (!parent.has_key) refuse(mark, "a key must be a scalar");
    parent.value.get_object().emplace(parent.key, std::move(value));
    parent.has_key = false;
  }

  static json::value wrap(const std::string& name, json::value value) {
    if (name.empty()) return value;
    // "A.B.C" is resource A, attribute B.C.
    if (const auto* text = value.if_string(); name == "Fn::GetAtt" && text != nullptr) {
      const auto dot = text->find('.');
      if (dot != json::string::npos)
        value = json::array{json::string(text->subview(0, dot)), json::string(text->subview(dot + 1))};
    }
    json::object object;
    object.emplace(name, std::move(value));
    return object;
  }

  std::vector<Frame> open_;
  json::value result_;
  bool done_ = false;
};

}  // namespace

json::value parse_yaml_document(std::string_view text) {
  std::istringstream stream{std::string(text)};
  Builder builder;
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    json::value value = builder.take();
    Builder second;
    if (parser.HandleNextDocument(second) && second.done())
      throw TemplateError("Template format error: YAML not well-formed. A template is one document.");
    return value;
  } catch (const YAML::Exception& error) {
    if (error.mark.is_null())
      throw TemplateError(fmt::format("Template format error: YAML not well-formed. {}", error.msg));
    refuse(error.mark, error.msg);
  }
}

}  // namespace berth::stack
