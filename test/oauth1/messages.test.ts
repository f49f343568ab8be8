/** The code and the message of each refusal: what is wrong, what was expected, and where. */

import { describe, expect } from "vitest";
import {
  baseStringUri,
  createBaseStringSigner,
  createSigner,
  formatAuthorizationHeader,
  type OAuth1ErrorCode,
  parseAuthorizationHeader,
  percentDecode,
  percentEncode,
  readPrivateKey,
  readPublicKey,
  sign,
  signatureBaseString,
  verifyBaseString,
  verifySignature,
} from "../../src/oauth1/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { testEach } from "../title.ts";
import { certificate, PASSPHRASE, pair, pem } from "./example-keys.ts";
import { refusalOf } from "./refusals.ts";

const URL_TEXT = "https://api.example/pay";
const CREDENTIALS = { consumerKey: "ck", signatureMethod: "HMAC-SHA1", consumerSecret: "secret" } as const;
const METHODS = "HMAC-SHA1, HMAC-SHA256, HMAC-SHA512, RSA-SHA1, RSA-SHA256, RSA-SHA512, PLAINTEXT";
const OPTIONS = "nonce, timestamp, version, protocolParameters, bodyHash, realm, transport, charset";

const signed = (request: object, options?: object) => (): unknown =>
  createSigner(CREDENTIALS).sign({ method: "POST", url: URL_TEXT, ...request } as never, options as never);
const signedWith = (options: object) => signed({}, options);
const signerOf = (credentials: object) => (): unknown => createSigner({ ...CREDENTIALS, ...credentials } as never);
const verifiedBy = (key: object) => (): unknown => verifyBaseString("", "", key as never);
const rsaOf = (key: object): object => ({ consumerSecret: undefined, signatureMethod: "RSA-SHA1", ...key });
const jwk = pair.privateKey.export({ format: "jwk" });
const LINES = pem(pair.privateKey, "pkcs8").split("\n");
const OPEN_SSH = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
const NEEDED = "must be an RSA key as PEM, DER, JWK or KeyObject, got";
const HOST = "url: expected a host name, an IPv4 address or an IPv6 address in brackets, got";
const HIDDEN = "something else (not shown: the URL may contain a password)";
const UNSAFE = "url: expected all spaces, non-ASCII characters and other unsafe characters percent-encoded, got";

