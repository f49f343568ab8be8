import { describe, expect, test } from "vitest";
import { type Cause, diagnose } from "../../src/diagnosis/index.ts";
import { causesOf } from "../../src/diagnosis/results/diagnosis-result.ts";
import { createComputations } from "../../src/diagnosis/search/computations.ts";
import type { DiagnosisTask } from "../../src/diagnosis/search/diagnosis-task.ts";
import { hypothesesOf } from "../../src/diagnosis/search/hypothesis.ts";
import { shownCause } from "../../src/diagnosis/text/shown-cause.ts";
import { allFaults, sentenceFor } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { createRedactor } from "../../src/redaction/index.ts";
import { causesIn } from "./requests.ts";

/** Requests with one unusual character each, in a value and in the path. */
const requestsWith = (characters: string): SigningInput[] =>
  Array.from(characters, (character) => [
    requestTo(`https://gate.example/pay?q=${encodeURIComponent(character)}a`),
    ...(/[\w!$&'()*+,:;=@~.-]/.test(character) ? [requestTo(`https://gate.example/a${character}b/c`)] : []),
  ]).flat();

function requestTo(url: string): SigningInput {
  const protocolParameters = [["oauth_consumer_key", "shop"]] as const;
  return { method: "GET", url, protocolParameters, signatureMethod: "HMAC-SHA1", consumerSecret: "secret" };
}

/** A character that stands alone in a sentence, or an escape. */
const NAMED_RE = /%u[0-9A-F]{4}|%(?:[0-9A-F]{2})+|\ba space\b|[£€]|(?<= )[^\w\s,.](?=[\s,.])/gi;

const once = (text: string): string => toText(specification.percentDecode(text));
const decoded = (text: string): string => (once(text) === text ? text : decoded(once(text)));

describe("the sentence about a fault", () => {
  const faults = allFaults().filter(({ text, stage }) => text === undefined && stage !== "signature");
  const forms = faults.flatMap((fault) => hypothesesOf(fault).map((form) => [fault.id, form] as const));

  const check = (characters: string, some = forms): void => {
    const wrong: string[] = [];
    for (const request of requestsWith(characters)) {
      const computations = createComputations({ request, stages: specification });
      const right = computations.result([]).baseString!;
      const task = {
        redactor: createRedactor({}),
        interpretations: [{ computation: { request, stages: specification } }],
      } as unknown as DiagnosisTask;
      for (const [id, form] of some) {
        const { baseString } = computations.valuesToSign([form]);
        if (baseString === undefined || baseString === right) continue;
        const [cause] = causesOf({ combination: [form], computations }, task);
        const there = [
          request.url,
          decodeURIComponent(request.url),
          ...[right, baseString].flatMap((text) => [text, once(text), decoded(text)]),
        ].join("");
        const absent = (cause!.what.match(NAMED_RE) ?? []).filter(
          (one) => !there.includes(one === "a space" ? " " : one),
        );
        if (absent.length > 0) wrong.push(`${id}, ${request.url}: ${cause!.what} (${absent.join(" ")})`);
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  };

  test("names only characters that the request has, or that the client signed: some faults", () => {
    check(
      "*",
      forms.filter((_, at) => at % 8 === 0),
    );
  });

  test("does so whatever the character is", { tags: ["deep"] }, () => {
    check("*~ !\"#$%&'()+,/:;=?@[]^_`{|}-.é€£");
  });

  test.each([
    ["It leaves ! ' ( ) * unencoded.", "*(", "It leaves ( * unencoded."],
    ["It leaves ! ' unencoded.", "", "It leaves some characters unencoded."],
    ["It encodes the path, so @ becomes %40.", "", "It encodes the path."],
    ["It encodes the path, so @ becomes %40.", "@%40", "It encodes the path, so @ becomes %40."],
    ["It writes Latin-1, so £ becomes %A3.", "é", "It writes Latin-1."],
  ])("%s is shortened for a request with %j", (what, characters, short) => {
    expect(sentenceFor(what, (text) => characters.includes(text))).toBe(short);
  });
});

describe("causes with the same signature", () => {
  const PROTOCOL = [
    ["oauth_consumer_key", "shop"],
    ["oauth_nonce", "n1"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1700000000"],
  ] as const;
  const faults = allFaults().filter(
    ({ text, evidence, stage }) => evidence !== undefined || (text === undefined && stage === "path"),
  );

  /** The causes of a request whose client signed a base string in which a part was replaced. */
  function causesOfRequest(meant: Partial<SigningInput>, part: string, signed: string): readonly Cause[] {
    const request = { ...requestTo("https://gate.example/pay"), protocolParameters: PROTOCOL, ...meant };
    const replaceIn: Stages["baseString"] = (...args) => specification.baseString(...args).replace(part, signed);
    const sent = sendAs(request, { ...specification, baseString: replaceIn })!;
    return causesIn(diagnose({ request: sent, key: { consumerSecret: "secret" } }, { faults, budget: FEW }));
  }

  const FEW = { combinations: 5000 };
  const ids = (causes: readonly Cause[]): string[] => causes.map(({ id }) => id);

  test("are all named: one value and all values that were encoded twice", { tags: ["deep"] }, () => {
    const protocolParameters = [...PROTOCOL, ["oauth_callback", "https://shop.example/"]] as const;
    const causes = causesOfRequest(
      { protocolParameters },
      "%253A%252F%252Fshop.example%252F",
      "%25253A%25252F%25252Fshop.example%25252F",
    );
    expect(ids(causes)).toEqual(["parameters-encoded-three-times", "value-changed:oauth_callback"]);
    expect(causes[0]?.what).toBe("The client encodes the names and values of parameters once too often.");
  });

  test("are all named: the common encoders that leave an asterisk unencoded", () => {
    const causes = causesOfRequest({ url: "https://gate.example/pay?note=a*b" }, "a%252Ab", "a%2Ab");
    expect(ids(causes)).toEqual(["encodeuricomponent-leftovers", "asterisk-bare", "percent-u-escape"]);
    expect(causes.map(({ what }) => what).join(" ")).not.toMatch(/[@!'()]|%u/);
  });

  test("are all named: one of two nonces", () => {
    const form = PROTOCOL.map(([name, value]) => [name, name === "oauth_nonce" ? "n2" : value] as const);
    const headers = [["Content-Type", "application/x-www-form-urlencoded"]] as const;
    const causes = causesOfRequest({ method: "POST", form, headers }, "oauth_nonce%3Dn1%26", "");
    expect(ids(causes)).toEqual(["duplicate-last-wins", "header-copy-changed"]);
  });

  test("have one sentence if it is true of each: a tilde in the path", () => {
    const causes = causesOfRequest({ url: "https://gate.example/~joe" }, "~joe", "%257Ejoe");
    expect(causes.map(({ what }) => what)).toEqual(["The client encodes each segment of the path, such as ~ as %7E."]);
  });

  test("are not sorted by numbers if only escapes have digits", { tags: ["deep"] }, () => {
    const [space, bracket] = ["a%2520b%3D1", "a%255Bb%3D2"];
    const url = "https://gate.example/pay?a%20b=1&a%5Bb=2";
    expect(ids(causesOfRequest({ url }, `${space}%26${bracket}`, `${bracket}%26${space}`))).not.toContain(
      "natural-number-sort",
    );
  });
});

describe("the fix of a fault", () => {
  test("names a language without code only if a language is known", () => {
    const fixes = allFaults().flatMap(({ id, title, what, fix, languages }) =>
      [[], ["Python"], ["COBOL"]].map((known) => shownCause({ id, title, what, fix }, known, languages).fix),
    );
    expect(fixes.filter((text) => text === undefined || text.includes("undefined.") || / for \.$/.test(text))).toEqual(
      [],
    );
  });

  test("has no code where no encoder helps", () => {
    const fault = allFaults().find(({ id }) => id === "octets-as-replacement-character")!;
    expect(shownCause(fault, [])).toMatchObject({
      fix: "Sign the octets that you send, without changing their characters.",
    });
    expect(shownCause(fault, ["Python"])).not.toHaveProperty("code");
  });
});
