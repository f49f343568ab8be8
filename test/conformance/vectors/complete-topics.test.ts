/** Topics of vectors that are only useful if they are complete: every character, every combination, the same texts everywhere. */

import { createPrivateKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type InputOf,
  loadVectors,
  type NameValue,
  type Operation,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();

/** The inputs of our own vectors with this topic. */
function inputsOf<Asked extends Operation = "sign">(topic: string, operation?: Asked): InputOf<Asked>[] {
  const inputs = vectors
    .filter(({ id, input }) => id.split("/")[1] === topic && input.operation === (operation ?? "sign"))
    .map(({ input }) => input as VectorInput as InputOf<Asked>);
  expect(inputs.length).toBeGreaterThan(0);
  return inputs;
}

const sorted = (values: Iterable<unknown>): string[] =>
  [...new Set(Array.from(values, (one) => JSON.stringify(one)))].sort();
const formOf = ({ request }: InputOf<"sign">): readonly NameValue[] => request.form ?? [];
const queryOf = (url: string): string => url.split("?").slice(1).join("?");
const hex = (code: number): string => `%${code.toString(16).toUpperCase().padStart(2, "0")}`;

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
const PUNCTUATION = PRINTABLE.filter((character) => !/[A-Za-z0-9]/.test(character));
const CONTROLS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => !PRINTABLE.includes(character),
);

