import { describe, expect, test } from "vitest";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { model } from "../../../src/conformance/implementations/index.ts";
import {
  checkProperty,
  generateCase,
  NotOffered,
  PROPERTIES,
  type Property,
} from "../../../src/conformance/properties/index.ts";
import {
  type Answer,
  type Ask,
  readInput,
  type Stage,
  type StageValues,
} from "../../../src/conformance/vectors/index.ts";
import { changing } from "../runner/wrong.ts";

/** One way to be wrong: the property that finds it, a case that shows it, and the changed answers. */
interface Mistake {
  readonly property: string;
  readonly wrong: string;
  /** The case as JSON. */
  readonly one: unknown;
  /** The stage at which the property must be falsified. */
  readonly stage: Stage;
  /** Changes the stages of one answer. `question` is 1 for the first question. */
  readonly change: (stages: Texts, input: Input, question: number) => StageValues;
  /** What the answers leave out, with the mistake and without it. */
  readonly without?: readonly Stage[];
}

/** Stages and input with the members that the mistakes change. */
type Texts = Record<Exclude<Stage, "parameters" | "realm" | "valid">, string> & {
  readonly parameters: (readonly [string, string])[];
};
interface Input {
  readonly text: string;
  readonly formEncoded: string;
  readonly body: string;
  readonly hash: string;
  readonly header: string;
  readonly realm?: string;
  readonly baseString: string;
  readonly signatureMethod: string;
  readonly credentials: { readonly consumerSecret: string };
  readonly request: { readonly method: string; readonly url: string; readonly form: (readonly [string, string])[] };
}

function propertyOf(id: string): Property {
  return PROPERTIES.find((property) => property.id === id)!;
}

/** This package, with the change in its answers. */
function asking(change: Mistake["change"], without: readonly Stage[] = []): Ask {
  let question = 0;
  const implementation = changing((stages, input) => {
    question++;
    const changed = Object.entries(change(stages as Texts, input as unknown as Input, question));
    return Object.fromEntries(changed.filter(([stage]) => !without.includes(stage as Stage)));
  });
  return inProcessDriver(implementation).ask;
}

const REQUEST = { method: "POST", url: "https://a.example/x?c=3", form: [["a", "b c"]] };
const SIGN = {
  request: REQUEST,
  signatureMethod: "HMAC-SHA1",
  credentials: { consumerKey: "k", consumerSecret: "s" },
  nonce: "n",
  timestamp: "1700000000",
  version: "1.0",
  transport: "header",
};
const { nonce: _nonce, timestamp: _timestamp, ...CHOOSING } = SIGN;
const TWO_PAIRS = { ...REQUEST, form: [...REQUEST.form, ["d", "e"]] };

function replaced(stage: Stage, search: string | RegExp, by: string): Mistake["change"] {
  return (stages) => ({ ...stages, [stage]: String(stages[stage as keyof Texts]).replace(search, by) });
}

