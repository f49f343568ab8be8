/** Undocumented faults of the key that HMAC and PLAINTEXT sign with (RFC 5849 3.4.2). */

import { concatOctets, digest, hexOctets, hmac, looseBase64Octets, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { KEY } from "../helpers/correct-calls.ts";
import { faultInForms } from "../helpers/forms.ts";
import { get } from "../helpers/trigger-requests.ts";
import { computeBy } from "../signature/signature-changes.ts";
import { changeKey } from "./key-changes.ts";

const JOIN_FIX = { text: "Percent-encode each secret, then join them with & even if one is empty.", calls: KEY };

/** Leaves a key without "&" unchanged. */
const separateBy = (name: string, separator: string): Form => [
  name.replaceAll(" ", "-"),
  `The client joins the secrets with ${name} instead of &.`,
  changeKey((key) => key.replace("&", () => separator)),
];

/** Replaces the consumer secret in the key with octets that a text could not contain. `undefined` keeps the key. */
const decodeSecret = (read: (secret: string) => Uint8Array | undefined, isAlone: boolean): StageChange =>
  computeBy((hash, key, text) => {
    const at = key.indexOf("&");
    const octets = at < 0 ? undefined : read(decodeURIComponent(key.slice(0, at)));
    if (octets === undefined) return hmac(hash, key, text);
    return hmac(hash, isAlone ? octets : concatOctets([octets, utf8Octets(key.slice(at))]), text);
  });
const BASE64_RE = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;
const GUID_RE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DECODERS: readonly (readonly [name: string, how: string, read: (secret: string) => Uint8Array | undefined])[] = [
  ["hex", "hex-decoded consumer secret", (secret) => hexOctets(secret.toLowerCase())],
  [
    "base64",
    "base64-decoded consumer secret",
    (secret) => (BASE64_RE.test(secret) ? looseBase64Octets(secret) : undefined),
  ],
  ["sha-256", "octets of the SHA-256 of the consumer secret", (secret) => digest("sha256", secret)],
  [
    "guid",
    "octets of the GUID that the consumer secret is, in their written order,",
    (secret) => (GUID_RE.test(secret) ? hexOctets(secret.toLowerCase().replaceAll("-", "")) : undefined),
  ],
  [
    "guid-of-dotnet",
    "octets of the GUID that the consumer secret is, as .NET orders them,",
    (secret) => {
      const octets = GUID_RE.test(secret) ? hexOctets(secret.toLowerCase().replaceAll("-", "")) : undefined;
      return octets && Uint8Array.from(octets, (_, at) => octets[[3, 2, 1, 0, 5, 4, 7, 6][at] ?? at]!);
    },
  ],
];

export const UNDOCUMENTED_KEY_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "key-separator-wrong",
      title: "Wrong separator between the secrets",
      trigger: get("/r", { consumerSecret: "cs", tokenSecret: "ts" }),
      fix: JOIN_FIX,
    },
    [
      separateBy("nothing", ""),
      separateBy("+", "+"),
      separateBy(":", ":"),
      separateBy("&amp;", "&amp;"),
      separateBy("& and spaces", " & "),
    ],
  ),
  faultInForms(
    {
      id: "key-octets-decoded",
      title: "Secret decoded into octets",
      trigger: get("/r", { consumerSecret: "c0ffee00" }),
      fix: "Use the UTF-8 octets of both secrets, percent-encoded and joined by &, as the key.",
    },
    DECODERS.flatMap(([name, how, read]): Form[] => [
      [`${name}-alone`, `The client uses the ${how.replace(/,$/, "")} as the key.`, decodeSecret(read, true)],
      [
        `${name}-with-token-secret`,
        `The client uses the ${how} an & and the token secret as the key.`.replace(/(?<!,) an &/, ", an &"),
        decodeSecret(read, false),
      ],
    ]),
  ),
];
