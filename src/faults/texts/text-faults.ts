/** Creates a fault for each change of a text in each scope, from one table of changes and one list of scopes. */

import {
  type ParameterSources,
  type SigningInput,
  type Stages,
  specification,
  traceSignature,
} from "../../model/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { SIGN_PATH_AS_SENT } from "../helpers/fixes.ts";
import {
  changeEncoded,
  changeNames,
  changeProtocolValues,
  changeResult,
  changeValues,
  replaceStage,
} from "../helpers/stage-changes.ts";
import { get, withProtocol } from "../helpers/trigger-requests.ts";
import { changeKey, changeSecrets } from "../key/key-changes.ts";
import { writeDigestAs } from "../signature/signature-changes.ts";
import { changeAuthority, changePath, changeUri } from "../uri/uri-changes.ts";
import { type SecretKind, secretNotations } from "./secret-notations.ts";
import { NAME_NOTATIONS, TEXT_CHANGES, type TextChange } from "./text-changes.ts";
import { VALUE_NOTATIONS } from "./value-notations.ts";

/** The texts of a request in each scope. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** A group of texts that a client changes before it signs. */
interface Scope {
  /** Permanent, in kebab case. */
  readonly id: string;
  /** The texts, as the subject of a title. */
  readonly texts: string;
  /** @default "signs" */
  readonly verb?: "signs with" | "sends";
  readonly fix: string;
  /** @default {@link TEXT_CHANGES} */
  readonly changes?: readonly TextChange[];
  readonly apply: (change: (text: string) => string) => StageChange;
  /** A request that contains a text in this scope, if possible `change.example`. @default a plain request */
  readonly trigger?: (example: string) => SigningInput;
}

const AS_SENT = "as you send it: format it once, before signing.";
const AS_ISSUED = "Use each secret as it was issued, without what a file or a program puts around it.";
const NOT_DECODED = "Decode a secret that you read from a form.";

const isOwn = (name: string): boolean => !name.startsWith("oauth_");
const plainRequest = (): SigningInput => get("/r");
const withValue = (value: string): SigningInput => get(`/r?q=${encodeURIComponent(value)}`);
const withName = (name: string): SigningInput => get(`/r?${encodeURIComponent(name)}=1&aB_c-d.e=1`);

const inSecrets = (isChanged: (isToken: boolean) => boolean) => (change: (text: string) => string) =>
  changeSecrets((secret, isToken) => (secret !== "" && isChanged(isToken) ? change(secret) : secret));

const NAME_CHANGES: readonly TextChange[] = [...TEXT_CHANGES, ...NAME_NOTATIONS];
/** The changes of values. */
export const VALUE_CHANGES: readonly TextChange[] = [...TEXT_CHANGES, ...VALUE_NOTATIONS];

/** A secret that was read from a form may still be encoded. */
const decodedBefore = (one: TextChange): TextChange =>
  one.id === "encoded-before" ? { ...one, fix: NOT_DECODED } : one;
const changesOfSecret = (kind: SecretKind): TextChange[] => [
  ...TEXT_CHANGES.map(decodedBefore),
  ...secretNotations(kind),
];

const secretScope = (kind: SecretKind): Scope => ({
  id: `${kind}-secret`,
  texts: `the ${kind} secret`,
  verb: "signs with",
  fix: AS_ISSUED,
  changes: changesOfSecret(kind),
  apply: inSecrets((isToken) => isToken === (kind === "token")),
  trigger: (secret) => get("/r", { [`${kind}Secret`]: secret }),
});