describe("every ASCII character", () => {
  test("is in the form, alone, inside and doubled, in names and values; letters and digits are names", () => {
    const forms = inputsOf("printable-ascii-form").map(formOf);
    const all = sorted(forms);
    const expected = PUNCTUATION.map((one) => [
      [one, `a${one}b`],
      [`a${one}b`, one],
      ["twice", one + one],
    ]);
    expect(expected.map((form) => JSON.stringify(form)).filter((form) => !all.includes(form))).toEqual([]);
    const names = forms.flat().flatMap(([name, value]) => (name === value ? [name] : []));
    expect(PRINTABLE.filter((one) => !PUNCTUATION.includes(one) && !names.includes(one))).toEqual([]);
  });

  test("is percent-encoded in the query, and unencoded where a query may contain it without a meaning", () => {
    const queries = inputsOf("printable-ascii-query", "base-string").map(({ request }) => queryOf(request.url));
    const raw = PUNCTUATION.filter((one) => /[-._~!$'()*,;:@/?]/.test(one));
    const expected = [
      ...raw.map((one) => `a${one}b=c${one}d&z=${one}`),
      ...PUNCTUATION.map((one) => `z=${hex(one.charCodeAt(0))}&b=c${hex(one.charCodeAt(0))}d`),
    ];
    expect(expected.filter((query) => !queries.includes(query))).toEqual([]);
  });

  test("that is a control character is encoded between letters", () => {
    const texts = inputsOf("control-characters", "percent-encoding").map(({ text }) => text);
    expect(texts).toEqual(CONTROLS.map((one) => `a${one}b`));
  });
});

describe("every octet", () => {
  test("from 80 to FF is encoded", () => {
    const octets = inputsOf("octets-encoding", "percent-encoding").flatMap(({ text }) => [...Buffer.from(text)]);
    expect(octets).toEqual(Array.from({ length: 128 }, (_, index) => 0x80 + index));
  });
});

describe("the same texts", () => {
  test("with control characters are in forms and, percent-encoded, in queries", () => {
    const inputs = inputsOf("control-characters-in-requests");
    const inForms = inputs.map(formOf).filter((form) => form.length === 3);
    const texts = inForms.map((form) => String(form[1]?.[1]));
    expect(inForms).toEqual(
      texts.map((text) => [
        ["a", `x${text}y`],
        ["b", text],
        [`n${text}`, "1"],
      ]),
    );
    const encoded = texts.map(encodeURIComponent).map((text) => `a=x${text}y&b=${text}`);
    expect(inputs.map(({ request }) => queryOf(request.url)).filter(Boolean)).toEqual(encoded);
  });

  test("outside ASCII are encoded alone, and in name, value and query of a request", () => {
    const texts = inputsOf("utf8-encoding", "percent-encoding").map(({ text }) => text);
    const requests = inputsOf("utf8-in-requests").map((input) => [formOf(input), queryOf(input.request.url)]);
    expect(requests).toEqual(
      texts.map((text) => [
        [
          ["text", text],
          [`n${text}`, "1"],
        ],
        `q=${encodeURIComponent(String(text))}`,
      ]),
    );
  });

  test("that are not UTF-8 are decoded, and in query and form", () => {
    const alone = inputsOf("not-utf8-decoding", "parameters").map(({ formEncoded }) => `${formEncoded}&b=1`);
    expect(alone.length).toBeGreaterThanOrEqual(18);
    const queries = inputsOf("not-utf8-query").map(({ request }) => queryOf(request.url));
    const forms = inputsOf("not-utf8-form").map(({ request }) => request.formEncoded);
    expect(queries).toEqual(expect.arrayContaining(alone));
    expect(forms).toEqual(expect.arrayContaining(alone));
  });

  test("that some programs parse in another way are in forms and, if well-formed, in queries", () => {
    const queries = inputsOf("query-syntax").map(({ request }) => queryOf(request.url));
    const forms = inputsOf("form-syntax", "parameters").map(({ formEncoded }) => formEncoded);
    const wellFormed = forms.filter((form) => !/%(?![0-9a-f]{2})/i.test(form));
    expect(wellFormed.length).toBeGreaterThanOrEqual(42);
    expect(wellFormed.filter((form) => !queries.includes(form))).toEqual([]);
  });

  test("that name inherited properties are in forms and queries", () => {
    const inputs = inputsOf("inherited-names");
    const inForms = inputs.map(formOf).flatMap((form) => form.slice(0, 1).map(([name]) => `${name}=1&a=2`));
    const inQueries = inputs.map(({ request }) => queryOf(request.url)).filter((query) => query.endsWith("=1&a=2"));
    expect(inQueries).toHaveLength(10);
    expect(inForms).toEqual(expect.arrayContaining(inQueries));
  });

  test("whose order UTF-16 changes are names and values", () => {
    const forms = inputsOf("name-order-utf16").map(formOf);
    const isOfValues = (form: readonly NameValue[]): boolean => form.every(([name]) => name === "n");
    const asNames = forms.filter((form) => !isOfValues(form)).map((form) => form.map(([name]) => name));
    expect(forms.filter(isOfValues).map((form) => form.map(([, value]) => value))).toEqual(asNames);
  });

  test("are realms of requests, of headers that are written and of headers that are read", () => {
    const inRequests = inputsOf("realm-in-requests").map(({ realm }) => realm);
    const refused = /[\0-\x08\n-\x1f\x7f]/;
    const written = inputsOf("realm-in-header", "authorization-header").map(({ realm = "" }) => realm);
    expect(written.filter((realm) => !refused.test(realm ?? ""))).toEqual(inRequests);
    const read = inputsOf("realm-read", "authorization-header-parsing").map(({ header }) => header);
    const quoted = inRequests.map((realm) => `realm="${realm?.replace(/["\\]/g, "\\$&")}"`);
    expect(quoted.filter((realm, index) => !read[index]?.includes(realm))).toEqual([]);
  });

  test("are secrets of HMAC and of PLAINTEXT", () => {
    const secrets = (topic: string, operation: "sign" | "signature"): string[] =>
      sorted(
        inputsOf(topic, operation).map(({ credentials }) => {
          const { consumerSecret, tokenSecret } = credentials as { consumerSecret?: string; tokenSecret?: string };
          return [consumerSecret, tokenSecret];
        }),
      );
    expect(secrets("secrets-plaintext", "sign")).toEqual(secrets("secrets-signature", "signature"));
  });
});

/** Expects a row for each combination of the values in its columns. */
function expectEachCombination(rows: readonly (readonly unknown[])[], leasts: readonly number[]): void {
  const columns = leasts.map((_, index) => sorted(rows.map((row) => row[index])));
  expect(columns.map((values, index) => values.length >= leasts[index]!)).toEqual(leasts.map(() => true));
  const product = columns.reduce<string[][]>(
    (made, values) => made.flatMap((row) => values.map((one) => [...row, one])),
    [[]],
  );
  expect(sorted(rows.map((row) => row.map((one) => JSON.stringify(one))))).toEqual(sorted(product));
}

describe("each combination", () => {
  test.each<[string, (input: InputOf<"sign">) => unknown[], number[]]>([
    ["transports", ({ signatureMethod, transport, request }) => [signatureMethod, [transport, request]], [3, 13]],
    ["short-secrets", ({ signatureMethod, credentials }) => [signatureMethod, credentials], [2, 5]],
    ...["create-card-ref", "pan-eligibility", "transfer", "transfer-by-ref", "payout"].map(
      (operation): [string, (input: InputOf<"sign">) => unknown[], number[]] => [
        `gateway-${operation}`,
        ({ request: { url, form }, signatureMethod, transport, realm }) => {
          const [, prefix, path] = /example\.com(\/[a-z]+\/api)(.*)/.exec(url) ?? [];
          return [prefix, [path, form], [signatureMethod, transport, realm]];
        },
        [2, 2, 3],
      ],
    ),
  ])("of %s is there", (topic, columns, leasts) => {
    expectEachCombination(inputsOf(topic).map(columns), leasts);
  });

  test("of HMAC methods and secrets is there", () => {
    const inputs = inputsOf("secrets-signature", "signature");
    expectEachCombination(
      inputs.map(({ signatureMethod, credentials }) => [signatureMethod, credentials]),
      [3, 22],
    );
  });

  test("of hashes and bodies is there, and of signature methods and hashed bodies", () => {
    const hashes = vectors
      .filter(({ input }) => input.operation === "body-hash")
      .filter(({ source }) => source.kind === "generated");
    const asked = hashes.map(({ input, expected }) => ({ ...(input as InputOf<"body-hash">), expected }));
    expectEachCombination(
      asked.map(({ hash, body }) => [hash, body]),
      [3, 9],
    );
    const signed = inputsOf("body-hash-in-requests").map(({ signatureMethod, protocolParameters = [] }) => {
      const [[, value] = []] = protocolParameters;
      const hash = `SHA-${signatureMethod.split("SHA")[1]}`;
      return [
        signatureMethod,
        asked.find((one) => one.hash === hash && "body-hash" in one.expected && one.expected["body-hash"] === value)
          ?.body,
      ];
    });
    expectEachCombination(signed, [4, 5]);
  });

  test("of common HTTP methods and letter cases is there", () => {
    const methods = inputsOf("http-methods").map(({ request }) => request.method);
    const common = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
    const spelled = common.flatMap((one) => [one, one.toLowerCase(), one[0] + one.slice(1).toLowerCase()]);
    expect(spelled.filter((one) => !methods.includes(one))).toEqual([]);
  });
});

describe("each signature method", () => {
  const shapesOf = (topic: string): string[] =>
    sorted(inputsOf(topic).map(({ request, version }) => [request, version]));

  test.each(["hmac-sha512", "rsa-sha1", "rsa-sha256", "rsa-sha512"])(
    "signs the requests of hmac-sha256: %s",
    (topic) => {
      const shapes = shapesOf("hmac-sha256");
      expect(shapes.length).toBeGreaterThanOrEqual(9);
      expect(shapesOf(topic)).toEqual(expect.arrayContaining(shapes));
    },
  );

  // RFC 8017 9.2: room for the digest, its name and 11 octets.
  test.each([
    ["rsa-sha1", [361]],
    ["rsa-sha256", [489, 4096]],
    ["rsa-sha512", [745, 4096]],
  ])("signs with a key of the fewest bits: %s", (topic, sizes) => {
    const bits = inputsOf(topic).map(({ credentials }) => {
      const { privateKey = "" } = credentials as { readonly privateKey?: string };
      return createPrivateKey(privateKey).asymmetricKeyDetails?.modulusLength;
    });
    expect(bits).toEqual(expect.arrayContaining([2048, ...sizes]));
  });
});

describe("each number of parameters", () => {
  test("around powers of two is there, not in sorted order, in forms; and up to 200 in queries", () => {
    const inputs = inputsOf("parameter-count");
    const counts = inputs.map((input) => formOf(input).length);
    expect(counts).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 100, 128, 200]),
    );
    const inQueries = inputs.map(({ request }) => queryOf(request.url).split("&").length);
    expect(inQueries).toEqual(expect.arrayContaining([1, 2, 10, 50, 100, 200]));
    const isSorted = (names: readonly unknown[]): boolean => JSON.stringify(names) === JSON.stringify(names.toSorted());
    const large = inputs.map((input) => formOf(input).map(String)).filter(({ length }) => length > 5);
    expect(large.filter(isSorted)).toEqual([]);
  });
});

describe("the order of a query", () => {
  test("does not change the base string", () => {
    const orders = ["b=1&a=2&a=1", "a=2&b=1&a=1", "a=1&a=2&b=1"].map((query) =>
      vectors.find(
        ({ id, input }) =>
          id.startsWith("request/repeated-names/") && "request" in input && queryOf(input.request?.url ?? "") === query,
      ),
    );
    const baseStrings = orders.map(
      (vector) => vector && "base-string" in vector.expected && vector.expected["base-string"],
    );
    expect(new Set(baseStrings).size).toBe(1);
    expect(baseStrings[0]).toEqual(expect.any(String));
  });
});