describe("an OAuth1Error", () => {
  testEach<readonly [code: OAuth1ErrorCode, message: string, action: () => unknown]>([
    // Text and pairs.
    ["parameter-malformed", "expected text or octets, got number", () => percentEncode(5 as never)],
    ["parameter-malformed", "expected text or octets, got null", () => percentEncode(null as never)],
    [
      "text-malformed",
      "text must be well-formed Unicode, got the lone surrogate U+D800 at index 1",
      () => percentEncode("a\ud800"),
    ],
    [
      "text-malformed",
      "text must be well-formed Unicode, got the lone surrogate U+DFFF at index 2",
      () => percentDecode("😀\udfff"),
    ],
    [
      "parameter-malformed",
      "expected [name, value] pairs, got undefined",
      () => formatAuthorizationHeader(undefined as never),
    ],
    ["parameter-malformed", "expected [name, value] pairs, got object", () => formatAuthorizationHeader({} as never)],
    ["options-invalid", "options must be an object, got null", () => formatAuthorizationHeader([], null as never)],
    ["realm-malformed", 'realm must be printable ASCII, got "é"', () => formatAuthorizationHeader([], { realm: "é" })],
    [
      "realm-malformed",
      'realm must be printable ASCII, got "a\\n"',
      () => formatAuthorizationHeader([], { realm: "a\n" }),
    ],
    [
      "realm-malformed",
      "realm must be printable ASCII, got number",
      () => formatAuthorizationHeader([], { realm: 5 as never }),
    ],
    // The Authorization header.
    [
      "authorization-malformed",
      "Authorization header: expected the scheme OAuth at character 1, got something else",
      () => parseAuthorizationHeader("Basic eDp5"),
    ],
    [
      "authorization-malformed",
      "Authorization header: expected the scheme OAuth at character 1, got the end",
      () => parseAuthorizationHeader(""),
    ],
    [
      "authorization-malformed",
      'Authorization header: expected name="value" at character 7, got something else',
      () => parseAuthorizationHeader("OAuth a"),
    ],
    [
      "authorization-malformed",
      'Authorization header: expected name="value" at character 7, got something else',
      () => parseAuthorizationHeader('OAuth a="b'),
    ],
    [
      "authorization-malformed",
      'Authorization header: expected name="value" at character 7, got something else',
      () => parseAuthorizationHeader('OAuth a="\\"'),
    ],
    [
      "authorization-malformed",
      "Authorization header: expected a comma at character 12, got something else",
      () => parseAuthorizationHeader('OAuth a="b" c="d"'),
    ],
    [
      "authorization-malformed",
      'Authorization header: expected name="value" at character 13, got the end',
      () => parseAuthorizationHeader('OAuth a="b",'),
    ],
    [
      "parameter-duplicated",
      'the Authorization header has "%61" twice',
      () => parseAuthorizationHeader('OAuth a="b",%61="c"'),
    ],
    [
      "parameter-duplicated",
      'the Authorization header has "Realm" twice',
      () => parseAuthorizationHeader('OAuth realm="",Realm=""'),
    ],
    // The URL.
    ["url-malformed", "url: expected text, got undefined", () => baseStringUri(undefined as never)],
    ["url-malformed", 'url: expected an absolute http or https URL, got "ftp://a/"', () => baseStringUri("ftp://a/")],
    [
      "url-malformed",
      'url: expected an absolute http or https URL, got "xhttp://a/"',
      () => baseStringUri("xhttp://a/"),
    ],
    ["url-malformed", "url: expected a host, got none", () => baseStringUri("http:///pay")],
    ["url-malformed", "url: expected a host, got none", () => baseStringUri("http://:80/")],
    ["url-malformed", `${HOST} "a b"`, () => baseStringUri("http://a b/pay?x")],
    ["url-malformed", "url: expected a host, got none", () => baseStringUri("http://::1/")],
    ["url-malformed", `${HOST} "["`, () => baseStringUri("http://[::1?x")],
    ["url-malformed", `${HOST} "[x]"`, () => baseStringUri("http://[x]/")],
    ["url-malformed", `${HOST} "a%2"`, () => baseStringUri("http://a%2/")],
    ["url-malformed", `${HOST} ${HIDDEN}`, () => baseStringUri("http://u:p@a b/")],
    ["url-malformed", 'url: expected a port from 1 to 65535, got "0"', () => baseStringUri("http://a:0/")],
    ["url-malformed", 'url: expected a port from 1 to 65535, got "65536"', () => baseStringUri("http://a:65536/")],
    ["url-malformed", 'url: expected a port from 1 to 65535, got "80x"', () => baseStringUri("http://a:80x/")],
    ["url-malformed", 'url: expected a port from 1 to 65535, got "x80"', () => baseStringUri("http://a:x80/")],
    ["url-malformed", `${UNSAFE} " " at character 24`, signed({ url: `${URL_TEXT} ` })],
    ["url-malformed", `${UNSAFE} "😀" at character 25`, signed({ url: `${URL_TEXT}?😀` })],
    ["url-malformed", `${UNSAFE} "|" at character 24`, signed({ url: `${URL_TEXT}|?|` })],
    [
      "url-malformed",
      'url: expected two hexadecimal digits after each %, got "%2" at character 27',
      signed({ url: `${URL_TEXT}%20%2` }),
    ],
    [
      "url-malformed",
      'url: expected two hexadecimal digits after each %, got "%x2" at character 24',
      signed({ url: `${URL_TEXT}%x234` }),
    ],
    // The request.
    ["method-malformed", "method must be text, got undefined", () => signatureBaseString({ url: URL_TEXT } as never)],
    ["method-malformed", 'method must be an HTTP method such as POST, got ""', signed({ method: "" })],
    ["method-malformed", 'method must be an HTTP method such as POST, got "GET "', signed({ method: "GET " })],
    ["method-malformed", 'method must be an HTTP method such as POST, got " GET"', signed({ method: " GET" })],
    ["method-malformed", "method must be an HTTP method such as POST, got undefined", signed({ method: undefined })],
    ["body-conflict", "a request has form or body, got both", signed({ form: [], body: "" })],
    ["body-malformed", "body must be text or octets, got object", signed({ body: {} })],
    ["parameter-malformed", "form must be pairs, a record or URLSearchParams, got string", signed({ form: "a=1" })],
    ["parameter-malformed", "form must be pairs, a record or URLSearchParams, got null", signed({ form: null })],
    ["parameter-malformed", "form must be pairs, a record or URLSearchParams, got object", signed({ form: new Map() })],
    [
      "parameter-malformed",
      'value of form parameter "a%20" must be text or octets, got number',
      signed({ form: { "a ": 5 } }),
    ],
    [
      "parameter-malformed",
      'value of form parameter "a" must be text or octets, got undefined',
      // biome-ignore lint/suspicious/noSparseArray: a hole is no value
      signed({ form: { a: [, "1"] } }),
    ],
    [
      "parameter-reserved",
      'the query must not contain protocol parameters, got "oauth_x"; use the option protocolParameters, ' +
        "for example for oauth_callback",
      signed({ url: `${URL_TEXT}?%6fauth_x=1` }),
    ],
    [
      "parameter-reserved",
      'the form must not contain protocol parameters, got "oauth_"; use the option protocolParameters, ' +
        "for example for oauth_callback",
      signed({ form: { oauth_: "" } }),
    ],
    // The options.
    ["options-invalid", "options must be an object, got null", signedWith(null as never)],
    ["options-invalid", "request must be an object, got null", () => sign(null as never, CREDENTIALS)],
    ["options-invalid", "request must be an object, got null", () => verifySignature(null as never, "", CREDENTIALS)],
    ["key-missing", "key must be an object, got null", () => verifyBaseString("", "", null as never)],
    ["key-missing", "key must be an object, got null", () => createBaseStringSigner(null as never)],
    ["options-invalid", "options must be an object, got string", signedWith("nonce" as never)],
    ["option-unknown", `options has no member "nonc", only ${OPTIONS}`, signedWith({ nonc: "x" })],
    ...["query", "data", "json", "timeout"].map(
      (name) =>
        [
          "option-unknown",
          `request has no member "${name}", only method, url, form, body`,
          signed({ [name]: "1" } as never),
        ] as const,
    ),
    [
      "option-unknown",
      'credentials has no member "nonce", only consumerKey, token, signatureMethod, consumerSecret, tokenSecret, privateKey, passphrase',
      () => createSigner({ ...CREDENTIALS, nonce: "1" } as never),
    ],
    ["nonce-malformed", 'nonce must be text without control characters, got ""', signedWith({ nonce: "" })],
    ["nonce-malformed", 'nonce must be text without control characters, got "a\\n"', signedWith({ nonce: "a\n" })],
    [
      "nonce-malformed",
      'nonce must be text without control characters, got "a\\u0085"',
      signedWith({ nonce: "a\u0085" }),
    ],
    [
      "nonce-malformed",
      'nonce must be text without control characters, got "a\\u202e"',
      signedWith({ nonce: "a\u202e" }),
    ],
    ["nonce-malformed", "nonce must be text without control characters, got number", signedWith({ nonce: 5 })],
    [
      "timestamp-malformed",
      "timestamp must be a positive whole number of seconds, got 1.5",
      signedWith({ timestamp: 1.5 }),
    ],
    [
      "timestamp-malformed",
      "timestamp must be a positive whole number of seconds, got 0",
      signedWith({ timestamp: 0 }),
    ],
    [
      "timestamp-malformed",
      'timestamp must be a positive whole number of seconds, got "1s"',
      signedWith({ timestamp: "1s" }),
    ],
    [
      "timestamp-malformed",
      'timestamp must be a positive whole number of seconds, got "+1"',
      signedWith({ timestamp: "+1" }),
    ],
    [
      "timestamp-malformed",
      "timestamp must be a positive whole number of seconds, got null",
      signedWith({ timestamp: null }),
    ],
    ["version-unsupported", 'version must be "1.0", or null to omit it, got "2.0"', signedWith({ version: "2.0" })],
    [
      "transport-unknown",
      'transport must be one of header, body, query, header-and-body, got "cookie"',
      signedWith({ transport: "cookie" }),
    ],
    ...["body", "header-and-body"].flatMap((transport) => [
      [
        "transport-unusable",
        `transport ${transport} needs a form-encoded body, got another body`,
        signed({ body: "" }, { transport }),
      ] as const,
      [
        "body-hash-conflict",
        `transport ${transport} makes a form-encoded body, which is not hashed`,
        signedWith({ transport, bodyHash: true }),
      ] as const,
    ]),
    [
      "body-hash-unknown",
      'bodyHash must be true, false or "SHA-1", got "SHA-256"',
      signedWith({ bodyHash: "SHA-256" }),
    ],
    ["body-hash-conflict", "bodyHash is for a body, got a form", signed({ form: [] }, { bodyHash: true })],
    [
      "charset-unusable",
      'charset must be utf-8 or iso-8859-1, got "latin1"',
      signed({ form: [] }, { charset: "latin1" }),
    ],
    ["charset-unusable", "charset must be utf-8 or iso-8859-1, got null", signed({ form: [] }, { charset: null })],
    ["charset-unusable", "charset applies only to a form, got a request without one", signedWith({ charset: "utf-8" })],
    [
      "charset-unusable",
      "charset applies only to a form, got a request without one",
      signedWith({ charset: "utf-8", transport: "query" }),
    ],
    ...([{ "\x80": "" }, { a: Uint8Array.of(0x90) }, { a: Uint8Array.of(0xa0) }, { a: "é" }] as const).map(
      (form) =>
        [
          "charset-unusable",
          "iso-8859-1 is possible for ASCII only, because a form is signed and sent in UTF-8",
          signed({ form }, { charset: "iso-8859-1" }),
        ] as const,
    ),
    [
      "parameter-malformed",
      "protocolParameters must be a list of pairs, got object",
      signedWith({ protocolParameters: { oauth_callback: "oob" } }),
    ],
    [
      "parameter-malformed",
      "each of protocolParameters must be a [name, value] pair",
      signedWith({ protocolParameters: ["oauth_callback"] }),
    ],
    [
      "parameter-malformed",
      "each of protocolParameters must be a [name, value] pair",
      signedWith({ protocolParameters: [["oauth_callback", "oob", ""]] }),
    ],
    [
      "parameter-malformed",
      "each name in protocolParameters must be text or octets, got number",
      signedWith({ protocolParameters: [[5, ""]] }),
    ],
    [
      "parameter-malformed",
      '"oauth_callback" in protocolParameters must be text or octets, got undefined',
      signedWith({ protocolParameters: [["oauth_callback", undefined]] }),
    ],
    [
      "parameter-malformed",
      'protocolParameters must be named oauth_…, got "x_oauth_"',
      signedWith({ protocolParameters: [["x_oauth_", ""]] }),
    ],
    ...[
      "oauth_token",
      "oauth_version",
      "oauth_signature",
      "oauth_nonce",
      "oauth_timestamp",
      "oauth_consumer_key",
      "oauth_signature_method",
    ].map(
      (name) =>
        [
          "parameter-duplicated",
          `protocolParameters must not set "${name}" again`,
          signedWith({ version: null, protocolParameters: [[name, ""]] }),
        ] as const,
    ),
    [
      "parameter-duplicated",
      'protocolParameters must not set "oauth_x" again',
      signedWith({
        protocolParameters: [
          ["oauth_x", ""],
          ["oauth_x", ""],
        ],
      }),
    ],
    [
      "body-hash-conflict",
      "oauth_body_hash is for a body, got a form",
      signed({ form: [] }, { protocolParameters: [["oauth_body_hash", ""]] }),
    ],
    // The credentials.
    ["key-missing", "credentials must be an object, got null", () => createSigner(null as never)],
    ["key-missing", "credentials must be an object, got string", () => createSigner("secret" as never)],
    ["parameter-malformed", "consumerKey must be text, got undefined", signerOf({ consumerKey: undefined })],
    ["parameter-malformed", "token must be text, got null", signerOf({ token: null })],
    [
      "signature-method-unknown",
      `signatureMethod must be one of ${METHODS}, got "hmac-sha1"`,
      signerOf({ signatureMethod: "hmac-sha1" }),
    ],
    ["key-missing", "HMAC-SHA1 needs consumerSecret, got none", signerOf({ consumerSecret: undefined })],
    ["key-kind-mismatch", "consumerSecret must be text, got null", signerOf({ consumerSecret: null })],
    ["key-kind-mismatch", "tokenSecret must be text, got null", signerOf({ tokenSecret: null })],
    ["key-kind-mismatch", "HMAC-SHA1 needs consumerSecret, got PEM", signerOf({ consumerSecret: LINES[0] })],
    ["key-kind-mismatch", "HMAC-SHA1 needs consumerSecret, got an RSA key", signerOf({ privateKey: pair.privateKey })],
    [
      "key-kind-mismatch",
      "HMAC-SHA1 needs consumerSecret, got an RSA key",
      verifiedBy({ ...CREDENTIALS, publicKey: pair.publicKey }),
    ],
    ["key-missing", "RSA-SHA1 needs privateKey, got none", signerOf(rsaOf({}))],
    [
      "key-kind-mismatch",
      "RSA-SHA1 needs privateKey, got only a consumerSecret",
      signerOf({ signatureMethod: "RSA-SHA1" }),
    ],
    ["key-missing", "RSA-SHA1 needs publicKey, got none", verifiedBy({ signatureMethod: "RSA-SHA1" })],
    [
      "key-kind-mismatch",
      "RSA-SHA1 needs publicKey, got only a consumerSecret",
      verifiedBy({ ...CREDENTIALS, signatureMethod: "RSA-SHA1" }),
    ],
    [
      "key-too-small",
      "RSA-SHA512 needs a key of at least 745 bits, got 744",
      signerOf(rsaOf({ signatureMethod: "RSA-SHA512", privateKey: testKeyPair("rsa-744").privateKey })),
    ],
    // RSA keys.
    ["key-passphrase-wrong", "passphrase must be text, got number", () => readPrivateKey(jwk as never, 5 as never)],
    [
      "key-passphrase-wrong",
      "privateKey cannot be decrypted with the given passphrase",
      () => readPrivateKey(pem(pair.privateKey, "pkcs1", PASSPHRASE), "wrong"),
    ],
    [
      "key-unreadable",
      "privateKey must be an RSA key, got one whose parts do not belong together",
      () => readPrivateKey({ ...jwk, n: testKeyPair("rsa-1024-other").publicKey.export({ format: "jwk" }).n } as never),
    ],
    ...[certificate(), pem(pair.publicKey, "spki"), pem(pair.publicKey, "pkcs1")].flatMap((text) =>
      [text, Buffer.from(text)].map(
        (input) =>
          [
            "key-kind-mismatch",
            "privateKey must be a private key, got a public key or certificate",
            () => readPrivateKey(input),
          ] as const,
      ),
    ),
    [
      "key-kind-mismatch",
      "privateKey must be an RSA private key, got a rsa public key",
      () => readPrivateKey(pair.publicKey),
    ],
    [
      "key-kind-mismatch",
      "publicKey must be an RSA public key, got a rsa-pss public key",
      () => readPublicKey(testKeyPair("rsa-pss-1024").publicKey),
    ],
    ["key-unreadable", `publicKey ${NEEDED} text without a PEM header`, () => readPublicKey("secret")],
    ["key-unreadable", `privateKey ${NEEDED} undefined`, () => readPrivateKey(undefined as never)],
    ["key-unreadable", `publicKey ${NEEDED} object`, () => readPublicKey({} as never)],
    ["key-unreadable", `publicKey ${NEEDED} 3 octets that are not such a key`, () => readPublicKey(Buffer.from("abc"))],
    [
      "key-unreadable",
      `privateKey ${NEEDED} damaged PEM (PRIVATE KEY)`,
      () => readPrivateKey(`${LINES[0]}\n${LINES[1]}`),
    ],
    [
      "key-unreadable",
      `privateKey ${NEEDED} PEM (PRIVATE KEY) with backslash and n instead of line feeds`,
      () => readPrivateKey(LINES.join("\\n")),
    ],
    ...[OPEN_SSH, Buffer.from(OPEN_SSH)].map(
      (key) =>
        [
          "key-unreadable",
          `privateKey ${NEEDED} a key in the format of OpenSSH; convert it with ` +
            "`cp FILE copy.pem && ssh-keygen -p -m PKCS8 -N '' -f copy.pem`",
          () => readPrivateKey(key),
        ] as const,
    ),
    ...["ssh-rsa AAAAB3", " ecdsa-sha2-nistp256 AAAAE2", "sk-ssh-ed25519@openssh.com AAAAGn"].map(
      (key) =>
        [
          "key-unreadable",
          `publicKey ${NEEDED} a key in the format of OpenSSH; convert it with \`ssh-keygen -e -m PKCS8 -f FILE\``,
          () => readPublicKey(key),
        ] as const,
    ),
    ["key-unreadable", `publicKey ${NEEDED} text without a PEM header`, () => readPublicKey("x ssh-rsa AAAAB3")],
  ])("of the code %s has the message %s", (code, message, action) => {
    const error = refusalOf(action);
    expect({ code: error.code, message: error.message }).toEqual({ code, message });
  });
});
