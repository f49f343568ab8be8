// @ts-nocheck
import { expect as __expect } from "vitest";
import { diagnose } from "../../../src/diagnosis/index.ts";

const request = {
  method: "GET",
  url: "https://gateway.example/status",
  headers: [
    ["Authorization", 'OAuth oauth_consumer_key="shop", oauth_signature_method="PLAINTEXT", oauth_signature="secret"'],
  ],
} as const;
const diagnosis = diagnose({ request, key: { consumerSecret: "secret" } });
__expect(diagnosis.kind === "explained" && diagnosis.causes[0].id).toEqual("key-without-ampersand");