/** The mistakes of a stage that is checked alone. */
const OF_STAGES: readonly Mistake[] = [
  ...(
    [
      ["gives no text", "a", () => ({}), "percent-encoding"],
      ["leaves a reserved character", "(", replaced("percent-encoding", "%28", "("), "percent-encoding"],
      ["writes escapes in lower case", "/", replaced("percent-encoding", "%2F", "%2f"), "percent-encoding"],
      ["leaves a percent sign", "%", replaced("percent-encoding", "%25", "%"), "percent-encoding"],
      ["loses a character", "a b", replaced("percent-encoding", "%20", ""), "percent-decoding"],
    ] as const
  ).map(([wrong, one, change, stage]) => ({ property: "encoding-decodes-back", wrong, one, change, stage })),
  {
    property: "decoding-undoes-encoding",
    wrong: "decodes a plus as a space",
    one: "+",
    stage: "percent-decoding",
    change: replaced("percent-decoding", "+", " "),
  },
  ...(
    [
      [
        "keeps %20",
        ({ parameters }, { formEncoded }) => ({ parameters: formEncoded.includes("%20") ? [] : parameters }),
      ],
      [
        "keeps a plus",
        ({ parameters }, { formEncoded }) => ({ parameters: formEncoded.includes("+") ? [] : parameters }),
      ],
      ["loses a pair", ({ parameters }) => ({ parameters: parameters.slice(1) })],
    ] satisfies [string, Mistake["change"]][]
  ).map(([wrong, change]): Mistake => {
    const one = TWO_PAIRS.form;
    return { property: "form-decodes-back", wrong, one, change, stage: "parameters" };
  }),
  ...(
    [
      [
        "loses a parameter",
        "parameters",
        "r",
        (stages) => ("parameters" in stages ? { ...stages, parameters: stages.parameters.slice(1) } : stages),
      ],
      ["loses the realm", "realm", "r", (stages) => ("parameters" in stages ? { ...stages, realm: null } : stages)],
      [
        "reads an empty realm where there is none",
        "realm",
        undefined,
        (stages) => ("parameters" in stages ? { ...stages, realm: "" } : stages),
      ],
    ] satisfies [string, Stage, string | undefined, Mistake["change"]][]
  ).map(([wrong, stage, realm, change]): Mistake => {
    const one = { parameters: [["a", "b"]], ...(realm !== undefined && { realm }) };
    return { property: "header-parses-back", wrong, one, change, stage };
  }),
  ...(
    [
      [
        "does not hash a key that is longer than a block",
        { signatureMethod: "HMAC-SHA1", secret: 64, message: 1 },
        (stages, { credentials }) => (credentials.consumerSecret.length > 63 ? { signature: "x" } : stages),
      ],
      [
        "signs the beginning of a long base string",
        { signatureMethod: "HMAC-SHA256", secret: 1, message: 300 },
        (stages, { baseString }) => (baseString.length > 256 ? { signature: "x" } : stages),
      ],
      [
        "has one method only",
        { signatureMethod: "HMAC-SHA512", secret: 1, message: 1 },
        (stages, { signatureMethod }) => (signatureMethod === "HMAC-SHA512" ? { signature: "x" } : stages),
      ],
    ] satisfies [string, object, Mistake["change"]][]
  ).map(([wrong, one, change]): Mistake => ({ property: "hmac-is-hmac", wrong, one, change, stage: "signature" })),
  ...(
    [
      ["hashes no empty body", { body: "", hash: "SHA-1" }, (stages, { body }) => (body === "" ? {} : stages)],
      [
        "hashes a trimmed body",
        { body: "a ", hash: "SHA-256" },
        (stages, { body }) => (body === body.trim() ? stages : { "body-hash": "x" }),
      ],
      [
        "has one hash only",
        { body: "a", hash: "SHA-512" },
        (stages, { hash }) => (hash === "SHA-512" ? { "body-hash": "x" } : stages),
      ],
    ] satisfies [string, object, Mistake["change"]][]
  ).map(([wrong, one, change]): Mistake => ({ property: "body-hash-is-hash", wrong, one, change, stage: "body-hash" })),
];

