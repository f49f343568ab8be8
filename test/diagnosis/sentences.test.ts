import { describe, expect, test } from "vitest";
import { createComputationCache } from "../../src/diagnosis/search/computation-cache.ts";
import { causesOf } from "../../src/diagnosis/search/diagnosis-result.ts";
import type { DiagnosisTask } from "../../src/diagnosis/search/diagnosis-task.ts";
import { hypothesesOf } from "../../src/diagnosis/search/hypothesis.ts";
import { allFaults, sentenceFor } from "../../src/faults/index.ts";
import { type SigningInput, specification, toText } from "../../src/model/index.ts";
import { createRedactor } from "../../src/redaction/index.ts";

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

  const check = (characters: string): void => {
    const wrong: string[] = [];
    for (const request of requestsWith(characters)) {
      const cache = createComputationCache({ request, stages: specification });
      const right = cache.result([]).baseString!;
      const task = {
        redactor: createRedactor({}),
        interpretations: [{ computation: { request, stages: specification } }],
      } as unknown as DiagnosisTask;
      for (const [id, form] of forms) {
        const { baseString } = cache.valuesToSign([form]);
        if (baseString === undefined || baseString === right) continue;
        const [cause] = causesOf({ combination: [form], cache }, task);
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

  test("names only characters that the request has, or that the client signed", () => check("*~"));

  test("does so whatever the character is", { tags: ["deep"] }, () => {
    check(" !\"#$%&'()+,/:;=?@[]^_`{|}-.é€£");
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
