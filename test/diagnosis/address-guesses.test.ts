/** A guess of another address changes one part of it, and keeps the others. */

import { describe, expect, test } from "vitest";
import { environmentHypotheses, type KnownRequest } from "../../src/diagnosis/causes/environment.ts";
import { ENVIRONMENT_CAUSES } from "../../src/diagnosis/causes/hypotheses.ts";
import { KNOWN_ADDRESSES } from "../../src/diagnosis/causes/known-addresses.ts";
import { OTHER_ADDRESSES, OTHER_SEGMENTS } from "../../src/diagnosis/causes/other-addresses.ts";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type SigningInput, sourcesOfInput, specification } from "../../src/model/index.ts";
import { testEach } from "../title.ts";
import { asked, causesIn, payment, sentWith } from "./requests.ts";

const SENT = "https://api.gateway.example:8443/shop/v1/pay?a=1";

const request: SigningInput = { ...payment, url: SENT };
const known: KnownRequest = {
  request,
  sources: sourcesOfInput(request, specification),
  key: {},
  schemeIsAssumed: false,
  redact: (text) => text,
};

/** The ids of the guesses, and the URLs that the client signed. */
function guesses(from: KnownRequest = known): (readonly [id: string, url: URL])[] {
  return [...environmentHypotheses([...OTHER_ADDRESSES, OTHER_SEGMENTS, ...KNOWN_ADDRESSES], from)].map(
    ({ id, alter }) => [id, new URL(alter({ request: from.request, stages: specification }).request.url)],
  );
}
const of = (id: string, from?: KnownRequest): URL[] =>
  guesses(from).flatMap(([one, url]) => (one.startsWith(`${id}:`) || one === id ? [url] : []));
const SENT_URL = new URL(SENT);

describe("a guess of", () => {
  testEach([["path-with"], ["path-without"], ["other-path"], ["endpoint-or-group"], ["endpoint-id-literal"]])(
    "%s keeps scheme, host and port",
    (id) => {
      const urls = of(id);
      expect(urls.length).toBeGreaterThan(0);
      for (const url of urls) expect([url.origin, url.search]).toEqual([SENT_URL.origin, SENT_URL.search]);
    },
  );

  test("another scheme keeps host, port and path", () => {
    expect(of("other-scheme").map(String)).toEqual([SENT.replace("https", "http")]);
  });

  test("another port keeps host and path", () => {
    for (const { hostname, pathname } of of("other-port")) {
      expect([hostname, pathname]).toEqual([SENT_URL.hostname, SENT_URL.pathname]);
    }
  });

  test("another host keeps the port and the path, and is also tried without the port", () => {
    const urls = of("other-host");
    const hosts = new Set(urls.map(({ hostname }) => hostname));
    expect(hosts.size).toBeGreaterThan(50);
    for (const host of hosts) {
      const ports = urls.flatMap(({ hostname, protocol, port }) =>
        hostname === host && protocol === "https:" ? [port] : [],
      );
      expect([host, ports.includes("8443"), ports.includes("")]).toEqual([host, true, true]);
    }
    expect(new Set(urls.map(({ pathname }) => pathname))).toEqual(new Set([SENT_URL.pathname]));
  });

  test("the address before a proxy keeps the port that the client sent", () => {
    const headers = [["X-Forwarded-Proto", "https"]] as const;
    const forwarded = { ...known, request: { ...request, url: SENT.replace("https", "http"), headers } };
    expect(of("forwarded-address", forwarded).map(String)).toEqual([SENT, SENT.replace(":8443", "")]);
  });

  test("one part keeps what another cause changed", () => {
    const path = "/other/path";
    for (const { id, alter } of environmentHypotheses(
      ENVIRONMENT_CAUSES.filter((cause) => ["other-host", "other-port", "other-scheme"].includes(cause.id)),
      known,
    )) {
      const changed = { ...request, url: SENT.replace("/shop/v1/pay", path) };
      const { pathname } = new URL(alter({ request: changed, stages: specification }).request.url);
      expect([id, pathname]).toEqual([id, path]);
    }
  });
});

describe("another host is named:", () => {
  const expectNamed = (signed: string, sent: string, host: string): void => {
    const meant = sentWith([], { ...payment, url: `https://${signed}/pay` });
    const request = { ...meant, url: `https://${sent}/pay` };
    const diagnosis = diagnose(asked(request), { faults: [], budget: { combinations: 3000 } });
    expect(causesIn(diagnosis).map(({ id }) => id)).toEqual([`other-host:${host}`]);
  };
  testEach([["sandbox.gateway.example", "api.gateway.example:8443", "sandbox.gateway.example"]])(
    "signed for %s, sent to %s",
    expectNamed,
  );
  testEach([
    ["sandbox.gateway.example:8443", "api.gateway.example:8443", "sandbox.gateway.example"],
    ["sandbox.gateway.example", "api.gateway.example", "sandbox.gateway.example"],
    ["localhost:9443", "api.gateway.example:9443", "localhost"],
  ])("signed for %s, sent to %s", { tags: ["deep"] }, expectNamed);
});