/** A request with one part that the change with this index changes, and a base string that is wrong about that part. */
const OF_BASE_STRINGS: readonly Mistake[] = (
  [
    ["is different each time", 0, {}, (text, _request, question) => `${text}${question}`],
    ["keeps the case of the method", 1, {}, (text, { method }) => text.replace(/^\w+/, method)],
    ["leaves the method out", 2, {}, (text) => text.replace(/^\w+/, "")],
    ["ignores upper and lower case in the path", 3, { form: [] }, (text) => text.toLowerCase()],
    ["leaves the scheme out", 4, { url: "http://a.example/" }, (text) => text.replace(/https?/, "")],
    [
      "keeps the case of the host",
      5,
      { url: "http://example.com/" },
      (text, { url }) => text.replace("example.com", url.includes("EXAMPLE") ? "EXAMPLE.com" : "example.com"),
    ],
    ["signs the default port", 6, { url: "https://a.example:443/" }, (text, { url }) => text + url.includes(":443")],
    ["signs the fragment", 7, { url: "https://a.example/#f" }, (text, { url }) => text + url.includes("#f")],
    [
      "changes the case of escapes in the path",
      8,
      { url: "http://example.com/a%2F" },
      (text) => text.replace("%252f", "%252F"),
    ],
    [
      "keeps a plus of the query",
      9,
      { url: "http://example.com/?a=1%20" },
      (text, { url }) => text + url.includes("+"),
    ],
    ["keeps %20 of the query", 10, { url: "http://example.com/?a=1+" }, (text, { url }) => text + url.includes("%20")],
    ["merges slashes of the path", 12, { url: "http://example.com/a//a" }, (text) => text.replace("%2F%2Fa", "%2Fa")],
    ["leaves the query out", 13, {}, (text) => text.replace("c%3D3%26", "")],
    ["signs the realm", 14, {}, (text, _request, _question, realm) => `${text}${realm}`],
    [
      "keeps the order of the form",
      15,
      { form: TWO_PAIRS.form },
      (text, { form }) => text + form.map(([name]) => name).join(""),
    ],
    ["leaves a pair of the form out", 16, {}, (text) => text.replace("a%3Db%2520c%26", "")],
    ["signs equal pairs once", 17, { form: [["a", "b"]] }, (text) => text.replace("a%3Db%26a%3Db", "a%3Db")],
    ["swaps names and values", 18, { form: [["a", "b"]] }, (text) => text.replace("b%3Da", "a%3Db")],
    ["leaves the value out", 19, { form: TWO_PAIRS.form }, (text) => text.replace(/a%3D(?:b%2520c|e)/, "a%3D")],
    ["signs where a parameter is", 20, { form: [] }, (text, { form }) => text + form.length],
  ] satisfies [
    string,
    number,
    Partial<typeof REQUEST>,
    (text: string, request: Input["request"], question: number, realm: string | undefined) => string,
  ][]
).map(([wrong, change, request, write]): Mistake => {
  const input = { request: { ...REQUEST, ...request }, protocolParameters: [["oauth_nonce", "n"]] };
  return {
    property: "base-string-separates",
    wrong,
    one: { input, change },
    stage: "base-string",
    change: (stages, { request, realm }, question) => ({
      "base-string": write(stages["base-string"], { ...request, form: request.form ?? [] }, question, realm),
    }),
  };
});

const SPACES = {
  ...SIGN,
  request: { method: "POST", url: "https://a.example/x?q%20n=q+v", form: [["f n", "f v"]] },
  protocolParameters: [["oauth_p n", "p v"]],
};
const RESERVED_CHARACTERS = [..."!#$&'()*+,/:;=?@[]"];
const RESERVED = {
  ...SIGN,
  request: { method: "POST", url: "https://a.example:8080/x;y", form: RESERVED_CHARACTERS.map((one) => [one, one]) },
};
const UNORDERED = {
  ...SIGN,
  request: {
    ...REQUEST,
    form: [
      ["n", "2"],
      ["a0", "1"],
      ["n", "10"],
      ["a:", "1"],
    ],
  },
};

