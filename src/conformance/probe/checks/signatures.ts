/** Signatures that are wrong, or right octets in another spelling (RFC 5849 3.2 and 3.4). */

import { base64Text, hexText, hmac, looseBase64Octets } from "../../../platform/index.ts";
import { baseStringOf, type Draft, write } from "../../cases/draft.ts";
import { type Case, type Check, type Good, rejects } from "../check.ts";
import { addToQuery, casesOf } from "./changes.ts";

/** Sends a good request with what becomes of its signature; a draft is sought for which that is another text. */
function respelledSignature(good: Good, respell: (signature: string) => string): Case {
  let draft = good.fresh();
  const isSame = (one: Draft): boolean => respell(good.sign(one)) === good.sign(one);
  for (let tries = 0; tries < 40 && isSame(draft); tries++) draft = good.fresh();
  if (isSame(draft)) return "the signature of this method has no such spelling";
  return [rejects(write(draft, respell(good.sign(draft))))];
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The signature with other unused bits in its last character, which decoders ignore. */
function unusedBits(signature: string, by: number): string {
  const [, start = "", last = "", padding = ""] = /^(.*)(.)(=*)$/.exec(signature) ?? [];
  return padding === "" ? signature : `${start}${ALPHABET[ALPHABET.indexOf(last) + by] ?? last}${padding}`;
}

function changeOctet(signature: string, at: (length: number) => number): string {
  const octets = looseBase64Octets(signature);
  const index = at(octets.length);
  octets[index] = octets[index]! ^ 1;
  return base64Text(octets);
}

const resize = (signature: string, length: (own: number) => number): string => {
  const octets = looseBase64Octets(signature);
  const resized = new Uint8Array(length(octets.length));
  resized.set(octets.subarray(0, resized.length));
  return base64Text(resized);
};

const half = (text: string): number => text.length >> 1;

export const SIGNATURES: readonly Check[] = [
  {
    id: "signature-wrong",
    title: "wrong signature",
    rule: "rfc5849-3.2-1",
    means: "The server accepts requests that the client did not sign.",
    everywhere: true,
    byMethod: true,
    noServerError: true,
    cases: (good) => ({
      ...casesOf<(signature: string) => string>(
        {
          "first-octet-changed": (signature) => changeOctet(signature, () => 0),
          "middle-octet-changed": (signature) => changeOctet(signature, (length) => length >> 1),
          "last-octet-changed": (signature) => changeOctet(signature, (length) => length - 1),
          "one-octet-shorter": (signature) => resize(signature, (length) => length - 1),
          "one-octet-longer": (signature) => resize(signature, (length) => length + 1),
          "first-half": (signature) => resize(signature, (length) => length >> 1),
          "first-octet-only": (signature) => resize(signature, () => 1),
          "all-octets-zero": (signature) => base64Text(new Uint8Array(looseBase64Octets(signature).length)),
          "all-octets-ff": (signature) => base64Text(new Uint8Array(looseBase64Octets(signature).length).fill(255)),
          "first-four-characters": (signature) => signature.slice(0, 4),
          reversed: (signature) => [...signature].reverse().join(""),
          "6000-characters": () => "A".repeat(6000),
          "text-null": () => "null",
          "text-undefined": () => "undefined",
          "text-true": () => "true",
          "text-none": () => "None",
          star: () => "*",
          zero: () => "0",
          "percent-sign": () => "%",
          "sql-quote": () => "' OR '1'='1",
        },
        (respell) => respelledSignature(good, respell),
      ),
      "of-another-request": [rejects(write(good.fresh(), good.sign(addToQuery("probe=1")(good.fresh()))))],
      "of-no-parameters": [
        rejects(write(good.fresh(), good.sign({ ...good.fresh(), protocol: [], query: "", body: "" }))),
      ],
    }),
  },
  {
    id: "signature-spelling",
    title: "signature in another spelling",
    rule: "rfc5849-3.2-5",
    means: "A seen signature has several spellings, so a program that remembers or compares its text can be deceived.",
    byMethod: true,
    cases: (good) =>
      casesOf<(signature: string) => string>(
        {
          "without-padding": (signature) => signature.replace(/=+$/, ""),
          "too-much-padding": (signature) => `${signature}=`,
          "padding-inside": (signature) => `${signature.slice(0, half(signature))}=${signature.slice(half(signature))}`,
          "unused-bits-1": (signature) => unusedBits(signature, 1),
          "unused-bits-2": (signature) => unusedBits(signature, 2),
          "unused-bits-3": (signature) => unusedBits(signature, 3),
          "url-alphabet": (signature) => signature.replaceAll("+", "-").replaceAll("/", "_"),
          "in-upper-case": (signature) => signature.toUpperCase(),
          "in-lower-case": (signature) => signature.toLowerCase(),
          "leading-space": (signature) => ` ${signature}`,
          "trailing-space": (signature) => `${signature} `,
          "trailing-line-feed": (signature) => `${signature}\n`,
          "trailing-crlf": (signature) => `${signature}\r\n`,
          "trailing-nul": (signature) => `${signature}\0`,
          "line-feed-inside": (signature) =>
            `${signature.slice(0, half(signature))}\n${signature.slice(half(signature))}`,
          "space-inside": (signature) => `${signature.slice(0, half(signature))} ${signature.slice(half(signature))}`,
          "tab-inside": (signature) => `${signature.slice(0, half(signature))}\t${signature.slice(half(signature))}`,
          "other-character-inside": (signature) =>
            `${signature.slice(0, half(signature))}!${signature.slice(half(signature))}`,
          "more-after-the-padding": (signature) => `${signature}AAAA`,
          "spaces-for-plus-signs": (signature) => signature.replaceAll("+", " "),
          "full-width-letters": (signature) =>
            signature.replace(/[A-Z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
          "percent-encoded-twice": (signature) => encodeURIComponent(signature),
          hexadecimal: (signature) => hexText(looseBase64Octets(signature)),
          "hexadecimal-in-upper-case": (signature) => hexText(looseBase64Octets(signature)).toUpperCase(),
          "base64-of-hexadecimal": (signature) => Buffer.from(hexText(looseBase64Octets(signature))).toString("base64"),
          "base64-of-base64": (signature) => Buffer.from(signature).toString("base64"),
          "in-quotes": (signature) => `"${signature}"`,
          twice: (signature) => `${signature},${signature}`,
        },
        (respell) => respelledSignature(good, respell),
      ),
  },
  {
    id: "signature-computed-wrongly",
    title: "signature computed in another way",
    rule: "rfc5849-3.2-1",
    means: "The server accepts signatures that RFC 5849 does not define.",
    cases: (good) => {
      const { consumerSecret, tokenSecret = "" } = good.credentials;
      if (consumerSecret === undefined) return { "hmac-of-something-else": "the client has no secret" };
      const key = `${encodeURIComponent(consumerSecret)}&${encodeURIComponent(tokenSecret)}`;
      const sha1 = (message: (draft: Draft) => string, keyOf: (draft: Draft) => string = () => key): Case => {
        const draft = good.fresh();
        return [rejects(write(draft, base64Text(hmac("sha1", keyOf(draft), message(draft)))))];
      };
      if (good.key.method !== "HMAC-SHA1")
        return { "hmac-of-something-else": "the good request is not signed with HMAC-SHA1" };
      return {
        "key-and-message-swapped": sha1(() => key, baseStringOf),
        "base-string-decoded": sha1((draft) =>
          decodeURIComponent(baseStringOf(draft).replace(/%(?![0-9A-F]{2})/g, "%25")),
        ),
        "base-string-in-lower-case": sha1((draft) => baseStringOf(draft).toLowerCase()),
        "empty-base-string": sha1(() => ""),
        "only-the-uri": sha1((draft) => `${draft.origin}${draft.path}`),
        "parameter-string-only": sha1((draft) => baseStringOf(draft).split("&").at(-1)!),
        "without-the-method": sha1((draft) => baseStringOf(draft).replace(/^[^&]*&/, "")),
        "with-the-query-in-the-uri": sha1((draft) => baseStringOf({ ...draft, path: `${draft.path}%3Fprobe=1` })),
      };
    },
  },
];
