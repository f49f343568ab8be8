/** What the probe invents, such as another host, port, path, client or name, is never what the server really has. */

import { describe, expect, test } from "vitest";
import { FORM_TYPE } from "../../../src/conformance/cases/draft.ts";
import type { Good } from "../../../src/conformance/probe/check.ts";
import { CHECKS } from "../../../src/conformance/probe/checks/index.ts";
import { createGood, type GoodOptions } from "../../../src/conformance/probe/good.ts";
import { runCase } from "../../../src/conformance/probe/run-case.ts";
import type { Send } from "../../../src/conformance/probe/send.ts";
import { MemoryNonceStore } from "../../../src/verifier/memory-nonce-store.ts";
import { createVerifier } from "../../../src/verifier/verifier.ts";

/** A server, and a client that it knows. */
interface Server {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const USUAL: Server = {
  origin: "http://127.0.0.1:8080",
  path: "/pay/orders",
  query: "a=1",
  consumerKey: "own",
  token: "own-token",
  fields: [],
};
/** Secrets with which the probe signs for clients and tokens that it invents. */
const SECRETS = { consumerSecret: "undefined", tokenSecret: "" };

function goodOf({ origin, path, query, consumerKey, token, fields }: Server): Good {
  const request: GoodOptions["request"] = {
    method: "POST",
    origin,
    host: origin.replace(/^\w+:\/\//, ""),
    path,
    query,
    headers: fields,
    contentType: FORM_TYPE,
    body: "order=7",
  };
  return createGood({
    request,
    credentials: { ...SECRETS, consumerKey, token },
    method: "HMAC-SHA1",
    place: "header",
    maySendPlaintext: true,
    mayChangeMethod: true,
    clockAhead: 0,
    window: () => ({ past: 300, future: 300 }),
  });
}

const ACCEPTANCE = { status: [200, 299] } as const;

/** A correct server. */
function serverWith({ origin, consumerKey, token }: Server): Send {
  const verifier = createVerifier({
    origin,
    nonceStore: new MemoryNonceStore(),
    credentials: (claimed) =>
      claimed.consumerKey === consumerKey && claimed.token === token
        ? { consumerSecret: SECRETS.consumerSecret, ...(token !== undefined && { tokenSecret: SECRETS.tokenSecret }) }
        : undefined,
  });
  return async (request) => {
    const { accepted } = await verifier.verify(request);
    return { status: accepted ? 200 : 401, headers: [], body: "" };
  };
}

/** The kinds of what the probe invents. */
type Kind = "origin" | "path" | "query" | "consumerKey" | "token" | "fields";

/** Every value that the probe invents for a server, in requests as they are signed and as they are sent. */
function inventedFor(server: Server): Readonly<Record<Kind, ReadonlySet<string>>> {
  const found = { origin: set(), path: set(), query: set(), consumerKey: set(), token: set(), fields: set() };
  const good = goodOf(server);
  const recording: Good = {
    ...good,
    sign(draft, key) {
      found.origin.add(draft.origin);
      found.path.add(draft.path);
      for (const [name, value] of draft.protocol) {
        if (name === "oauth_consumer_key") found.consumerKey.add(value);
        if (name === "oauth_token") found.token.add(value);
      }
      return good.sign(draft, key);
    },
  };
  for (const { url, headers, body = new Uint8Array() } of CHECKS.flatMap((check) => requestsOf(check, recording))) {
    found.path.add(url.replace(/\?.*/s, ""));
    const text = [url, Buffer.from(body).toString("latin1"), ...headers.map(([, value]) => value)].join("&");
    for (const [, name, value] of text.matchAll(/\b(oauth_\w+)="?([^"&]*)/g)) {
      if (name === "oauth_consumer_key") found.consumerKey.add(decoded(value!));
      if (name === "oauth_token") found.token.add(decoded(value!));
    }
    for (const pair of `${url.replace(/^[^?]*\??/s, "")}&${Buffer.from(body).toString("latin1")}`.split("&")) {
      found.query.add(pair.replace(/=.*/s, ""));
    }
    for (const [name, value] of headers) {
      if (/^(?:host|x-host|x-forwarded-host)$/i.test(name)) found.origin.add(`http://${value}`);
      if (/^x-forwarded-port$/i.test(name)) found.origin.add(`http://127.0.0.1:${value}`);
      if (/^x-forwarded-prefix$/i.test(name)) found.path.add(`${value}${server.path}`);
      if (/^x-(?:original|rewrite)-url$/i.test(name)) found.path.add(value);
      if (/^(?:x-|forwarded|front-end)/i.test(name)) found.fields.add(name);
    }
  }
  return found;
}

const set = () => new Set<string>();
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const requestsOf = (check: (typeof CHECKS)[number], good: Good) =>
  Object.values(check.cases(good)).flatMap((make) => {
    const one = make();
    return typeof one === "string" ? [] : one.flatMap(({ send }) => send);
  });

/** What a server has in addition to the usual one, its checks, and what the probe finds out with them. */
async function probed(
  differences: Partial<Server>,
  ids?: readonly string[],
): Promise<{ readonly accused: string[]; readonly notAsked: string[] }> {
  const server = { ...USUAL, ...differences };
  const good = goodOf(server);
  const send = serverWith(server);
  expect(await send(good.signed(good.fresh()))).toMatchObject({ status: 200 });
  const run = { send, acceptance: ACCEPTANCE, rejectsWithErrors: false, isHeadDecisive: true };
  const accused: string[] = [];
  const notAsked: string[] = [];
  for (const check of CHECKS.filter(({ id }) => ids?.includes(id) ?? true)) {
    for (const [name, make] of Object.entries(check.cases(good))) {
      const one = make();
      if (typeof one === "string") notAsked.push(`${check.id}/${name}: ${one}`);
      const { verdict, message } = await runCase(one, check, run);
      if (verdict === "fail") accused.push(`${check.id}/${name}: ${message}`);
    }
  }
  return { accused, notAsked };
}

