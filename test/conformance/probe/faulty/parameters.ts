/** Servers that are wrong about the parameters that a signature covers. */

import { type OctetPair, type Parameter, type Stages, specification, toOctets } from "../../../../src/model/index.ts";
import { isNamed } from "../steps.ts";
import type { Mistake } from "../wrong-server.ts";

type Parameters = Parameter<Uint8Array>[];

/** The correct stages, with a change of the collected parameters. */
function collecting(change: (parameters: Parameters) => Parameters): () => { stages: Stages } {
  return () => ({
    stages: {
      ...specification,
      collectParameters: (sources, stages) => change(specification.collectParameters(sources, stages)),
    },
  });
}

function withStages(stages: Partial<Stages>): () => { stages: Stages } {
  return () => ({ stages: { ...specification, ...stages } });
}

const text = (octets: Uint8Array): string => Buffer.from(octets).toString("latin1");
const octets = (binary: string): Uint8Array => Buffer.from(binary, "latin1");

/** Makes one parameter of those that have an equal key. */
function merge(
  parameters: Parameters,
  key: (parameter: Parameter<Uint8Array>) => string,
  mergeTwo: (a: Uint8Array, b: Uint8Array) => Uint8Array,
): Parameters {
  const merged = new Map<string, Parameter<Uint8Array>>();
  for (const parameter of parameters) {
    const before = merged.get(key(parameter));
    const value = before === undefined ? parameter.value : mergeTwo(before.value, parameter.value);
    merged.set(key(parameter), { ...parameter, value });
  }
  return [...merged.values()];
}

const byPlaceAndName = ({ origin, name }: Parameter<Uint8Array>): string => `${origin} ${text(name)}`;

export const PARAMETERS: readonly Mistake[] = [
  {
    id: "array-joined-collision",
    fault: "array-joined-collision",
    wrong: "It joins the values of a repeated name with commas, so a=1&a=2 has the signature of a=1,2.",
    steps: collecting((all) => merge(all, byPlaceAndName, (a, b) => Buffer.concat([a, octets(","), b]))),
    requests: (sign) => [{ ...sign({ form: "a=1%2C2" }), body: "a=1&a=2" }],
  },
  {
    id: "values-concatenated-collision",
    fault: "values-concatenated-collision",
    wrong:
      "It joins the values of a repeated name without anything between them, so a=1&a=2 has the signature of a=12.",
    steps: collecting((all) => merge(all, byPlaceAndName, (a, b) => Buffer.concat([a, b]))),
    requests: (sign) => [{ ...sign({ target: "/pay?a=12" }), path: "/pay?a=1&a=2" }],
  },
  {
    id: "only-one-duplicate-covered",
    fault: "only-one-duplicate-covered",
    wrong: "It signs only the first value of a repeated name.",
    steps: collecting((all) => merge(all, byPlaceAndName, (first) => first)),
    requests: (sign) => [{ ...sign({ form: "a=1" }), body: "a=1&a=2" }],
  },
  {
    id: "same-name-across-sources-merged",
    fault: "same-name-across-sources-merged",
    wrong: "It puts query and body into one map, so a name in the body hides the same name in the query.",
    steps: collecting((all) => {
      const inBody = all.filter(({ origin }) => origin === "body");
      return all.filter(
        ({ name, origin }) => origin !== "query" || !inBody.some((one) => text(one.name) === text(name)),
      );
    }),
    requests: (sign) => [{ ...sign({ form: "a=1" }), path: "/pay?a=2" }],
  },
  {
    id: "identical-duplicates-merged",
    fault: "identical-duplicates-merged",
    wrong: "It keeps pairs in a set, so another copy of a pair is not noticed.",
    steps: collecting((all) =>
      merge(
        all,
        ({ name, value }) => JSON.stringify([text(name), text(value)]),
        (a) => a,
      ),
    ),
    requests: (sign) => [{ ...sign({ form: "a=1" }), body: "a=1&a=1" }],
  },
  {
    id: "pairs-not-encoded-collision",
    fault: "pairs-not-encoded-collision",
    wrong: "It joins decoded names and values, so a value with an ampersand has the signature of two parameters.",
    steps: withStages({
      encodeParameters: (parameters) =>
        parameters.map((one) => ({ ...one, encodedName: text(one.name), encodedValue: text(one.value) })),
    }),
    requests: (sign) => [{ ...sign({ form: "a=1&b=2" }), body: "a=1%26b%3D2" }],
  },
  {
    id: "bracket-parser-reencoded",
    fault: "bracket-parser-reencoded",
    wrong: "It encodes again what a parser made of names with brackets, so clients that send them fail.",
    steps: collecting((all) =>
      all.map((one) => {
        const [name, ...rest] = text(one.name).split("[");
        return rest.length === 0 ? one : { ...one, name: octets(name!), value: octets("[object Object]") };
      }),
    ),
    last: "rejected",
    requests: (sign) => [sign({ form: "a%5Bb%5D=1" })],
  },
  {
    id: "realm-param-unsigned-everywhere",
    fault: "realm-param-unsigned-everywhere",
    wrong: "It leaves out every parameter named realm, also in query and body.",
    steps: collecting((all) => all.filter(({ name }) => !isNamed([name, name], "realm"))),
    requests: (sign) => [{ ...sign(), path: "/pay?realm=other" }],
  },
  {
    id: "parameter-names-as-object-keys",
    fault: "parameter-names-as-object-keys",
    wrong: "It keeps parameters in a plain object, so a parameter named __proto__ is lost and not signed.",
    steps: collecting((all) => {
      const byName: Record<string, Parameters> = {};
      for (const one of all)
        byName[text(one.name)] = [...(Object.hasOwn(byName, text(one.name)) ? byName[text(one.name)]! : []), one];
      return Object.keys(byName).flatMap((name) => byName[name]!);
    }),
    requests: (sign) => [{ ...sign({ form: "a=1" }), body: "a=1&__proto__=2" }],
  },
  {
    id: "defaults-added-to-base-string",
    fault: "defaults-added-to-base-string",
    wrong: "It adds oauth_version to the base string where the client sends none, so such clients fail.",
    steps: collecting((all) => {
      const version: OctetPair = [toOctets("oauth_version"), toOctets("1.0")];
      if (all.some(({ name }) => isNamed([name, name], "oauth_version"))) return all;
      return [...all, { name: version[0], value: version[1], origin: "header" }];
    }),
    last: "rejected",
    requests: (sign) => [sign({ protocol: { oauth_version: null } })],
  },
  {
    id: "server-decodes-octets-one-by-one",
    fault: "server-decodes-octets-one-by-one",
    wrong: "It decodes each escaped octet to a character and encodes the characters again, so non-ASCII text fails.",
    steps: withStages({ percentDecode: (encoded) => toOctets(text(specification.percentDecode(encoded))) }),
    last: "rejected",
    requests: (sign) => [sign({ form: "name=%C3%A9" })],
  },
  {
    id: "form-plus-not-space",
    fault: "form-plus-not-space",
    wrong: "It decodes a form as if it were a path, so clients that send a plus sign for a space fail.",
    steps: withStages({
      decodeForm: (encoded, stages) => {
        const form = typeof encoded === "string" ? encoded : text(encoded);
        return specification.decodeForm(form.replaceAll("+", "%2B"), stages);
      },
    }),
    last: "rejected",
    requests: (sign) => [sign({ form: "name=two+words" })],
  },
];
