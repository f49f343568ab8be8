/** Signature methods: the settings of the server and the registered key decide, not the request. PLAINTEXT requires https (RFC 5849 3.2 and 3.4). */

import { createPublicKey } from "node:crypto";
import { hashOf } from "../../model/index.ts";
import { base64Text, hmac } from "../../platform/index.ts";
import { RSA_METHODS, type SignatureMethod } from "../../spec/signature-methods.ts";
import type { CaseGroup, ReceivedCase } from "./case.ts";
import { fullWidth, named, protocol } from "./changes.ts";
import { baseStringOf, type Draft, protocolValue, type SigningKey, withProtocol } from "./draft.ts";
import { byPublicKey, GUESSED_SECRETS, hmacKey, otherKey } from "./hmac-keys.ts";
import { NO_SECRET } from "./make-request.ts";
import { BANK } from "./vector-clients.ts";

const RULE = "rfc5849-3.2-4";
/** The settings of existing vectors, which a new method does not change. */
const ALLOWED = {
  server: {
    signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"],
  },
};
const NOT_ALLOWED = { refuse: "signature-method-not-allowed" };
const CVES = ["CVE-2026-72889"];
const CHOOSES = {
  layer: "key",
  rule: "rfc5849-3.4-1",
  refuse: "key-kind-mismatch",
  alsoAcceptable: ["signature-method-not-allowed", "signature-mismatch", "signature-malformed"],
  finds: "client-chooses-method",
  cves: CVES,
} as const;
const MISMATCH = { layer: "signature", refuse: "signature-mismatch", ...ALLOWED } as const;

const methodOf = (draft: Draft): string => protocolValue(draft, "oauth_signature_method");

/** The name of a method in other spellings, and names that no method has; with the numbers of the vectors. */
const NAMES: readonly (readonly [probe: string, vector: number | undefined, spell: (method: string) => string])[] = [
  ["hmac-md5", 13, () => "HMAC-MD5"],
  ["lower-case", 14, (method) => method.toLowerCase()],
  ["underscore", 15, (method) => method.replace("-", "_")],
  ["mixed-case", 16, (method) => method.replace(/(?<=[A-Z])[A-Z]/g, (letter) => letter.toLowerCase())],
  ["further-hyphen", 17, (method) => method.replace("SHA", "SHA-")],
  ["no-hyphen", 18, (method) => method.replace("-", "")],
  ["leading-space", 19, (method) => ` ${method}`],
  ["trailing-space", 20, (method) => `${method} `],
  ["trailing-nul", 21, (method) => `${method}\0`],
  ["hash-only", 22, (method) => method.replace(/^.*-/, "").toLowerCase()],
  ["none", 23, () => "none"],
  ["none-capitalized", 24, () => "None"],
  ["none-in-upper-case", undefined, () => "NONE"],
  ["proto", 25, () => "__proto__"],
  ["constructor", 26, () => "constructor"],
  ["to-string", 27, () => "toString"],
  ["full-width", 28, (method) => method.replace(/^\w+/, fullWidth)],
  ["empty", 29, () => ""],
];

/** A signature with a hash that the named signature method does not use. */
const hashed = (hash: string): Pick<ReceivedCase, "signer"> => ({
  signer: ({ key }) => {
    const method = key.method.replace(/SHA\d+$/, hash) as SigningKey["method"];
    return method === key.method ? "the method of the good request" : { ...key, method };
  },
});
const byOtherRsaKey = (method: SignatureMethod): Pick<ReceivedCase, "protocol" | "signer"> => ({
  ...named(method),
  signer: ({ otherRsaKey }) => ({ method, privateKey: otherRsaKey() }),
});