const ABOUT_ORIGINS = CHECKS.map(({ id }) => id).filter((id) => /origin|host|forwarded|request-target/.test(id));
const ABOUT_NAMES = [
  "unknown-client",
  "other-token",
  "unsigned",
  "parameter-repeated",
  "two-places",
  "header-repeated",
];

describe("a correct server", () => {
  const expectAsked = async (_what: string, differences: Partial<Server>): Promise<void> => {
    const { accused, notAsked } = await probed({ token: undefined, ...differences }, ABOUT_ORIGINS);
    expect(accused).toEqual([]);
    expect(notAsked.filter((one) => !one.includes("/without-the-port: "))).toEqual([]);
  };
  const ASKED = "with the %s is not accused, and is asked everything";
  test.each<[string, Partial<Server>]>([
    ["host staging.example.com and port 8443", { origin: "http://staging.example.com:8443" }],
    ["path /prefix/pay", { path: "/prefix/pay" }],
  ])(ASKED, expectAsked);
  test.each<[string, Partial<Server>]>([
    ["port 8443", { origin: "http://127.0.0.1:8443" }],
    ["port 8081", { origin: "http://127.0.0.1:8081" }],
    ["host staging.example.com", { origin: "http://staging.example.com" }],
    ["path /other", { path: "/other" }],
    ["path /x/other", { path: "/x/other" }],
  ])(ASKED, { tags: ["deep"] }, expectAsked);

  const expectNamesAsked = async (name: string): Promise<void> => {
    for (const token of [undefined, name]) {
      const { accused, notAsked } = await probed({ consumerKey: name, token }, ABOUT_NAMES);
      expect(accused).toEqual([]);
      const isReserved = !/client|probe/.test(name);
      expect(notAsked.some((one) => one.includes("knows a client and token"))).toBe(isReserved);
    }
  };
  const NAMED = "with a client and a token named %s, and guessed secrets, is not accused";
  test.each(["client-2", "__proto__"])(NAMED, expectNamesAsked);
  test.each(["probe", "constructor", "toString", "hasOwnProperty"])(NAMED, { tags: ["deep"] }, expectNamesAsked);

  test("with a client that is named like one of an Authorization header of another scheme is not accused", () => {
    const sent = requestsOf(CHECKS.find(({ id }) => id === "unsigned")!, goodOf(USUAL));
    const values = sent.flatMap(({ headers }) => headers.filter(([name]) => name === "Authorization"));
    const credentials = values.map(([, value]) => value).filter((value) => /^(?:Basic|Bearer) /.test(value));
    expect(credentials).toHaveLength(2);
    expect(credentials.join()).not.toMatch(/token-7f3a|Y2xpZW50LTE6c2VjcmV0/);
  });

  test("with a parameter or a header field that a case adds is not asked about it", async () => {
    const differences: Partial<Server> = {
      token: undefined,
      query: "_method=GET&__proto__=2&realm=x",
      fields: [["x-forwarded-port", "80"]],
    };
    const { accused, notAsked } = await probed(differences, [
      ...ABOUT_ORIGINS,
      "method-override",
      "realm-parameter",
      "structured-names",
    ]);
    expect(accused).toEqual([]);
    expect(notAsked).toEqual(
      expect.arrayContaining([
        "method-override/method-in-query: the good request already has a parameter named _method",
        "method-override/method-in-form: the good request already has a parameter named _method",
        "realm-parameter/added: the good request already has a parameter named realm",
        "structured-names/proto-added: the good request already has a parameter named __proto__",
        "structured-names/proto-member-added: the good request already has a parameter named __proto__",
        "forwarded-headers/x-forwarded-port: the good request already has a header field named x-forwarded-port",
      ]),
    );
  });
});

/** The lists in turn, until the longest ends. */
function inTurn(lists: Readonly<Record<Kind, readonly string[]>>): Partial<Server>[] {
  const { origin, path, query, consumerKey, token } = lists;
  const most = Math.max(...[origin, path, consumerKey, token].map(({ length }) => length));
  const at = (list: readonly string[], index: number): string => list[index % list.length]!;
  const servers = Array.from({ length: most }, (_, index) => ({
    origin: at(origin, index),
    path: at(path, index),
    consumerKey: at(consumerKey, index),
    token: at(token, index),
  }));
  return [...servers, { query: query.join("&") }, { fields: lists.fields.map((name) => [name, "x"]) }];
}

describe("a correct server that has what the probe invents for another one", {
  tags: ["deep"],
  timeout: 600_000,
}, () => {
  test("is not accused, whatever it is", async () => {
    const [one, other] = [inventedFor(USUAL), inventedFor(USUAL)];
    // What differs between two runs is random.
    const kept = (kind: Kind, isPossible: RegExp): string[] =>
      [...one[kind]].filter((value) => other[kind].has(value) && isPossible.test(value));
    const servers = inTurn({
      origin: kept("origin", /^/),
      path: kept("path", /^\/[^?]*$/),
      query: kept("query", /^(?!.*(?:oauth_|oauth%5F|[{[]))./),
      consumerKey: kept("consumerKey", /^[^\0]+$/),
      token: kept("token", /./),
      fields: kept("fields", /^/),
    });
    expect(servers.length).toBeGreaterThan(15);
    for (const server of servers) expect([server, (await probed(server)).accused]).toEqual([server, []]);
  });
});
