/** Further faults of the key that HMAC and PLAINTEXT sign with (RFC 5849 3.4.2). */

import { toText } from "../model/index.ts";
import { base64Text, digest, type HashName, hexText, latin1Octets, utf8Octets } from "../platform/index.ts";
import { KEY } from "./correct-calls.ts";
import { alsoEncode, type EncoderChange, leaveUnencoded } from "./encoder-changes.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { changeKey, changeSecrets, encodeSecretsBy, inEachSecret } from "./key-changes.ts";
import { get } from "./trigger-requests.ts";

const SECRETS = { consumerSecret: "cs", tokenSecret: "ts" };
const JOIN_FIX = { text: "Percent-encode each secret, then join them with & even if one is empty.", calls: KEY };
const AS_ISSUED = { text: "Use the characters of each secret as you received them." };
const AS_JOINED = { text: "Pass the joined secrets to HMAC exactly as they are." };

/** Also for a key that has no "&": then there is nothing to replace. */
const separateBy = (name: string, separator: string, includes: readonly string[] = []): Form => [
  `The client joins the secrets with ${name} instead of &.`,
  changeKey((key) => key.replace("&", () => separator)),
  ["key-without-ampersand", ...includes],
];
const addToKey = (name: string, before: string, after: string): Form => [
  `The client signs with the key with ${name}.`,
  changeKey((key) => before + key + after),
];
const cutKey = (length: number): Form => [
  `The client uses only the first ${length} characters of the key.`,
  changeKey((key) => key.slice(0, length)),
  ["key-without-ampersand", "token-secret-left-out"],
];
const cutSecrets = (length: number): Form[] =>
  inEachSecret(`cut after ${length} characters`, (secret) => secret.slice(0, length));
const hashSecrets = (name: string, hash: HashName): Form[] =>
  inEachSecret(`hashed with ${name}, in hexadecimal`, (secret) => hexText(digest(hash, utf8Octets(secret))));
const hashKey = (name: string, hash: HashName): Form => [
  `The client signs with the ${name} of the key in hexadecimal.`,
  changeKey((key) => hexText(digest(hash, utf8Octets(key)))),
];
const consumerSecretAs = (text: string): StageChange => changeSecrets((secret, isToken) => (isToken ? secret : text));

const HTML_ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

const plusForSpace: EncoderChange = (encode) => (octets) => encode(octets).replaceAll("%20", "+");
const lowerCaseHex: EncoderChange = (encode) => (octets) =>
  encode(octets).replace(/%../g, (escaped) => escaped.toLowerCase());
const latin1: EncoderChange = (encode) => (octets) => encode(latin1Octets(toText(octets)));

