/**
 * Names of the parameters that cases add. A server may reject a name that occurs twice, so a case must not add one that the
 * valid request already has.
 */

import { specification, toText } from "../../model/index.ts";
import { latin1Octets } from "../../platform/index.ts";
import type { Pairs, ReceivedCase } from "./case.ts";
import { type Draft, isForm, protocolValue } from "./draft.ts";
import type { MadeRequest } from "./make-request.ts";
import type { Credentials } from "./valid-requests.ts";

/** Names that servers treat in their own way. A case that adds one of them shows nothing with another name. */
const SPECIAL = /^(?:oauth.*|realm|signature|format|debug|_method|__proto__|constructor|hasownproperty|tostring|\d+)$/;

/** Where an encoded name begins, also in a value that contains encoded pairs. */
const NAMES = /(^|&|%(?:25)*26)([^&=]+)/g;

/**
 * The case with names that the request does not have: if the request has any of the names, each name gets a prefix, except
 * for names that the case is about.
 */
export function withUnusedNames(one: ReceivedCase, draft: Draft): ReceivedCase {
  const { query = "", form = "" } = one;
  const names = namesIn([query, form].flat());
  const taken = parametersOf(draft);
  if (!names.some((name) => taken.includes(name))) return one;
  let prefix = "x-";
  while (names.some((name) => taken.includes(prefix + name))) prefix += "x-";
  const renamed = (text: string): string =>
    text.replace(NAMES, (_, start, name) => `${start}${namesIn([name]).some(isSpecial) ? "" : prefix}${name}`);
  const withPrefix = (pairs: Pairs): Pairs =>
    typeof pairs === "string" ? renamed(pairs) : [renamed(pairs[0]), renamed(pairs[1])];
  return {
    ...one,
    ...(one.query !== undefined && { query: withPrefix(one.query) }),
    ...(one.form !== undefined && { form: withPrefix(one.form) }),
  };
}

/** An encoded parameter whose name the request does not have. */
export function unusedPair(draft: Draft): string {
  return withUnusedNames({ query: "probe=1" }, draft).query as string;
}

/**
 * Why a made request proves nothing: it adds a parameter or a header field that the valid request already has, or
 * names a client and token that the server knows.
 *
 * @param good the valid request, before the case adds anything
 */
export function conflictOf(
  { refuse, protocol }: ReceivedCase,
  { signed, received, request }: MadeRequest,
  good: Draft,
  { other }: Credentials,
): string | undefined {
  const taken = parametersOf(good);
  const name = [signed, received]
    .flatMap((draft) => withoutEach(parametersOf(draft), taken))
    .find((one) => taken.includes(one));
  if (name !== undefined) return `the good request already has a parameter named ${name}`;
  const fields = good.headers.map(([field]) => field.toLowerCase());
  const added = withoutEach(
    request.headers.map(([field]) => field.toLowerCase()),
    fields,
  );
  const field = fields.find((one) => added.includes(one));
  if (field !== undefined) return `the good request already has a header field named ${field}`;
  if (refuse !== "consumer-unknown" || protocol === undefined) return undefined;
  const [client, token] = ["oauth_consumer_key", "oauth_token"].map((one) => protocolValue(received, one));
  const hasToken = received.protocol.some(([one]) => one === "oauth_token");
  const isOwn = client === protocolValue(good, "oauth_consumer_key");
  const isKnown = isOwn ? !hasToken || token === protocolValue(good, "oauth_token") : client === other?.consumerKey;
  return isKnown ? "the server knows a client and token with these names" : undefined;
}

function parametersOf(draft: Draft): string[] {
  return namesIn([draft.query, isForm(draft) ? draft.body : ""]);
}

/** The texts minus one copy of each other text. */
function withoutEach(texts: readonly string[], others: readonly string[]): string[] {
  const rest = [...texts];
  for (const one of others) if (rest.includes(one)) rest.splice(rest.indexOf(one), 1);
  return rest;
}

/** Names in lower case, without members: some servers ignore the case of names, or read `a[b]` as a member of `a`. */
function namesIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => specification.decodeForm(latin1Octets(text), specification))
    .map(([name]) =>
      toText(name)
        .toLowerCase()
        .replace(/[[.].*$/s, ""),
    );
}

function isSpecial(name: string): boolean {
  return SPECIAL.test(name);
}
