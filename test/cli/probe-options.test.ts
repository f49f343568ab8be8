/** The options of `countersign probe`. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProbeCommandOptions } from "../../src/cli/options/probe.ts";
import { readSettings } from "../../src/cli/probe/options.ts";
import { UsageError } from "../../src/cli/process/exit-codes.ts";
import { CLIENT } from "../conformance/probe/credentials.ts";

let folder: string;
let base: ProbeCommandOptions;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-probe-"));
  writeFileSync(join(folder, "secret"), CLIENT.consumerSecret);
  base = {
    consumerKey: CLIENT.consumerKey,
    consumerSecretFile: join(folder, "secret"),
    acceptedStatus: "200-299",
    maxRequests: "10000",
    timeout: "10000",
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const URL_HERE = "http://127.0.0.1:1/status";

describe("the options", () => {
  const refused = (url: string, options: Partial<ProbeCommandOptions> = {}): string => {
    try {
      readSettings(url, { ...base, ...options });
      return "accepted";
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return [(error as UsageError).message, (error as UsageError).hint].join(" ");
    }
  };

  test("allow other hosts only if --i-may-test names them", () => {
    for (const url of [URL_HERE, "http://localhost/", "https://127.9.9.9/", "http://[::1]:8080/"])
      expect(refused(url)).toBe("accepted");
    for (const url of [
      "https://test.example/",
      "http://127.0.0.1.test.example/",
      "http://192.168.0.1/",
      "http://localhost.test.example/",
    ]) {
      expect(refused(url)).toContain("--i-may-test");
      expect(refused(url, { iMayTest: "other.example" })).toContain("--i-may-test");
      expect(refused(url, { iMayTest: new URL(url).hostname })).toBe("accepted");
    }
  });

  test("are slow to other hosts and as quick as the server on this machine", () => {
    expect(readSettings(URL_HERE, base).rate).toBeUndefined();
    expect(readSettings("https://test.example/", { ...base, iMayTest: "test.example" }).rate).toBe(10);
    expect(readSettings(URL_HERE, { ...base, rate: "3" }).rate).toBe(3);
  });

  test("allow a request that is not a question only if repeats are harmless", () => {
    expect(refused(URL_HERE, { form: ["a=1"] })).toContain("--repeats-are-harmless");
    expect(refused(URL_HERE, { method: "DELETE" })).toContain("--repeats-are-harmless");
    expect(refused(URL_HERE, { method: "HEAD" })).toBe("accepted");
    expect(refused(URL_HERE, { form: ["a=1"], repeatsAreHarmless: true })).toBe("accepted");
    expect(refused("http://127.0.0.1/paynet/api/v2/pan-eligibility/send/1", { profile: "gateway" })).toBe("accepted");
    expect(refused("http://127.0.0.1/paynet/api/v4/transfer/1", { profile: "gateway" })).toContain(
      "--repeats-are-harmless",
    );
  });

  test("send the secret itself only over http to a server on this machine", () => {
    const may = (url: string, origin?: string): boolean =>
      readSettings(url, { ...base, iMayTest: "test.example", ...(origin && { origin }) }).maySendPlaintext;
    expect([may(URL_HERE), may(URL_HERE, "https://x"), may("https://127.0.0.1/", "http://x")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([may("http://test.example/"), may("https://test.example/", "http://x")]).toEqual([false, false]);
  });

  test("take no client as the second one that is the first", () => {
    const given = { otherConsumerKey: CLIENT.consumerKey, otherConsumerSecretFile: join(folder, "secret") };
    expect(refused(URL_HERE, given)).toContain("--other-consumer-key must name another client");
    expect(refused(URL_HERE, { ...given, otherConsumerKey: "other" })).toBe("accepted");
  });

  test("keep path and query as they were typed", () => {
    const { request } = readSettings("http://127.0.0.1:8080/a/../b%2f?c=%e9&d", base);
    expect([request.path, request.query, request.origin]).toEqual(["/a/../b%2f", "c=%e9&d", "http://127.0.0.1:8080"]);
    expect(readSettings("http://127.0.0.1", base).request.path).toBe("/");
  });

  test.each([
    ["ftp://127.0.0.1/", {}],
    ["http://user@127.0.0.1/", {}],
    ["http://127.0.0.1/#part", {}],
    [URL_HERE, { acceptedStatus: "2xx" }],
    [URL_HERE, { acceptedStatus: "299-200" }],
    [URL_HERE, { acceptedBody: "(" }],
    [URL_HERE, { acceptedHeader: "no colon" }],
    [URL_HERE, { header: ["Authorization: x"] }],
    [URL_HERE, { origin: "https://a.example/path" }],
    [URL_HERE, { profile: "other" }],
    [URL_HERE, { signatureMethod: "PLAINTEXT" }],
    [URL_HERE, { rate: "0" }],
    [URL_HERE, { consumerSecretFile: undefined }],
    [URL_HERE, { otherConsumerKey: "other" }],
  ])("are refused: %s %j", (url, options) => {
    expect(refused(url, options as Partial<ProbeCommandOptions>)).not.toBe("accepted");
  });

  test("say nothing of a key that cannot be read", () => {
    writeFileSync(join(folder, "broken.pem"), "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
    expect(refused(URL_HERE, { privateKeyFile: join(folder, "broken.pem") })).not.toContain("c2VjcmV0");
  });
});