/** Texts that a server could take for the HMAC key of a client that has a public key. */
const PUBLIC_TEXTS: Readonly<Record<string, (pem: string) => string>> = {
  pem: (pem) => pem,
  "pem-without-final-line-feed": (pem) => pem.trimEnd(),
  "pem-with-crlf": (pem) => pem.replace(/\r?\n/g, "\r\n"),
  base64: (pem) => pem.replace(/-----[^-]+-----|\s/g, ""),
  "pkcs1-pem": (pem) => createPublicKey(pem).export({ type: "pkcs1", format: "pem" }).toString(),
  ...Object.fromEntries(Object.entries(GUESSED_SECRETS).map(([name, text]) => [name, () => text])),
};
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  "": hmacKey,
  "-not-encoded": (text) => `${text}&`,
  "-alone": (text) => text,
};
const CONFUSED: Readonly<Record<string, ReceivedCase>> = {
  "pem-sha1": { vector: "methods/36" },
  "pem-without-final-line-feed-sha1": {
    vector: "methods/37",
  },
  "pem-with-crlf-sha1": { vector: "methods/38" },
  "base64-sha1": { vector: "methods/39" },
  "pkcs1-pem-sha1": { vector: "methods/40" },
  "empty-sha1": { vector: "methods/42" },
  "undefined-sha1": { vector: "methods/43" },
  "null-sha1": { vector: "methods/44" },
  "object-text-sha1": { vector: "methods/45" },
  "pem-sha256": {
    vector: "methods/46",

    ...ALLOWED,
  },
  "pem-not-encoded-sha1": { vector: "methods/48" },
  "pem-alone-sha1": {
    vector: "methods/49",

    finds: [CHOOSES.finds, "rsa-key-used-as-hmac-secret"],
  },
};
const HMACS = { sha1: "HMAC-SHA1", sha256: "HMAC-SHA256" } as const;

const PLAIN = named("PLAINTEXT");
/** A signature that a server may take for the secrets. */
const plain = (text: string): Pick<ReceivedCase, "protocol" | "signer"> => ({
  ...PLAIN,
  signer: ({ credentials }) => otherKey("PLAINTEXT", text, credentials),
});

