/** What the operator reads if a client signed the host to which it connected, instead of the configured origin. */

import { expect, test } from "vitest";
import { createTestVerifier, hmac, ORIGIN } from "./adapters/verifiers.ts";

async function messageFor(host: string | readonly string[] | undefined, policy = {}): Promise<string> {
  const { headers } = hmac.sign({ method: "GET", url: "https://staging.example/status" });
  const received = { method: "GET", url: "/status", headers: { ...headers, host }, remoteAddress: "10.0.0.7" };
  const verdict = await createTestVerifier(policy).verify(received);
  return verdict.accepted ? "accepted" : verdict.message;
}

test("it says that Host is not the configured origin, and which it is", async () => {
  expect(await messageFor("staging.example")).toBe(
    `the signature does not match; Host is not the configured origin: "staging.example" instead of ${ORIGIN}`,
  );
  expect(await messageFor("gateway.example:8443")).toContain("Host is not the configured origin");
  expect(await messageFor("gateway.example\u202e@")).not.toContain("\u202e");
});

test.each([["gateway.example"], ["GATEWAY.example:443"], [undefined], [["a.example", "b.example"]]])(
  "it says nothing about Host if that is %s",
  async (host) => {
    expect(await messageFor(host)).toBe("the signature does not match");
  },
);

test("it says nothing about Host behind a proxy, which has checked it", async () => {
  const proxy = { addresses: ["10.0.0.0/8"], hosts: ["other.example"] };
  const { headers } = hmac.sign({ method: "GET", url: "https://staging.example/status" });
  const received = {
    method: "GET",
    url: "/status",
    headers: { ...headers, host: "internal", "x-forwarded-proto": "https", "x-forwarded-host": "other.example" },
    remoteAddress: "10.0.0.7",
  };
  const verdict = await createTestVerifier({ proxy }).verify(received);
  expect(verdict).toMatchObject({ code: "signature-mismatch", message: "the signature does not match" });
});

test("it does not reach the client", async () => {
  const { headers } = hmac.sign({ method: "GET", url: "https://staging.example/status" });
  const verdict = await createTestVerifier().verify({
    method: "GET",
    url: "/status",
    headers: { ...headers, host: "staging.example" },
  });
  expect(verdict).toMatchObject({ publicResponse: { status: 401, message: "The request is not authorized." } });
});
