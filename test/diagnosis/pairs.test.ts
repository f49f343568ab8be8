/** Two mistakes that meet in one request. */

import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { allFaults, type Fault } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, type Stages, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, payment } from "./requests.ts";

/** The stage change of the form of a fault with this sentence. */
function formWith(sentence: string): (stages: Stages) => Stages {
  const forms = allFaults().flatMap((fault) => [fault, ...(fault.variants ?? [])]);
  return forms.find(({ what }) => what === sentence)!.apply;
}

function sentByForms(sentences: readonly string[], request: SigningInput): HttpRequest {
  return sendAs(
    request,
    sentences.map(formWith).reduce((stages, apply) => apply(stages), specification),
  )!;
}

const faultsOf = (...ids: readonly string[]): Fault[] => allFaults().filter(({ id }) => ids.includes(id));

/** Few parameters, so that there are few pairs to try. */
const small: SigningInput = {
  ...payment,
  form: [["a", "1"]],
  protocolParameters: payment.protocolParameters.slice(0, 4),
};
const { form, ...withoutForm } = small;
const inHex: SigningInput = { ...withoutForm, consumerSecret: "d41d8cd98f00b204e9800998ecf8427e" };

describe("two mistakes", () => {
  test.each([
    [
      "the method and of the whole base string",
      withoutForm,
      ["The client signs the method in double quotes.", "The client signs the octets of the hash of the base string."],
      ["text/double-quotes/method", "base-string-hashed-first"],
    ],
    [
      "of an encoder and of the body, where only the body shows which encoder it is",
      {
        ...withoutForm,
        url: "https://gate.example/a?c=(b)%20d",
        headers: [["Content-Type", "application/json"]],
        body: '{"a":"$5 ~ @"}',
      },
      [
        "The client signs the body as the name of a parameter without a value.",
        "The client uses an encoder such as Delphi HTTPEncode, which writes a space as +, leaves * @ . $ ! ' ( ) unencoded and escapes ~ too, in names and values.",
      ],
      ["body-as-parameter", "space-as-plus"],
    ],
    [
      "of the method and of a key that depends on the form of the secret",
      inHex,
      ["The client signs the method in double quotes.", "The client uses the hex-decoded consumer secret as the key."],
      ["text/double-quotes/method", "key-octets-decoded"],
    ],
    // The length of the signature depends on the digest.
    ...["1", "2", "3"].map((amount): [string, SigningInput, string[], string[]] => [
      `of the method and of a digest that goes through a text, with the amount ${amount}`,
      { ...withoutForm, url: `https://gate.example/a?amount=${amount}` },
      [
        "The client signs the method in double quotes.",
        "The client decodes the digest as UTF-8 text before base64, which replaces octets that are not UTF-8.",
      ],
      ["text/double-quotes/method", "digest-through-text"],
    ]),
  ] satisfies [string, SigningInput, string[], string[]][])(
    "are found together: %s",
    { tags: ["deep"] },
    (_, request, sentences, ids) => {
      const key = { consumerSecret: request.consumerSecret };
      const diagnosis = diagnose(asked(sentByForms(sentences, request), { key }), { faults: faultsOf(...ids) });
      const found =
        diagnosis.kind === "ambiguous" ? diagnosis.alternatives : "causes" in diagnosis ? [diagnosis.causes] : [];
      // The result names only the characters that the request has.
      const shown = sentences.map((sentence) => sentence.replace("* @ . $ ! ' ( )", "@ $ ( )"));
      expect(found.map((causes) => causes.map(({ what }) => what).toSorted())).toContainEqual(shown.toSorted());
    },
  );
});