/** The client joins both secrets without encoding them, and changes one of them. */
const unencodedScope = (kind: SecretKind): Scope => ({
  ...secretScope(kind),
  id: `unencoded-${kind}-secret`,
  texts: `the ${kind} secret, joined without encoding it,`,
  // Joining a secret that is already encoded is correct.
  changes: changesOfSecret(kind)
    .filter(({ id }) => id !== "encoded-before")
    .map((one) => ({ ...one, fix: `${one.fix ?? AS_ISSUED} Percent-encode each secret, then join both with &.` })),
  apply: (change) =>
    replaceStage("key", (_join, { consumerSecret, tokenSecret = "" }) =>
      kind === "token"
        ? `${consumerSecret}&${tokenSecret && change(tokenSecret)}`
        : `${change(consumerSecret)}&${tokenSecret}`,
    ),
});

/** All scopes, the likeliest first: if two explain the same signature, the first one is named. */
const SCOPES: readonly Scope[] = [
  {
    id: "values",
    texts: "each of its own values",
    fix: `Sign each value exactly ${AS_SENT}`,
    changes: VALUE_CHANGES,
    apply: changeValues,
    trigger: withValue,
  },
  {
    id: "own-names",
    texts: "each of its own names",
    fix: `Sign each name exactly ${AS_SENT}`,
    changes: NAME_CHANGES,
    apply: (change) => changeNames((name) => (isOwn(name) ? change(name) : name)),
    trigger: withName,
  },
  {
    id: "protocol-names",
    texts: "each protocol name",
    fix: "Sign the names of RFC 5849 3.1 as they are.",
    changes: NAME_CHANGES,
    apply: (change) => changeNames((name) => (isOwn(name) ? name : change(name))),
  },
  {
    id: "names",
    texts: "each name",
    fix: `Sign each name exactly ${AS_SENT}`,
    changes: NAME_CHANGES,
    apply: changeNames,
    trigger: withName,
  },
  {
    id: "encoded-values",
    texts: "each encoded value",
    fix: "Percent-encode each value once, and use the result as it is.",
    apply: (change) => changeEncoded((one) => ({ ...one, encodedValue: change(one.encodedValue) })),
    trigger: withValue,
  },
  {
    id: "encoded",
    texts: "each encoded name and value",
    fix: "Percent-encode each name and value once, and use the result as it is.",
    apply: (change) =>
      changeEncoded((one) => ({
        ...one,
        encodedName: change(one.encodedName),
        encodedValue: change(one.encodedValue),
      })),
    trigger: withValue,
  },
  {
    id: "protocol-values",
    texts: "each protocol value",
    fix: `Sign each protocol parameter exactly ${AS_SENT}`,
    apply: changeProtocolValues,
    trigger: (example) => get("/r", withProtocol(["oauth_nonce", example])),
  },
  secretScope("consumer"),
  secretScope("token"),
  {
    id: "secrets",
    texts: "each secret",
    verb: "signs with",
    fix: AS_ISSUED,
    changes: TEXT_CHANGES.map(decodedBefore),
    apply: inSecrets(() => true),
    trigger: (secret) => get("/r", { consumerSecret: secret, tokenSecret: secret }),
  },
  unencodedScope("consumer"),
  {
    id: "key",
    texts: "the joined key",
    verb: "signs with",
    fix: "Use the joined secrets exactly as they are.",
    apply: changeKey,
    trigger: (consumerSecret) => get("/r", { consumerSecret }),
  },
  // Text appended to an unencoded token secret is also at the end of the joined key, which is likelier.
  unencodedScope("token"),
  {
    id: "method",
    texts: "the method",
    fix: "Sign the method in upper case, and nothing else.",
    apply: (change) => changeResult("method", change),
  },
  {
    id: "uri",
    texts: "the base string URI",
    fix: "Sign scheme, host and path of the request, and nothing else: https://host/path.",
    apply: changeUri,
    trigger: () => get("/aB-c/d.e"),
  },
  {
    id: "path",
    texts: "the path",
    fix: SIGN_PATH_AS_SENT,
    apply: changePath,
    trigger: () => get("/aB-c/d.e"),
  },
  {
    id: "host",
    texts: "the host",
    fix: "Sign the host of the Host header.",
    apply: changeAuthority,
  },
  {
    id: "parameter-string",
    texts: "the parameter string",
    fix: "Join name and value with =, and the pairs with &, with nothing around or between.",
    apply: (change) => changeResult("joinParameters", change),
    trigger: withValue,
  },
  {
    id: "base-string",
    texts: "the base string",
    fix: "Pass the whole base string to the signature function as it is: not cut, without quotes, white space or a line break.",
    apply: (change) => changeResult("baseString", change),
    trigger: withValue,
  },
  {
    id: "signature",
    texts: "the base64 of the signature",
    verb: "sends",
    fix: "Send the base64 of the digest as it is, percent-encoded once.",
    apply: writeDigestAs,
  },
];

