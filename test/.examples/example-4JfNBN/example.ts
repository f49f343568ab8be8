// @ts-nocheck
import { expect as __expect } from "vitest";
import { signatureBaseString } from "../../../src/oauth1/index.ts";
__expect(signatureBaseString({
  method: "post",
  url: "http://Example.com:80/pay?b=2",
  form: [["a", "1 2"]],
  protocolParameters: [["oauth_nonce", "n"]],
})).toEqual("POST&http%3A%2F%2Fexample.com%2Fpay&a%3D1%25202%26b%3D2%26oauth_nonce%3Dn");

