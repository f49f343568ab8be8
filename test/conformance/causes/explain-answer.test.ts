import { describe, expect, test } from "vitest";
import { explainAnswer, suspectsOf } from "../../../src/conformance/causes/explain-answer.ts";
import { candidateOf } from "../../../src/conformance/causes/index.ts";
import { createPredictor } from "../../../src/conformance/causes/predictor.ts";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { mutant } from "../../../src/conformance/implementations/index.ts";
import { openDecisions, type VectorInput } from "../../../src/conformance/vectors/index.ts";

const signing = (url: string, method = "GET", transport: "header" | "body" = "header"): VectorInput => ({
  operation: "sign",
  request: { method, url },
  credentials: { consumerKey: "k", consumerSecret: "s" },
  signatureMethod: "HMAC-SHA1",
  nonce: "n",
  timestamp: "1700000000",
  version: "1.0",
  transport,
});

async function explained(
  names: readonly string[],
  answering: VectorInput,
  asked: VectorInput = answering,
  mistaken: readonly string[] = names,
): Promise<readonly string[] | undefined> {
  const candidates = (all: readonly string[]) => all.map((name) => candidateOf(name)!);
  const answer = await inProcessDriver(mutant(candidates(mistaken))).ask(answering);
  return explainAnswer(suspectsOf(candidates(names)), { input: asked, answer }, createPredictor())
    ?.map(({ id }) => id)
    .sort();
}

describe("the mistakes that produce an answer", () => {
  test("can be two of the same stage, in either order", async () => {
    const names = ["host-case-kept", "root-slash-missing", "method-not-encoded"];
    const both = names.slice(0, 2);
    expect(await explained(names, signing("http://A.example"), undefined, both)).toEqual(both);
    expect(await explained(names.toReversed(), signing("http://A.example"), undefined, both)).toEqual(both);
  });

  test("can be two of which one shows only with the other", async () => {
    const both = ["keys-not-encoded", "locale-sort"];
    expect(await explained(["tilde-encoded", ...both], signing("http://a.example/?%C3%A9=1"), undefined, both)).toEqual(
      both,
    );
  });

  test("can be one that changes only what another one produces", async () => {
    const both = ["fragment-in-query-value", "query-sent-in-form"];
    const form = signing("http://a.example/?#~x", "POST", "body");
    expect(await explained(["tilde-encoded", ...both], form, undefined, both)).toEqual(both);
  });

  test("can show in a request with an open point, on which the client decided otherwise", async () => {
    const asked = signing("http://a.example/a/../b", "X*Y");
    const [decided] = openDecisions(asked) as readonly { readonly input: VectorInput }[];
    expect(await explained(["method-not-encoded"], decided!.input, asked)).toEqual(["method-not-encoded"]);
    expect(await explained(["method-not-encoded"], decided!.input, asked, [])).toEqual([]);
  });

  test("are none if no choice of them produces the answer", async () => {
    expect(await explained(["tilde-encoded"], signing("http://A.example"), undefined, ["host-case-kept"])).toBe(
      undefined,
    );
  });
});