export function createTextFaults(): FaultDefinition[] {
  return SCOPES.flatMap(
    ({ id: scope, texts, verb = "signs", fix: fixOfScope, changes = TEXT_CHANGES, apply, trigger = plainRequest }) =>
      changes.map(({ id, how, change, example, fix = fixOfScope }, place) => ({
        id: `text/${id}/${scope}`,
        title: `${texts[0]!.toUpperCase()}${texts.slice(1)} ${how}`,
        what: `The client ${verb} ${texts} ${how}.`,
        trigger: trigger(example),
        fix,
        text: { scope, change, place },
        apply: apply(change),
      })),
  );
}

/** A sample with each kind of base64 character. The real signature depends on the other mistakes of the client. */
const CORRECT: Stages = { ...specification, signature: () => "aZ09+/==" };

/** The texts of the correct computation, by scope: what a change in this scope is called with. */
export function textsOf(request: SigningInput, sources: ParameterSources): Texts {
  const { consumerSecret = "", tokenSecret } = request;
  const texts = Object.fromEntries(SCOPES.map(({ id }) => [id, [] as string[]]));
  // A client that joins the secrets without encoding them joins no encoded ones.
  const apart = SCOPES.filter(({ id }) => id.startsWith("unencoded-"));
  for (const scopes of [SCOPES.filter((one) => !apart.includes(one)), ...apart.map((one) => [one])]) {
    const stages = scopes.reduce((all, { id, apply }) => {
      const record = (text: string): string => {
        texts[id]!.push(text);
        return text;
      };
      return apply(record)(all);
    }, CORRECT);
    // Each method but RSA has a key.
    traceSignature(request, sources, "HMAC-SHA1", { consumerSecret, tokenSecret }, stages);
  }
  // One secret alone is already in another scope.
  return texts.secrets!.length < 2 ? { ...texts, secrets: [] } : texts;
}

/** Scopes in which a change of one text alone is a separate cause, named after the parameter. */
const OF_SEVERAL: ReadonlySet<string> = new Set(["values", "protocol-values"]);

/**
 * Returns a filter that leaves out faults that change too few texts of a request, and faults that change all texts of a scope in
 * the same way as an earlier fault.
 *
 * @param leastOfSeveral - how many texts a fault of a scope with several texts must change, because one text has causes of its own
 * @param countCharacters - called with the number of characters that a fault changes
 */
export function createTextFilter(
  texts: Texts,
  leastOfSeveral = 2,
  countCharacters: (count: number) => void = () => {},
): (fault: Pick<FaultDefinition, "text">) => boolean {
  const results = new Set<string>();
  return ({ text }) => {
    if (text === undefined) return true;
    const { scope, change } = text;
    const before = texts[scope]!;
    countCharacters(before.reduce((sum, { length }) => sum + length, 0));
    const after = before.map(change);
    const changed = after.filter((one, at) => one !== before[at]).length;
    if (changed < (OF_SEVERAL.has(scope) ? leastOfSeveral : 1)) return false;
    const result = JSON.stringify([scope, after]);
    return results.size < results.add(result).size;
  };
}

/** 0 for the likeliest scope, 1 for the next. */
export function rankOfScope(scope: string): number {
  return SCOPES.findIndex(({ id }) => id === scope);
}