/** Mistakes in the text of a base string: what is replaced in it, and by what. */
const OF_TEXTS: readonly Mistake[] = [
  ...(
    [
      ["writes + for a space", /%2520/, "+"],
      ["writes %20 for a space in a name of the query", "q%2520n", "q%20n"],
      ["writes %252B for a space in a value of the query", "q%2520v", "q%252Bv"],
      ["writes %20 for a space in a name of the form", "f%2520n", "f%20n"],
      ["writes %2B for a space in a value of the form", "f%2520v", "f%2Bv"],
      ["loses a space in the name of a protocol parameter", "oauth_p%2520n", "oauth_pn"],
      ["encodes a space in the value of a protocol parameter thrice", "p%2520v", "p%252520v"],
    ] as const
  ).map(([wrong, search, by]): Mistake => {
    const change = replaced("base-string", search, by);
    return { property: "space-is-2520", wrong, one: SPACES, stage: "base-string", change };
  }),
  {
    property: "space-is-2520",
    wrong: "writes %2B for a plus of an encoded form",
    one: { ...SIGN, request: { method: "POST", url: "https://a.example/", formEncoded: "a=b+c" } },
    stage: "base-string",
    change: replaced("base-string", "%2520", "%2B"),
  },
  ...RESERVED_CHARACTERS.flatMap((character) => {
    const once = `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    const twice = once.replace("%", "%25");
    return [
      [`encodes ${character} in a value once`, `%3D${twice}`, `%3D${once}`],
      [`encodes ${character} in a name three times`, `${twice}%3D`, `${twice.replace("%", "%25")}%3D`],
    ];
  })
    .concat([
      ["encodes @ not at all", "%2540", "@"],
      ["encodes ; of the path not at all", "x%3By", "x;y"],
      ["encodes ; of the path twice", "x%3By", "x%253By"],
      ["encodes : of the port not at all", "%3A8080", ":8080"],
    ])
    .map(([wrong = "", search = "", by = ""]): Mistake => {
      const property = "reserved-characters-are-encoded-twice";
      return { property, wrong, one: RESERVED, stage: "base-string", change: replaced("base-string", search, by) };
    }),
  ...(
    [
      ["sorts decoded names", replaced("base-string", "a%253A%3D1%26a0%3D1", "a0%3D1%26a%253A%3D1")],
      ["keeps the order of the values of one name", replaced("base-string", "n%3D10%26n%3D2", "n%3D2%26n%3D10")],
      [
        "signs only the first value of a name",
        (stages, { request }) => {
          const [, first] = request.form.find(([name]) => name === "n")!;
          return { ...stages, "base-string": stages["base-string"].replace("n%3D10%26n%3D2", `n%3D${first}`) };
        },
      ],
    ] satisfies [string, Mistake["change"]][]
  ).map(([wrong, change]): Mistake => {
    return { property: "order-is-by-octets", wrong, one: UNORDERED, stage: "base-string", change };
  }),
];

const COMPUTED = [
  ...(["parameter-string", "base-string-uri", "base-string", "key", "signature"] as const),
  ...(["authorization-header", "url", "body"] as const),
];

const OF_SIGNERS: readonly Mistake[] = [
  ...COMPUTED.map(
    (stage): Mistake => ({
      property: "agrees-with-model",
      wrong: `is wrong in ${stage}`,
      one: SIGN,
      stage,
      change: replaced(stage, /$/, "x"),
    }),
  ),
  {
    property: "agrees-with-model",
    wrong: "is wrong in parameters",
    one: SIGN,
    stage: "parameters",
    change: (stages) => ({ ...stages, parameters: stages.parameters.slice(1) }),
  },
  {
    property: "order-is-free",
    wrong: "signs the order of the form",
    one: { input: { ...SIGN, request: TWO_PAIRS }, order: [1, 0] },
    stage: "signature",
    change: (stages, { request }) => ({ ...stages, signature: `${request.form[0]}` }),
  },
  {
    property: "signing-is-deterministic",
    wrong: "signs with something random",
    one: SIGN,
    stage: "signature",
    change: (stages, _input, question) => ({ ...stages, signature: String(question) }),
  },
  ...(["agrees-with-model", "signing-is-deterministic", "order-is-free"] as const).map(
    (property): Mistake => ({
      property,
      wrong: "gives no signature",
      one: property === "order-is-free" ? { input: { ...SIGN, request: TWO_PAIRS }, order: [1, 0] } : SIGN,
      stage: "signature",
      change: ({ signature: _, ...stages }) => stages,
    }),
  ),
  ...(["HMAC-SHA1", "RSA-SHA256", "PLAINTEXT"] as const).map(
    (signatureMethod): Mistake => ({
      property: "signature-verifies",
      wrong: `gives a signature with ${signatureMethod} that is not valid`,
      one: { ...SIGN, ...(signatureMethod === "RSA-SHA256" ? RSA() : { signatureMethod }) },
      stage: "valid",
      change: (stages) => ({ ...stages, signature: `A${stages.signature.slice(1)}` }),
    }),
  ),
];

const SIGN_TEXT = {
  ...SIGN,
  request: { method: "POST", url: "https://a.example/", headers: [["Content-Type", "text/plain"]], body: "a=b" },
};

/** Mistakes that change what is sent after it was signed. */
const OF_SENDING: readonly Mistake[] = (
  [
    ["sends another query", "parameters", "header", replaced("url", "c=3", "c=4")],
    ["sends another header", "parameters", "header", replaced("authorization-header", '_nonce="n"', '_nonce="m"')],
    ["sends another body", "parameters", "header", replaced("body", "b%20c", "b")],
    ["does not repeat the parameters", "parameters", "header-and-body", replaced("body", /&oauth.*/, "")],
    ["sends the signature twice", "signature", "header", replaced("url", "c=3", "c=3&oauth_signature=x")],
    ["sends no signature", "signature", "header", replaced("authorization-header", /, oauth_signature=.*/, "")],
    ["sends no header", "parameters", "header", ({ "authorization-header": _, ...stages }) => stages],
    ["sends an unreadable header", "authorization-header", "header", replaced("authorization-header", /"$/, "")],
    ["sends an unreadable URL", "url", "header", replaced("url", "https://", "")],
  ] satisfies [string, Stage, string, Mistake["change"]][]
)
  .map(([wrong, stage, transport, change]): Mistake => {
    return { property: "sends-what-it-signs", wrong, one: { ...SIGN, transport }, stage, change };
  })
  .concat(
    {
      property: "sends-what-it-signs",
      wrong: "signs a body that is no form",
      one: SIGN_TEXT,
      stage: "parameters",
      change: (stages) => ({ ...stages, parameters: [["a", "b"], ...stages.parameters] }),
    },
    {
      property: "sends-what-it-signs",
      wrong: "shows a part: another nonce beside a text body",
      one: SIGN_TEXT,
      stage: "signature",
      change: replaced("authorization-header", '_nonce="n"', '_nonce="m"'),
      without: ["parameters"],
    },
    ...(
      [
        ["another query", "header", ["parameters"], replaced("url", "c=3", "c=4")],
        ["another form", "header", ["parameters"], replaced("body", "b%20c", "b")],
        [
          "another nonce in the header",
          "header",
          ["parameters", "url", "body"],
          replaced("authorization-header", '_nonce="n"', '_nonce="m"'),
        ],
        ["another nonce in the query", "query", ["parameters", "body"], replaced("url", "_nonce=n", "_nonce=m")],
        ["another nonce in the body", "body", ["parameters", "url"], replaced("body", "_nonce=n", "_nonce=m")],
      ] satisfies [string, string, Stage[], Mistake["change"]][]
    ).map(
      ([other, transport, without, change]): Mistake => ({
        property: "sends-what-it-signs",
        wrong: `shows a part: ${other}`,
        one: { ...SIGN, transport },
        stage: "signature",
        change,
        without,
      }),
    ),
  );

const seconds = (): number => Math.floor(Date.now() / 1000);
const TIMESTAMP = /oauth_timestamp="[^"]*"/;
const NONCE = /oauth_nonce="[^"]*"/;

/** Mistakes in the choice of timestamp and nonce. */
const OF_CHOOSING: readonly Mistake[] = (
  [
    ["sends parts of seconds", TIMESTAMP, () => `oauth_timestamp="${seconds()}.5"`],
    ["sends a leading zero", TIMESTAMP, () => `oauth_timestamp="0${seconds()}"`],
    ["sends a past time", TIMESTAMP, () => `oauth_timestamp="${seconds() - 60}"`],
    ["sends a future time", TIMESTAMP, () => `oauth_timestamp="${seconds() + 60}"`],
    ["sends one nonce", NONCE, () => 'oauth_nonce="1"'],
    ["sends an empty nonce first", NONCE, (question) => `oauth_nonce="${question === 1 ? "" : question}"`],
    ["leaves only the nonce of PLAINTEXT out", /oauth_nonce="[^"]*", /, () => ""],
    ["leaves only the timestamp of PLAINTEXT out", /oauth_timestamp="[^"]*", /, () => ""],
  ] satisfies [string, RegExp, (question: number) => string][]
).map(([wrong, search, by]): Mistake => {
  const signatureMethod = wrong.includes("PLAINTEXT") ? "PLAINTEXT" : "HMAC-SHA1";
  const stage = "authorization-header";
  const one = { ...CHOOSING, signatureMethod };
  const change: Mistake["change"] = (stages, input, question) =>
    replaced(stage, search, by(question))(stages, input, question);
  return { property: "chooses-nonce-and-timestamp", wrong, one, stage, change };
});

const OF_VERIFIERS: readonly Mistake[] = [
  {
    property: "verification-agrees",
    wrong: "rejects every signature",
    one: { input: SIGN, octet: 0 },
    stage: "valid",
    change: () => ({ valid: false }),
  },
  {
    property: "verification-agrees",
    wrong: "accepts every signature",
    one: { input: SIGN, octet: 0 },
    stage: "valid",
    change: () => ({ valid: true }),
  },
  {
    property: "accepts-no-collision",
    wrong: "accepts every signature",
    one: { faults: ["duplicate-first-wins"] },
    stage: "valid",
    change: () => ({ valid: true }),
  },
];

/** A method and credentials of RSA, as the generators make them. */
function RSA(): object {
  const { cases } = propertyOf("signature-verifies");
  for (let index = 0; ; index++) {
    const { signatureMethod, credentials } = generateCase(cases, 1, index) as typeof SIGN;
    if (signatureMethod === "RSA-SHA256") return { signatureMethod, credentials };
  }
}

const MISTAKES = [
  ...OF_STAGES,
  ...OF_BASE_STRINGS,
  ...OF_TEXTS,
  ...OF_SIGNERS,
  ...OF_SENDING,
  ...OF_CHOOSING,
  ...OF_VERIFIERS,
];

const ROWS = MISTAKES.map((mistake) => [mistake.property, mistake.wrong, mistake] as const);

describe("a clause", () => {
  test.each(ROWS)("of %s fails if an implementation %s", async (id, _wrong, { one, stage, change, without }) => {
    const falsification = await checkProperty(propertyOf(id), one, asking(change, without));
    expect(falsification).toMatchObject({ stage });
    expect(falsification!.actual).not.toBe(falsification!.expected);
  });

  test.each(ROWS)("of %s passes unless an implementation %s", async (id, _wrong, { one, without }) => {
    const correct = asking((stages) => stages as StageValues, without);
    expect(await checkProperty(propertyOf(id), one, correct)).toBeUndefined();
  });
});

describe("the generated cases", () => {
  test.each(PROPERTIES.map(({ id }) => id))("of %s show a mistake", async (id) => {
    const { cases } = propertyOf(id);
    const mistakes = MISTAKES.filter(({ property }) => property === id);
    const shown = async (index: number): Promise<boolean> => {
      const one = generateCase(cases, 5849, index);
      const found = mistakes.map(({ change, without }) => checkProperty(propertyOf(id), one, asking(change, without)));
      return (await Promise.allSettled(found)).some((result) => result.status === "fulfilled" && result.value);
    };
    let index = 0;
    while (index < 400 && !(await shown(index))) index++;
    expect(index).toBeLessThan(400);
  });
});

describe("an answer without stages", () => {
  const shown = [...new Map(MISTAKES.map(({ property, one }) => [property, one]))];

  // A verifier that refuses to read a request rejects it.
  test.each(shown.filter(([id]) => id !== "accepts-no-collision"))("falsifies %s", async (id, one) => {
    for (const error of ["refused", "failed", "crashed"] as const) {
      const refusing: Ask = () => ({ ok: false, error, message: "no" });
      const checked = checkProperty(propertyOf(id), one, refusing);
      const kind = error === "refused" ? "refusal" : "error";
      const expected = { kind, expected: "(an answer)", actual: `(${error}) no` };
      // Of the properties of a signer, only one is about its answers.
      if (propertyOf(id).requiresAnswers || error === "crashed") expect(await checked).toMatchObject(expected);
      else await expect(checked).rejects.toBeInstanceOf(NotOffered);
    }
  });

  test.each(shown)("does not falsify %s if it is unsupported", async (id, one) => {
    const unsupporting: Ask = () => ({ ok: false, error: "unsupported", message: "no" });
    await expect(checkProperty(propertyOf(id), one, unsupporting)).rejects.toBeInstanceOf(NotOffered);
  });

  test("does not falsify a property if the query is not UTF-8", async () => {
    const request = { ...REQUEST, url: "https://a.example/?b=%FF" };
    const refusing: Ask = () => ({ ok: false, error: "refused", message: "no" });
    const asked = checkProperty(propertyOf("agrees-with-model"), { ...SIGN, request }, refusing);
    await expect(asked).rejects.toBeInstanceOf(NotOffered);
  });
});

describe("a signer with an allowed answer", () => {
  test("may give only the signature: the model computes the other stages", async () => {
    const ask = asking(({ signature }) => ({ signature }));
    expect(await checkProperty(propertyOf("agrees-with-model"), SIGN, ask)).toBeUndefined();
  });

  test("may replace octets that are not UTF-8 by U+FFFD, and then is not checked with them", async () => {
    const withOctets = (value: string) => ({ ...SIGN, request: { ...REQUEST, url: `https://a.example/?b=${value}` } });
    const [octets, replacement] = [withOctets("%FF"), withOctets("%EF%BF%BD")];
    const signing = (one: object): Ask => {
      const answer = inProcessDriver(model).ask(readInput("input", "sign", one)) as Answer & { readonly ok: true };
      const { url: _, ...stages } = answer.stages;
      return () => ({ ok: true, stages });
    };
    for (const id of ["agrees-with-model", "signature-verifies", "sends-what-it-signs"])
      await expect(checkProperty(propertyOf(id), octets, signing(replacement))).rejects.toBeInstanceOf(NotOffered);
    expect(await checkProperty(propertyOf("agrees-with-model"), octets, signing(withOctets("")))).toMatchObject({
      stage: "parameters",
    });
  });

  test("may resolve the path, and then is not checked as a verifier of the unresolved one", async () => {
    const one = { input: { ...SIGN, request: { ...REQUEST, url: "https://a.example/a/../b" } }, octet: 0 };
    const ask = asking(() => ({ valid: false }));
    await expect(checkProperty(propertyOf("verification-agrees"), one, ask)).rejects.toBeInstanceOf(NotOffered);
  });

  test("may leave both nonce and timestamp of PLAINTEXT out", async () => {
    const ask = asking(replaced("authorization-header", /oauth_(?:timestamp|nonce)="[^"]*", .*?(?=oauth_v)/, ""));
    const one = { ...CHOOSING, signatureMethod: "PLAINTEXT" };
    expect(await checkProperty(propertyOf("chooses-nonce-and-timestamp"), one, ask)).toBeUndefined();
  });

  test.each(["sends-what-it-signs", "chooses-nonce-and-timestamp"])(
    "is not checked for %s if it does not show what it sends",
    async (property) => {
      const one = property === "sends-what-it-signs" ? SIGN : CHOOSING;
      const ask = asking(({ signature }) => ({ signature }));
      await expect(checkProperty(propertyOf(property), one, ask)).rejects.toBeInstanceOf(NotOffered);
    },
  );
});
