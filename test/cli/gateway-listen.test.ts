import { describe, expect, test } from "vitest";
import { exposureNote, readListenAddress } from "../../src/cli/gateway/listen.ts";

describe("--listen", () => {
  test.each([
    ["0.0.0.0:8080", { address: "0.0.0.0", port: 8080 }],
    ["127.0.0.1:0", { address: "127.0.0.1", port: 0 }],
    ["192.0.2.7:65535", { address: "192.0.2.7", port: 65_535 }],
    ["[::]:8080", { address: "::", port: 8080 }],
    ["[::1]:1", { address: "::1", port: 1 }],
    ["[fe80::1%eth0]:8080", { address: "fe80::1%eth0", port: 8080 }],
  ])("reads %s", (text, address) => {
    expect(readListenAddress(text, undefined)).toEqual(address);
  });

  test.each([
    "",
    "8080",
    ":8080",
    "0.0.0.0",
    "0.0.0.0:",
    "localhost:8080",
    "::1:8080",
    "[127.0.0.1]:8080",
    "[::]",
    "1.2.3:80",
  ])("must be an IP address and a port, not %j", (text) => {
    expect(() => readListenAddress(text, undefined)).toThrow(/--listen must be an IP address and a port/);
  });

  test("must not have a port above 65535, nor stand beside --port", () => {
    expect(() => readListenAddress("0.0.0.0:65536", undefined)).toThrow(/the port of --listen/);
    expect(() => readListenAddress("0.0.0.0:80", "80")).toThrow(/leave out --port/);
  });

  test("is absent by default, so that the simulator listens on this machine alone", () => {
    expect(readListenAddress(undefined, undefined)).toEqual({ port: 0 });
    expect(readListenAddress(undefined, "8080")).toEqual({ port: 8080 });
  });

  test("has a note on what others can do, and with the sample also on its keys", () => {
    const note = exposureNote({ address: "::", port: 0 }, 8080, true)!;
    expect(note).toMatch(/WARNING: the simulator listens on \[::\]:8080, not on this machine alone/);
    expect(note).toMatch(/every machine that can connect to any address of this machine; there is no password/);
    expect(note).toMatch(/control API[\s\S]*card data[\s\S]*keys of the sample merchant/);
    const own = exposureNote({ address: "192.0.2.7", port: 0 }, 8080, false)!;
    expect(own).toMatch(/every machine that can connect to 192\.0\.2\.7;/);
    expect(own).not.toMatch(/sample/);
  });

  test.each(["127.0.0.1", "127.9.9.9", "::1", undefined])(
    "has no note for %s, which others cannot reach",
    (address) => {
      expect(exposureNote({ ...(address && { address }), port: 0 }, 8080, true)).toBeUndefined();
    },
  );
});
