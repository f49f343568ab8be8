/** Further faults of computing a digest (RFC 5849 3.4.2). */

import {
  base64Text,
  concatOctets,
  digest,
  type HashName,
  hexOctets,
  hexText,
  hmac,
  looseBase64Octets,
  utf8Octets,
} from "../platform/index.ts";
import { HMAC } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { changeSignatureInput, computeBy, isHmac, nameOfHash } from "./signature-changes.ts";
import { replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

const FIX = { text: "Compute one HMAC of the base string with the key, and write its octets in base64.", calls: HMAC };
const KEY_FIX = { text: "Use the UTF-8 octets of both secrets, percent-encoded and joined by &, as the key." };

/** Changes the octets of the key, which a text could not contain. `undefined` keeps the key. */
const keyOctets = (read: (secret: string, key: string) => Uint8Array | undefined): StageChange =>
  computeBy((hash, key, text) => hmac(hash, read(decodeOnce(key.split("&")[0]!), key) ?? key, text));

/** Changes the message of the HMAC. */
const signMessage = (make: (hash: HashName, baseString: string, key: string) => string | Uint8Array): StageChange =>
  computeBy((hash, key, baseString) => hmac(hash, key, make(hash, baseString, key)));

/** Changes the text that is signed, for RSA too. */
const signText = (change: (baseString: string) => string): StageChange =>
  replaceStage("baseString", (join, input, all) => change(join(input, all)));

const fromHex = (text: string): Uint8Array | undefined => hexOctets(text.toLowerCase());
const fromBase64 = (text: string): Uint8Array | undefined =>
  BASE64_RE.test(text) ? looseBase64Octets(text) : undefined;
const BASE64_RE = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;
const AMPERSAND = Uint8Array.of(0x26);
const withAmpersand = (octets: Uint8Array | undefined): Uint8Array | undefined =>
  octets && concatOctets([octets, AMPERSAND]);
const withTokenSecret = (octets: Uint8Array | undefined, key: string): Uint8Array | undefined =>
  octets && key.includes("&") ? concatOctets([octets, utf8Octets(key.slice(key.indexOf("&")))]) : undefined;

const signBaseStringAs = (text: string): Form => [
  `The client signs the text ${text} instead of the base string.`,
  changeSignatureInput((input) => (isHmac(input) ? { ...input, baseString: text } : input)),
];

const SECRETS: readonly (readonly [name: string, of: (key: string) => string])[] = [
  ["the consumer secret", (key) => decodeOnce(key.split("&")[0]!)],
  ["the token secret", (key) => decodeOnce(key.split("&")[1] ?? "")],
  ["the encoded consumer secret", (key) => key.split("&")[0]!],
];
/** The key of the HMAC is right, but a secret is part of its message too. */
const signWithSecret = (joint: string, [name, of]: (typeof SECRETS)[number]): Form[] => {
  const between = joint === "" ? "" : `, ${JSON.stringify(joint)}`;
  return [
    [`The client signs the base string${between} and ${name}.`, signMessage((_, text, key) => text + joint + of(key))],
    [`The client signs ${name}${between} and the base string.`, signMessage((_, text, key) => of(key) + joint + text)],
  ];
};

/** Replaces what PLAINTEXT sends. The other methods stay. */
const sendInsteadOfKey = (make: (key: string, baseString: string) => string): StageChange =>
  replaceStage("signature", (sign, input) =>
    input.signatureMethod === "PLAINTEXT" ? make(sign(input), input.baseString) : sign(input),
  );

const PLAINTEXT_TRIGGER = get("/r", { signatureMethod: "PLAINTEXT" });

export const FURTHER_SIGNATURE_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "base-string-hashed-first", title: "Base string hashed before the HMAC", fix: FIX }, [
    [
      "The client signs the hash of the base string, in hexadecimal.",
      signMessage((hash, text) => hexText(digest(hash, text))),
    ],
    ["The client signs the octets of the hash of the base string.", signMessage((hash, text) => digest(hash, text))],
    [
      "The client signs the hash of the base string, in base64.",
      signMessage((hash, text) => base64Text(digest(hash, text))),
    ],
    ...(["md5", "sha1", "sha256", "sha512"] as const).map(
      (other): Form => [
        `The client signs the ${nameOfHash(other)} of the base string, in hexadecimal.`,
        signMessage((_, text) => hexText(digest(other, text))),
      ],
    ),
    ["The client signs the base string in base64.", signText((text) => base64Text(utf8Octets(text)))],
    ["The client signs the base string in hexadecimal.", signText((text) => hexText(utf8Octets(text)))],
    [
      "The client decodes the base string before it signs.",
      signMessage((_, text) => decodeOnce(text)),
      ["base-string-not-encoded"],
    ],
  ]),
  faultInForms({ id: "key-signed-with-base-string", title: "Key signed together with the base string", fix: FIX }, [
    ["The client signs the key followed by the base string.", signMessage((_, text, key) => key + text)],
    ["The client signs the base string followed by the key.", signMessage((_, text, key) => text + key)],
    ["The client signs the key, an & and the base string.", signMessage((_, text, key) => `${key}&${text}`)],
    ["The client signs the base string, an & and the key.", signMessage((_, text, key) => `${text}&${key}`)],
    ["The client signs the key instead of the base string.", signMessage((_hash, _text, key) => key)],
    ["The client uses the base string as the key and signs it.", computeBy((hash, _, text) => hmac(hash, text, text))],
    [
      "The client uses the base string as the key and signs nothing.",
      computeBy((hash, _, text) => hmac(hash, text, "")),
    ],
  ]),
  faultInForms(
    { id: "secret-added-to-base-string", title: "Secret signed together with the base string", fix: FIX },
    ["&", "", "\n", ":"].flatMap((joint) => SECRETS.flatMap((secret) => signWithSecret(joint, secret))),
  ),
  faultInForms({ id: "other-text-signed", title: "Different text signed instead of the base string", fix: FIX }, [
    ["The client signs an empty text instead of the base string.", signMessage(() => "")],
    ...["undefined", "null", "None", "[object Object]", "[object Promise]", "[object ArrayBuffer]", "1"].map(
      signBaseStringAs,
    ),
  ]),
  faultInForms({ id: "digest-hashed-again", title: "Digest hashed again", fix: FIX }, [
    [
      "The client computes an HMAC of the HMAC.",
      computeBy((hash, key, text) => hmac(hash, key, hmac(hash, key, text))),
    ],
    [
      "The client computes an HMAC of the HMAC in hexadecimal.",
      computeBy((hash, key, text) => hmac(hash, key, hexText(hmac(hash, key, text)))),
    ],
    [
      "The client computes an HMAC of the HMAC in base64.",
      computeBy((hash, key, text) => hmac(hash, key, base64Text(hmac(hash, key, text)))),
    ],
    ["The client hashes the HMAC.", computeBy((hash, key, text) => digest(hash, hmac(hash, key, text)))],
    [
      "The client hashes the HMAC in hexadecimal.",
      computeBy((hash, key, text) => digest(hash, hexText(hmac(hash, key, text)))),
    ],
  ]),
  faultInForms(
    {
      id: "key-octets-decoded",
      title: "Secret decoded into octets",
      trigger: get("/r", { consumerSecret: "c0ffee00" }),
      fix: KEY_FIX,
    },
    [
      ["The client uses the hex-decoded consumer secret as the key.", keyOctets(fromHex)],
      ["The client uses the base64-decoded consumer secret as the key.", keyOctets(fromBase64)],
      [
        "The client uses the hex-decoded consumer secret with an & after it as the key.",
        keyOctets((secret) => withAmpersand(fromHex(secret))),
        ["token-secret-left-out"],
      ],
      [
        "The client uses the base64-decoded consumer secret with an & after it as the key.",
        keyOctets((secret) => withAmpersand(fromBase64(secret))),
        ["token-secret-left-out"],
      ],
      ...(
        [
          ["hex", fromHex],
          ["base64", fromBase64],
        ] as const
      ).map(
        ([name, decode]): Form => [
          `The client uses the ${name}-decoded consumer secret, an & and the token secret as the key.`,
          keyOctets((secret, key) => withTokenSecret(decode(secret), key)),
        ],
      ),
      ["The client uses the base64-decoded key.", keyOctets((_, key) => looseBase64Octets(key))],
    ],
  ),
  faultInForms({ id: "key-digest-as-key", title: "Octets of a hash used as the key", fix: KEY_FIX }, [
    ["The client uses the octets of the hash of the key as the key.", keyOctets((_, key) => digest("sha1", key))],
    ...(["sha256", "sha512", "md5"] as const).map(
      (hash): Form => [
        `The client uses the octets of the ${nameOfHash(hash)} of the key as the key.`,
        keyOctets((_, key) => digest(hash, key)),
      ],
    ),
    [
      "The client uses the octets of the consumer secret's SHA-1 as the key.",
      keyOctets((secret) => digest("sha1", secret)),
    ],
    [
      "The client uses the octets of the consumer secret's SHA-256 as the key.",
      keyOctets((secret) => digest("sha256", secret)),
    ],
    [
      "The client uses the octets of the consumer secret's MD5 as the key.",
      keyOctets((secret) => digest("md5", secret)),
    ],
  ]),
  faultInForms(
    {
      id: "plaintext-digest-sent",
      title: "Digest sent as a PLAINTEXT signature",
      trigger: PLAINTEXT_TRIGGER,
      fix: { text: "Send the joined secrets as the signature, or name the method that you compute." },
    },
    [
      ...(["sha1", "sha256", "sha512", "md5"] as const).map(
        (hash): Form => [
          `The client names PLAINTEXT, but sends an HMAC with ${nameOfHash(hash)}.`,
          sendInsteadOfKey((key, text) => base64Text(hmac(hash, key, text))),
        ],
      ),
      [
        "The client sends the secrets in base64 as the PLAINTEXT signature.",
        sendInsteadOfKey((key) => base64Text(utf8Octets(key))),
      ],
      [
        "The client sends the SHA-1 of the secrets as the PLAINTEXT signature.",
        sendInsteadOfKey((key) => hexText(digest("sha1", key))),
      ],
      [
        "The client sends the MD5 of the secrets as the PLAINTEXT signature.",
        sendInsteadOfKey((key) => hexText(digest("md5", key))),
      ],
      ["The client sends the base string as the PLAINTEXT signature.", sendInsteadOfKey((_, text) => text)],
    ],
  ),
];

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
