/** JSON Schemas of the parameters of the operations. */

import type { Operation, OperationParameter, ParameterSource, ValueType } from "../../src/gateway/index.ts";

/** A JSON object. */
export type Json = { readonly [name: string]: unknown };

const SOURCES: Readonly<Record<ParameterSource, string>> = {
  specification: "the specification",
  public: "public documents",
};

/** The keywords that a type adds to the schema of a string. A test compares the patterns with the checks of the client. */
const TYPES: Readonly<Record<ValueType, Json>> = {
  text: {},
  digits: { pattern: "^[0-9]+$" },
  "card-number": { pattern: "^[0-9]+$" },
  cvv2: { pattern: "^[0-9]{3,4}$" },
  month: { pattern: "^(0[1-9]|1[0-2])$" },
  year: { pattern: "^[0-9]{4}$" },
  amount: { pattern: "^(?=.*[1-9])(0|[1-9][0-9]*)\\.[0-9]{1,3}$" },
  boolean: { enum: ["true", "false"] },
  currency: { pattern: "^[A-Z]{3}$" },
  country: { pattern: "^[A-Z]{2}$" },
  "ip-address": { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] },
  url: { format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://" },
};

const MEANINGS: Readonly<Partial<Record<ValueType, string>>> = {
  amount: "An amount in the currency's highest unit, with a point.",
  currency: "A currency code of ISO 4217.",
  country: "A country code of two letters.",
  month: "The month of expiry.",
  year: "The year of expiry.",
};

/** The sources of a name, and of need, type and length, in machine-readable form. */
export interface Sources {
  readonly name: ParameterSource;
  readonly rules: ParameterSource;
}

function parameterSchema({ otherNames = [], need, type, length, nameFrom, rulesFrom }: OperationParameter): Json {
  const sentences = [
    MEANINGS[type],
    need === "conditional" ? "Needed in some cases." : undefined,
    otherNames.length === 0 ? undefined : `Other documents call it \`${otherNames.join("`, `")}\`.`,
    `Name from ${SOURCES[nameFrom]}; need, type and length from ${SOURCES[rulesFrom]}.`,
  ];
  const [minLength, maxLength] = length ?? [1, undefined];
  return {
    type: "string",
    description: sentences.filter((one) => one !== undefined).join(" "),
    ...TYPES[type],
    ...(type === "boolean" ? {} : { minLength, ...(maxLength === undefined ? {} : { maxLength }) }),
    "x-sources": { name: nameFrom, rules: rulesFrom } satisfies Sources,
  };
}

/** The form of an operation. The gateway may know more parameters than the documents. */
export function formSchema({ parameters, oneOf, together }: Operation): Json {
  const nameOf = (argument: string): string => parameters[argument]!.name;
  const rows = Object.values(parameters);
  const required = rows.filter(({ need }) => need === "required").map(({ name }) => name);
  const groups = oneOf.map((group) => ({ oneOf: group.map((argument) => ({ required: [nameOf(argument)] })) }));
  const dependent = together.flatMap((group) =>
    group.map((argument) => [nameOf(argument), group.filter((other) => other !== argument).map(nameOf)] as const),
  );
  return {
    type: "object",
    properties: Object.fromEntries(rows.map((row) => [row.name, parameterSchema(row)])),
    ...(required.length === 0 ? {} : { required }),
    ...(groups.length === 0 ? {} : { allOf: groups }),
    ...(dependent.length === 0 ? {} : { dependentRequired: Object.fromEntries(dependent) }),
  };
}
