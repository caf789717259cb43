/// What each function of a template takes and gives, as a table: what is wrong whatever the parameters are is
/// found in the whole template before anything is made.
#pragma once

#include "berth/stack/template.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace berth::stack {

/// What is known of a value before it is resolved.
enum class Kind { text, list, other, unknown };

/// What a function wants in one place.
enum class Operand {
  literal,        ///< a string that is written there; it may be empty
  name,           ///< the same, not empty
  text,           ///< a string, number or boolean, or a function that may give one
  texts,          ///< a list of those, or a function that may give a list
  list,           ///< a list, or a function that may give one
  value,          ///< anything
  boolean,        ///< a condition function
  substitutions,  ///< names with texts
};

/// How the operands are written.
enum class Form { bare, listed, either };

struct FunctionShape {
  std::string_view name;
  Form form;
  std::array<Operand, 3> operands;  ///< the last one that counts stands for all that follow it
  std::size_t least, most;          ///< how many operands, where they are listed
  Kind gives;
  const char* complaint;  ///< CloudFormation's sentence where it is called in another way
};

namespace shapes {

using enum Operand;
inline constexpr FunctionShape ref{
    "Ref", Form::bare, {literal}, 1, 1, Kind::unknown, "every Ref object must have a single String value."},
    get_att{"Fn::GetAtt",
            Form::either,
            {name, text},
            2,
            2,
            Kind::unknown,
            "every Fn::GetAtt object requires two non-empty parameters, the resource name and the resource "
            "attribute"},
    sub{"Fn::Sub",
        Form::either,
        {literal, substitutions},
        2,
        2,
        Kind::text,
        "One or more Fn::Sub intrinsic functions don't specify expected arguments. Specify a string as first "
        "argument, and an optional second argument to specify a mapping of values to replace in the string"},
    join{"Fn::Join",
         Form::listed,
         {literal, texts},
         2,
         2,
         Kind::text,
         "every Fn::Join object requires two parameters, (1) a string delimiter and (2) a list of strings to "
         "be joined or a function that returns a list of strings (such as Fn::GetAZs) to be joined."},
    select{"Fn::Select",
           Form::listed,
           {text, list},
           2,
           2,
           Kind::unknown,
           "Fn::Select requires a list argument with two elements: an integer index and a list"},
    split{"Fn::Split",
          Form::listed,
          {name, text},
          2,
          2,
          Kind::list,
          "every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be "
          "split or a function that returns a string to be split."},
    find_in_map{"Fn::FindInMap",
                Form::listed,
                {text, text, text},
                3,
                3,
                Kind::unknown,
                "every Fn::FindInMap object requires three parameters, the map name, map key and the "
                "attribute for return value"},
    if_{"Fn::If",
        Form::listed,
        {name, value, value},
        3,
        3,
        Kind::unknown,
        "Fn::If requires a list argument with three elements"},
    base64{"Fn::Base64",
           Form::bare,
           {text},
           1,
           1,
           Kind::text,
           "every Fn::Base64 object must have a String-typed value."},
    get_azs{"Fn::GetAZs",
            Form::bare,
            {text},
            1,
            1,
            Kind::list,
            "every Fn::GetAZs object must have a String-typed value."},
    cidr{"Fn::Cidr",
         Form::listed,
         {text, text, text},
         2,
         3,
         Kind::list,
         "every Fn::Cidr object requires an IP block, a count from 1 to 256, and the number of subnet bits"},
    import_value{"Fn::ImportValue",
                 Form::bare,
                 {text},
                 1,
                 1,
                 Kind::text,
                 "every Fn::ImportValue object must have a String-typed value."};

// The place of these is the Conditions section only, and what they give is no value.
inline constexpr FunctionShape condition{
    "Condition", Form::bare, {name}, 1, 1, Kind::other, "Condition must name a condition"},
    equals{"Fn::Equals",
           Form::listed,
           {value, value},
           2,
           2,
           Kind::other,
           "Fn::Equals requires a list argument with two elements"},
    not_{"Fn::Not",
         Form::listed,
         {Operand::boolean},
         1,
         1,
         Kind::other,
         "Fn::Not requires a list argument with one element"},
    and_{"Fn::And", Form::listed, {Operand::boolean, Operand::boolean, Operand::boolean},     2,
         10,        Kind::other,  "Fn::And requires a list argument with two to ten elements"},
    or_{"Fn::Or", Form::listed, {Operand::boolean, Operand::boolean, Operand::boolean},    2,
        10,       Kind::other,  "Fn::Or requires a list argument with two to ten elements"};

}  // namespace shapes

/// Every function in resources, outputs and conditions is called as its shape says, and gives what its place
/// wants as far as can be told without parameters' values and resources; conditions name parameters only. Throws
/// TemplateError.
void check_functions(const Template& definition);

}  // namespace berth::stack
