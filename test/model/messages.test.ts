/** The message of each refusal of the model. */

import { generateKeyPairSync } from "node:crypto";
import { describe, expect } from "vitest";
import {
  type HttpRequest,
  parseAuthorizationHeader,
  readSentRequest,
  signatureAsync,
  signatureIsRight,
  specification,
  toOctets,
  traceSent,
} from "../../src/model/index.ts";
import { testEach } from "../title.ts";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const EC_PRIVATE = ec.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const EC_PUBLIC = ec.publicKey.export({ type: "spki", format: "pem" }).toString();

const header = (text: string) => (): unknown => parseAuthorizationHeader(text);
const url = (text: string) => (): unknown => specification.splitUrl(text);
const sign = (signatureMethod: string, keys: object) => (): unknown =>
  specification.signature({ signatureMethod, baseString: "", ...keys } as never);
const verify = (keys: object) => (): unknown =>
  signatureIsRight({ signatureMethod: "RSA-SHA1", baseString: "", signature: "", ...keys });
const sent = (...authorization: string[]): HttpRequest => ({
  method: "GET",
  url: "http://example.com/",
  headers: authorization.map((value) => ["authorization", value]),
});
const HEADER = "Authorization header:";

describe("a message of the model", () => {
  testEach<readonly [message: string, action: () => unknown]>([
    ["text holds a lone surrogate, which has no UTF-8 octets", () => toOctets("\udfff")],
    [
      "realm holds control characters",
      () => specification.authorizationHeader({ protocolParameters: [], realm: "\x7f" }, specification),
    ],
    ['Authorization header is not of the form "OAuth name=…"', header("Basic eDp5")],
    ['Authorization header is not of the form "OAuth name=…"', header(' OAuth a="b"')],
    [`${HEADER} a parameter name is missing at offset 6`, header('OAuth ="b"')],
    [`${HEADER} a parameter name is missing at offset 12`, header('OAuth a="b",,')],
    [`${HEADER} parameter a has no value`, header("OAuth a")],
    [`${HEADER} parameter a has no value`, header("OAuth a=")],
    [`${HEADER} parameter a has no value`, header('OAuth a=, b="c"')],
    [`${HEADER} the value of parameter a has no closing quotation mark`, header('OAuth a="b')],
    [`${HEADER} the value of parameter a is not quoted`, header("OAuth a=b")],
    [`${HEADER} parameter REALM is repeated`, header('OAuth realm="", REALM=""')],
    [`${HEADER} a comma is missing after parameter a`, header('OAuth a="b" c="d"')],
    [`${HEADER} a parameter is missing after the last comma`, header('OAuth a="b", ')],
    ["request has more than one Authorization header", () => readSentRequest(sent('OAuth a="b"', 'OAuth a="b"'))],
    ["oauth_signature_method is missing", () => traceSent(sent(), {})],
    [
      'oauth_signature_method "XHMAC-SHA1" is unknown',
      () => traceSent(sent('OAuth oauth_signature_method="XHMAC-SHA1"'), {}),
    ],
    [
      'oauth_signature_method "PLAINTEXTX" is unknown',
      () => traceSent(sent('OAuth oauth_signature_method="PLAINTEXTX"'), {}),
    ],
    [
      'oauth_signature_method "RSA-SHA384" is unknown',
      () => traceSent(sent('OAuth oauth_signature_method="RSA-SHA384"'), {}),
    ],
    ["PLAINTEXT needs key", sign("PLAINTEXT", {})],
    ["HMAC-SHA256 needs key", sign("HMAC-SHA256", {})],
    ["RSA-SHA1 needs privateKey", sign("RSA-SHA1", { key: "&" })],
    ["RSA-SHA512 needs an RSA private key, not one of type ec", sign("RSA-SHA512", { privateKey: EC_PRIVATE })],
    ['unknown signature method "HMAC-MD5"', sign("HMAC-MD5", { key: "&" })],
    ["RSA-SHA1 needs publicKey", verify({ key: "&" })],
    ["RSA-SHA1 needs an RSA public key, not one of type ec", verify({ publicKey: EC_PUBLIC })],
    ["URL is not absolute: expected scheme://host", url("/pay")],
    ['URL scheme "ftp" is neither http nor https', url("ftp://example.com/")],
    ["URL has no host", url("http://:80/")],
    ['URL host "exa mple" holds characters that no host has', url("http://exa mple/")],
    ['URL host "[" holds characters that no host has', url("http://[::1]x")],
    ['URL host "x[" holds characters that no host has', url("http://x[::1]")],
    ['URL host "é" holds characters that no host has', url("http://u@é")],
    ['URL port "65536" is not a number from 1 to 65535', url("http://a:65536/")],
    ['URL port "0" is not a number from 1 to 65535', url("http://a:0")],
    ['URL port "8x" is not a number from 1 to 65535', url("http://a:8x")],
    ['URL port " 8" is not a number from 1 to 65535', url("http://a: 8")],
  ])("reads %s", (message, action) => {
    expect(action).toThrow(new Error(message));
  });

  testEach<readonly [message: string, keys: object]>([
    ["RSA-SHA1 needs privateKey", {}],
    ["RSA-SHA1 needs an RSA private key, not one of type ec", { privateKey: EC_PRIVATE }],
  ])("on the thread pool reads %s", async (message, keys) => {
    await expect(signatureAsync({ signatureMethod: "RSA-SHA1", baseString: "", ...keys })).rejects.toThrow(
      new Error(message),
    );
  });
});
