// @ts-nocheck
import { expect as __expect } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";

const request = {
  method: "GET",
  url: "https://gateway.example/status",
  headers: [
    ["Authorization", 'OAuth oauth_consumer_key="shop", oauth_signature_method="PLAINTEXT", oauth_signature="secret"'],
  ],
} as const;
const explanation = await explainRequest(request, [{ consumerSecret: "secret" }]);
__expect(explanation?.lines.at(-1)).toEqual("  more: countersign faults show key-without-ampersand, or docs/faults/key-without-ampersand.md");

