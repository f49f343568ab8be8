import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { rawHeaderPairs } from "../../src/diagnosis/input/malformed-header.ts";
import { allFaults, FAULTS } from "../../src/faults/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import type { NameValue } from "../../src/oauth1/index.ts";
import { asked, payment, sentWith } from "./requests.ts";

/** Enough for common causes, also together with a malformed header. */
const LIKELIEST = { budget: { combinations: 3000 } };

/** Without the rarer faults. */
const DOCUMENTED = { faults: FAULTS };

function idsOf(diagnosis: Diagnosis): string[] {
  return diagnosis.kind === "explained" ? diagnosis.causes.map(({ id }) => id) : [];
}

const items = (header: string): string[] => header.replace("OAuth ", "").split(", ");

/** Layouts of headers: how clients order and join parameters. */
const LAYOUTS: Readonly<Record<string, (header: string) => string>> = {
  "as most write it": (header) => header,
  "sorted by name": (header) => `OAuth ${items(header).sort().join(", ")}`,
  "with the scheme in lower case": (header) => header.replace("OAuth", "oauth"),
  "joined by commas alone": (header) => `OAuth ${items(header).join(",")}`,
  "sorted, joined by commas alone": (header) => `OAuth ${items(header).sort().join(",")}`,
};

/** Malformed headers, and their faults. */
const MISTAKES: readonly (readonly [ids: readonly string[], spoil: (header: string) => string])[] = [
  [["scheme-missing"], (header) => header.replace(/OAuth /i, "")],
  [["scheme-missing"], (header) => header.replace(/OAuth /i, "Bearer ")],
  [["header-leading-comma"], (header) => header.replace(/OAuth /i, "OAuth ,")],
  [["header-unquoted"], (header) => header.replaceAll('"', "")],
  [["header-unquoted"], (header) => header.replaceAll('"', "'")],
  [["header-wrong-separator"], (header) => header.replace(/", ?/g, '"; ')],
  [["header-wrong-separator"], (header) => header.replace(/", ?/g, '"&')],
  [["header-unquoted", "header-wrong-separator"], (header) => header.replaceAll('"', "").replace(/, ?/g, "&")],
];

function withHeader(sent: HttpRequest, change: (header: string) => string): HttpRequest {
  return {
    ...sent,
    headers: sent.headers.map(([name, value]) => [name, name === "Authorization" ? change(value) : value]),
  };
}

describe("a malformed header", () => {
  test.each([
    [
      "a=b%2C, oauth_nonce=n., oauth_token=t",
      [
        ["oauth_nonce", "n."],
        ["oauth_token", "t"],
      ],
    ],
    [
      "oauth_nonce=n%2C, oauth_token=t%2C",
      [
        ["oauth_nonce", "n%2C"],
        ["oauth_token", "t%2C"],
      ],
    ],
    [
      "oauth_nonce=n%2Coauth_token=t",
      [
        ["oauth_nonce", "n"],
        ["oauth_token", "t"],
      ],
    ],
    ["oauth_nonce=n.oauth_token=t", [["oauth_nonce", "n.oauth_token=t"]]],
    [
      "oauth_nonce=n,,  oauth_token=t",
      [
        ["oauth_nonce", "n"],
        ["oauth_token", "t"],
      ],
    ],
  ])("keeps what a value ends with before the separator: %s", (header, pairs) => {
    const headers = [["Authorization", `OAuth ${header}`]] as const;
    expect(rawHeaderPairs({ method: "GET", url: "https://a.example/", headers }).pairs).toEqual(pairs);
  });

  test.each(MISTAKES)("shows %j among all faults", { tags: ["deep"] }, (ids, spoil) => {
    expect(idsOf(diagnose(asked(withHeader(sentWith([]), spoil)))).sort()).toEqual(ids);
  });

  // The layout changes how the header is read, and nothing that the other faults change.
  const faults = allFaults().filter(({ stage }) => stage === "authorizationHeader");
  for (const [layout, lay] of Object.entries(LAYOUTS)) {
    test.each(MISTAKES)(`shows %j, ${layout}`, { tags: ["deep"] }, (ids, spoil) => {
      const sent = withHeader(sentWith([]), (header) => spoil(lay(header)));
      expect(idsOf(diagnose(asked(sent), { faults, budget: { combinations: 30_000 } })).sort()).toEqual(ids);
    });
  }

  test("and a wrong base string show both", { tags: ["deep"] }, () => {
    const sent = withHeader(sentWith(["asterisk-bare"]), (header) => header.replace("OAuth ", ""));
    expect(idsOf(diagnose(asked(sent), LIKELIEST)).sort()).toEqual(["asterisk-bare", "scheme-missing"]);
  });
});

describe("a header with request parameters", () => {
  const copies = payment.form!.map(([name, value]) => `${name}="${encodeURIComponent(String(value))}"`);

  test.each([
    ["in front", (all: string[]) => [...copies, ...all]],
    ["at the end", (all: string[]) => [...all, ...copies]],
    ["in the order of names", (all: string[]) => [...all, ...copies].sort()],
    ["one of them only", (all: string[]) => [...all, copies[0]!]],
  ])("shows the fault: %s", { tags: ["deep"] }, (_where, place) => {
    const sent = withHeader(sentWith([]), (header) => `OAuth ${place(items(header)).join(", ")}`);
    const diagnosis = diagnose(asked(sent), LIKELIEST);
    expect(diagnosis.notices).toEqual([]);
    expect(idsOf(diagnosis)).toEqual(["request-params-in-header"]);
  });
});

describe("a repeated parameter", () => {
  test("in copies shows the same fault of the header", () => {
    const request = { ...payment, form: [["id", "1"] as const, ["id", "2"] as const] };
    const sent = withHeader(sentWith([], request), (header) => `${header}, id="1", id="2"`);
    expect(idsOf(diagnose(asked(sent)))).toEqual(["request-params-in-header"]);
  });

  test("of the protocol is noticed", { tags: ["deep"] }, () => {
    const sent = withHeader(sentWith([]), (header) => header.replace("OAuth ", 'OAuth oauth_nonce="old", '));
    const { notices } = diagnose(asked(sent), { budget: { combinations: 1 } });
    expect(notices).toMatchObject([{ id: "protocol-parameters-repeated" }]);
  });
});

describe("a malformed header with unusual names and values", () => {
  const namedWith = (id: string, ...added: readonly NameValue[]): string[] => {
    const request = { ...payment, protocolParameters: [...payment.protocolParameters, ...added] };
    return idsOf(diagnose(asked(sentWith([id], request)), LIKELIEST));
  };

  test("is named if it has no quotation marks and a name contains a hyphen", () => {
    expect(namedWith("header-unquoted", ["oauth_x-y", "1"])).toEqual(["header-unquoted"]);
  });

  test("is named if a value is a quotation mark", () => {
    expect(namedWith("header-unquoted", ["oauth_x", '"'])).toEqual(["header-unquoted"]);
  });

  test('is named if unencoded values are or begin with " or <', () => {
    const added: NameValue[] = [
      ["oauth_x", '"'],
      ["oauth_y", "<?"],
    ];
    expect(namedWith("header-values-not-encoded", ...added)).toEqual(["header-values-not-encoded"]);
  });
});

describe("a malformed header that no known fault writes", () => {
  const oneColon = (header: string): string => header.replace(/="(.*?)"/, ":'$1'");
  const wordsBetween = (header: string): string => header.replaceAll('", ', '" and, ');

  test.each([oneColon, wordsBetween])(
    "is rejected for its header if the parameters verify",
    { tags: ["deep"] },
    (spoil) => {
      const diagnosis = diagnose(asked(withHeader(sentWith([]), spoil)), DOCUMENTED);
      expect(diagnosis.kind).toBe("rejected");
      expect(diagnosis.notices).toContainEqual(expect.objectContaining({ id: "header-malformed", rejects: true }));
    },
  );

  test("does not hide another cause", { tags: ["deep"] }, () => {
    const diagnosis = diagnose(asked(withHeader(sentWith(["asterisk-bare"]), oneColon)), DOCUMENTED);
    expect(idsOf(diagnosis)).toEqual(["asterisk-bare"]);
    expect(diagnosis.notices).toContainEqual(expect.objectContaining({ id: "header-malformed" }));
  });

  test("says nothing of the signature if it does not verify", { tags: ["deep"] }, () => {
    const sent = sentWith([], { ...payment, consumerSecret: "a secret of another shop" });
    expect(diagnose(asked(withHeader(sent, oneColon)), LIKELIEST).kind).toBe("unknown");
  });
});
