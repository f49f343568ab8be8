// @ts-nocheck
import { expect as __expect } from "vitest";
import { compareWithServer } from "../../../src/diagnosis/index.ts";

const request = {
  method: "GET",
  url: "https://gateway.example/status",
  headers: [["Authorization", 'OAuth oauth_signature_method="HMAC-SHA1", oauth_signature="x"']],
} as const;
const response = "debug_sbs=GET&http%3A%2F%2Fgateway.example%2Fstatus&oauth_signature_method%3DHMAC-SHA1";
__expect(compareWithServer({ request, key: {} }, response).difference?.part).toEqual("base-string-uri");