export const FURTHER_KEY_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "secrets-encoded-differently",
      title: "Secrets encoded with another encoder",
      trigger: get("/r", { consumerSecret: "a!/ ~é*" }),
      fix: { text: "Percent-encode secrets with the same function as parameters." },
    },
    [
      [
        "The client encodes the secrets like a form: a space becomes +, * stays and ~ becomes %7E.",
        encodeSecretsBy((encode) => alsoEncode(/~/)(leaveUnencoded("*")(plusForSpace(encode)))),
        ["space-as-plus", "asterisk-bare", "tilde-encoded"],
      ],
      ["The client encodes a space in the secrets as +.", encodeSecretsBy(plusForSpace), ["space-as-plus"]],
      ["The client encodes the secrets with lower-case hex digits.", encodeSecretsBy(lowerCaseHex), ["lowercase-hex"]],
      [
        "The client leaves ! ' ( ) * of the secrets unencoded.",
        encodeSecretsBy(leaveUnencoded("!'()*")),
        ["encodeuricomponent-leftovers", "asterisk-bare"],
      ],
      ["The client leaves / of the secrets unencoded.", encodeSecretsBy(leaveUnencoded("/")), ["slash-colon-bare"]],
      ["The client leaves + of the secrets unencoded.", encodeSecretsBy(leaveUnencoded("+")), ["plus-left-bare"]],
      ["The client leaves = of the secrets unencoded.", encodeSecretsBy(leaveUnencoded("=")), ["secrets-not-encoded"]],
      ["The client encodes ~ of the secrets.", encodeSecretsBy(alsoEncode(/~/)), ["tilde-encoded"]],
      [
        "The client encodes - . _ ~ of the secrets.",
        encodeSecretsBy(alsoEncode(/[-._~]/)),
        ["unreserved-over-encoded"],
      ],
      ["The client encodes - . _ of the secrets.", encodeSecretsBy(alsoEncode(/[-._]/)), ["unreserved-over-encoded"]],
      [
        "The client encodes the secrets with an encoder for whole URLs.",
        encodeSecretsBy(leaveUnencoded(";/?:@&=+$,#!'()*")),
        ["secrets-not-encoded", "encodeuricomponent-leftovers", "slash-colon-bare", "plus-left-bare", "asterisk-bare"],
      ],
      ["The client encodes the secrets in Latin-1.", encodeSecretsBy(latin1), ["latin1-octets"]],
    ],
  ),
  faultInForms(
    {
      id: "key-separator-wrong",
      title: "Wrong separator between the secrets",
      trigger: get("/r", SECRETS),
      fix: JOIN_FIX,
    },
    [
      separateBy("nothing", ""),
      separateBy("+", "+"),
      separateBy(":", ":"),
      separateBy(",", ","),
      separateBy(";", ";"),
      separateBy("|", "|"),
      separateBy("-", "-"),
      separateBy("_", "_"),
      separateBy(".", "."),
      separateBy("=", "="),
      separateBy("/", "/"),
      separateBy("a space", " "),
      separateBy("a line break", "\n"),
      separateBy("&amp;", "&amp;"),
      separateBy("&&", "&&", ["key-text-added"]),
      separateBy("& and spaces", " & "),
    ],
  ),
  faultInForms({ id: "key-text-added", title: "Text added to the key", fix: AS_JOINED }, [
    addToKey("a line break after it", "", "\n"),
    addToKey("a carriage return and a line break after it", "", "\r\n"),
    addToKey("a carriage return after it", "", "\r"),
    addToKey("a space after it", "", " "),
    addToKey("a space before it", " ", ""),
    addToKey("a tab after it", "", "\t"),
    addToKey("another & after it", "", "&"),
    addToKey("an & before it", "&", ""),
    addToKey("a byte order mark before it", "\ufeff", ""),
    addToKey("double quotes around it", '"', '"'),
    addToKey("single quotes around it", "'", "'"),
    addToKey("b'' around it, as Python prints octets", "b'", "'"),
    addToKey("a NUL after it, as a C string ends", "", "\0"),
    ["The client pads the key with spaces to 64 characters.", changeKey((key) => key.padEnd(64))],
    ["The client uses the key twice in a row.", changeKey((key) => key + key)],
  ]),
  faultInForms(
    { id: "consumer-secret-as-text-null", title: "Consumer secret missing, or written as text", fix: AS_ISSUED },
    [
      ["The client has no consumer secret and writes undefined into the key.", consumerSecretAs("undefined")],
      ...["null", "None", "nil", "(null)", "NULL", "false", "[object Object]", "[object Promise]"].map(
        (word): Form => [`The client has no consumer secret and writes ${word} into the key.`, consumerSecretAs(word)],
      ),
      ...["YOUR_CONSUMER_SECRET", "YOUR_SECRET", "CONSUMER_SECRET", "consumer_secret", "your_consumer_secret"].map(
        (word): Form => [
          `The client left the example's ${word} in the place of the consumer secret.`,
          consumerSecretAs(word),
        ],
      ),
      ["The client signs with the token secret alone.", changeKey((key) => key.slice(key.indexOf("&") + 1))],
      ["The client signs with an empty key.", changeKey(() => "")],
      ["The client writes undefined for both secrets into the key.", changeSecrets(() => "undefined")],
      ["The client writes null for both secrets into the key.", changeSecrets(() => "null")],
      ["The client writes None for both secrets into the key.", changeSecrets(() => "None")],
    ],
  ),
  faultInForms(
    {
      id: "secret-altered",
      title: "Characters of a secret altered",
      trigger: get("/r", { consumerSecret: "a+b&\\c-d=" }),
      fix: AS_ISSUED,
    },
    comprising(
      ["secret-trimmed", "non-ascii-to-question-mark", "token-secret-left-out"],
      [
        ...inEachSecret("decoded like a form, so + becomes a space", (secret) => secret.replaceAll("+", " ")),
        ...inEachSecret("escaped for HTML", (secret) =>
          secret.replace(/[&<>"']/g, (character) => `&${HTML_ENTITIES[character]};`),
        ),
        ...inEachSecret("without its backslashes", (secret) => secret.replaceAll("\\", "")),
        ...inEachSecret("with its backslashes doubled", (secret) => secret.replaceAll("\\", "\\\\")),
        ...inEachSecret("without = at its end", (secret) => secret.replace(/=+$/, "")),
        ...inEachSecret("without its first character", (secret) => secret.slice(1)),
        ...inEachSecret("without its last character", (secret) => secret.slice(0, -1)),
        ...inEachSecret("without what follows the first #", (secret) => secret.replace(/#.*$/s, "")),
        ...inEachSecret("without what follows a $, as a shell expands it", (secret) => secret.replace(/\$\w+/g, "")),
        ...inEachSecret("without what follows the first =", (secret) => secret.replace(/=.*$/s, "")),
        ...inEachSecret("with a backslash before each quotation mark", (secret) => secret.replace(/["']/g, "\\$&")),
        ...inEachSecret("without what follows the first &", (secret) => secret.replace(/&.*$/s, "")),
        ...inEachSecret("without what stands up to the last _ or -", (secret) => secret.replace(/^.*[_-]/s, "")),
        ...inEachSecret("without what stands up to the first _ or -", (secret) => secret.replace(/^.*?[_-]/s, "")),
        ...inEachSecret("in angle brackets", (secret) => `<${secret}>`),
        ...inEachSecret("with ? for each character beyond ASCII", (secret) => secret.replace(/[^\0-\x7f]/gu, "?")),
        ...inEachSecret("with the letters O and l for the digits 0 and 1", (secret) =>
          secret.replaceAll("0", "O").replaceAll("1", "l"),
        ),
        ...inEachSecret("with the digits 0 and 1 for the letters O, l and I", (secret) =>
          secret.replaceAll("O", "0").replace(/[lI]/g, "1"),
        ),
        ...inEachSecret("in reverse", (secret) => secret.split("").reverse().join("")),
        ...inEachSecret("written in hexadecimal", (secret) => hexText(utf8Octets(secret))),
      ],
    ),
  ),
  faultInForms(
    {
      id: "secret-cut-short",
      title: "Secret cut short",
      trigger: get("/r", { consumerSecret: "a".repeat(80) }),
      fix: AS_ISSUED,
    },
    [...[32, 8, 16, 20, 24, 40, 64].flatMap(cutSecrets)],
  ),
  faultInForms(
    {
      id: "key-cut-short",
      title: "Key cut short",
      trigger: get("/r", { consumerSecret: "a".repeat(80) }),
      fix: AS_JOINED,
    },
    [cutKey(64), ...[8, 16, 20, 24, 32, 40, 128].map(cutKey)],
  ),
  faultInForms({ id: "secret-hashed", title: "Secret hashed before signing", fix: AS_ISSUED }, [
    ...hashSecrets("SHA-1", "sha1"),
    ...hashSecrets("MD5", "md5"),
    ...hashSecrets("SHA-256", "sha256"),
  ]),
  faultInForms({ id: "key-hashed", title: "Key hashed before signing", fix: AS_JOINED }, [
    hashKey("SHA-1", "sha1"),
    hashKey("MD5", "md5"),
    hashKey("SHA-256", "sha256"),
    ["The client signs with the key in base64.", changeKey((key) => base64Text(utf8Octets(key)))],
    ["The client signs with the key in hexadecimal.", changeKey((key) => hexText(utf8Octets(key)))],
  ]),
];