export const METHODS: readonly CaseGroup[] = [
  {
    ...CHOOSES,
    ofVector: { by: BANK },
    check: {
      id: "key-confusion",
      title: "HMAC with the public key of the client",
      cves: CVES,
      noServerError: true,
      means:
        "The request chooses the method: someone who knows the public key, which is not a secret, can sign in the name of the client.",
    },
    computed: [
      ...Object.entries(PUBLIC_TEXTS).flatMap(([name, text]) =>
        Object.entries(FORMS).flatMap(([form, make]) =>
          Object.entries(HMACS).map(([hash, method]) => {
            const probe = `${name}${form}-${hash}`;
            return { ...CONFUSED[probe], probe, ...named(method), ...byPublicKey(method, (pem) => make(text(pem))) };
          }),
        ),
      ),
      ...Object.entries(HMACS).map(
        ([hash, method]): ReceivedCase => ({
          probe: `der-alone-${hash}`,
          ...named(method),
          ...byPublicKey(method, PUBLIC_TEXTS.base64),
          signature: (_, draft, __, { key }) =>
            base64Text(hmac(hashOf(method), Buffer.from(key!, "base64"), baseStringOf(draft))),
        }),
      ),
    ],
  },
  {
    layer: "method",
    rule: RULE,
    ...NOT_ALLOWED,
    ...ALLOWED,
    check: {
      id: "unknown-method",
      title: "unknown signature method",
      noServerError: true,
      means: "The server accepts a request that names no signature method of RFC 5849.",
    },
    computed: NAMES.flatMap(([probe, vector, spell]): ReceivedCase[] => {
      const other: Pick<ReceivedCase, "protocol"> = {
        protocol: (draft) => ({ oauth_signature_method: spell(methodOf(draft)) }),
      };
      return [
        {
          ...(vector !== undefined && { vector: `methods/${vector}` }),
          probe,
          ...other,
          finds: "method-name-respelled",
          ...(probe === "empty" && {
            alsoAcceptable: "parameter-missing",
            finds: "missing-method-defaulted",
            server: {},
          }),
        },
        {
          probe: `${probe}-and-no-signature`,
          ...other,
          signature: "",
          ...(probe === "none" && {
            vector: "methods/30",
            alsoAcceptable: ["parameter-missing", "signature-malformed"],
            server: {},
          }),
        },
      ];
    }),
  },
  {
    ...MISMATCH,
    refuse: "signature-malformed",
    alsoAcceptable: "signature-mismatch",
    finds: "hash-differs-from-method",
    rule: RULE,
    check: {
      id: "hash-of-other-method",
      title: "signature with a hash other than that of its method",
      byMethod: true,
      means: "The server does not use the hash that the request names.",
    },
    cases: {
      "SHA1-signed": { vector: "methods/31", ofVector: { signatureMethod: "HMAC-SHA256" }, ...hashed("SHA1") },
      "SHA256-signed": { vector: "methods/32", ...hashed("SHA256") },
      "SHA512-signed": hashed("SHA512"),
      "changed-after-signing": {
        vector: "methods/35",
        sent: protocol("oauth_signature_method", (name) =>
          name.replace(/SHA\d+$/, (hash) => (hash === "SHA512" ? "SHA1" : "SHA512")),
        ),
      },
    },
  },
  {
    ...CHOOSES,
    check: {
      id: "rsa-with-another-key",
      title: "RSA signature with another key",
      noServerError: true,
      means: "Anyone can sign in the name of the client with a key of their own.",
    },
    cases: {
      hmac: {
        vector: "methods/53",
        ...named("RSA-SHA256"),
        signer: ({ key }) => (key.privateKey === undefined ? key : NO_SECRET),
        finds: [CHOOSES.finds, "rsa-key-used-as-hmac-secret"],
      },
      "key-named-in-the-request": {
        vector: "methods/54",
        ofVector: { by: BANK },
        ...byOtherRsaKey("RSA-SHA256"),
        layer: "signature",
        refuse: "signature-mismatch",
        alsoAcceptable: undefined,
        finds: "key-fetched-from-request",
        cves: undefined,
        protocol: {
          oauth_signature_method: "RSA-SHA256",
          oauth_certificate_url: "https://evil.example/key.pem",
          xoauth_signature_publickey: "https://evil.example/key.pem",
        },
      },
    },
    computed: [
      ...RSA_METHODS.flatMap((method): ReceivedCase[] => {
        const probe = method.slice("RSA-".length).toLowerCase();
        return [
          { probe, ...byOtherRsaKey(method), ...(method === "RSA-SHA256" && { vector: "methods/52" }) },
          { probe: `${probe}-of-one-octet`, ...named(method), signature: "AA==" },
        ];
      }),
    ],
  },
  {
    layer: "method",
    rule: "rfc5849-3.4.4-2",
    ...NOT_ALLOWED,
    finds: "client-chooses-method",
    cves: CVES,
    check: {
      id: "plaintext",
      title: "PLAINTEXT",
      noServerError: true,
      means:
        "The server accepts the secrets themselves as a signature, because the request asks for it, even over a connection that is not encrypted.",
    },
    cases: {
      "right-over-http": {
        vector: "methods/55",
        ...PLAIN,
        signer: ({ credentials: { consumerSecret, tokenSecret }, maySendPlaintext }) =>
          consumerSecret === undefined
            ? NO_SECRET
            : maySendPlaintext
              ? { method: "PLAINTEXT", consumerSecret, tokenSecret }
              : "the secret itself is sent only over http to a server on this machine",
      },
      "wrong-secret": plain("wrong&"),
      ampersand: { vector: "methods/51", ...CHOOSES, ...ALLOWED, ofVector: { by: BANK }, ...plain("&") },
      "undefined-secrets": plain("undefined&"),
      empty: { ...PLAIN, signature: "" },
      "public-key": {
        vector: "methods/50",
        ...CHOOSES,
        ...ALLOWED,
        ofVector: { by: BANK },
        ...PLAIN,
        ...byPublicKey("PLAINTEXT"),
      },
      "signature-of-hmac": {
        vector: "methods/67",
        ...MISMATCH,
        rule: "rfc5849-3.4.4-1",
        alsoAcceptable: "signature-malformed",
        finds: undefined,
        cves: undefined,
        ...PLAIN,
        ifAccepted: {},
        signature: (_, draft, sign, { method }) => sign(withProtocol(draft, { oauth_signature_method: method })),
      },
    },
  },
];
