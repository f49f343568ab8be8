import { describe, expect, test } from "vitest";
import { createOrigins } from "../../src/request-log/origins.ts";

function originOf(host: string | readonly string[], options: { address?: string; hostName?: string } = {}) {
  const origins = createOrigins({ isEncrypted: false, hostName: undefined, port: 8080, ...options });
  return origins.ofHost({ headers: [host].flat().map((value) => ["Host", value] as const) });
}

describe("the origin of a request", () => {
  test.each([
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["LOCALHOST:8080", "http://localhost:8080"],
    ["127.0.0.1:8081", undefined],
    ["192.0.2.7:8080", undefined],
    ["evil.example:8080", undefined],
    ["", undefined],
    [["127.0.0.1:8080", "localhost:8080"], undefined],
  ])("with the Host %j is %j on loopback", (host, origin) => {
    expect(originOf(host)).toBe(origin);
  });

  test.each([
    ["127.0.0.1:18080", "http://127.0.0.1:18080"],
    ["localhost", "http://localhost"],
    ["172.17.0.2:8080", "http://172.17.0.2:8080"],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8080"],
    ["gateway:8080", "http://gateway:8080"],
    ["evil.example:8080", undefined],
    ["evil.example@127.0.0.1:8080", undefined],
    ["127.0.0.1.evil.example:8080", undefined],
    ["[::1", undefined],
    ["2001:db8::1", undefined],
    ["localhost:8080/", undefined],
    ["localhost:123456", undefined],
  ])("with the Host %j is %j on every address", (host, origin) => {
    for (const address of ["0.0.0.0", "::"]) expect(originOf(host, { address, hostName: "Gateway" })).toBe(origin);
  });

  test.each([
    [false, 80, "http://127.0.0.1", "http://localhost", "127.0.0.1:80"],
    [true, 443, "https://127.0.0.1", "https://localhost", "127.0.0.1:443"],
    [false, 443, "http://127.0.0.1:443", "http://localhost:443", "127.0.0.1:443"],
    [true, 80, "https://127.0.0.1:80", "https://localhost:80", "127.0.0.1:80"],
  ])("has no default port, as browsers send it: TLS %j, port %i", (isEncrypted, port, first, second, withPort) => {
    const origins = createOrigins({ isEncrypted, hostName: undefined, port });
    const ofHost = (host: string) => origins.ofHost({ headers: [["Host", host]] });
    expect(origins.all).toEqual([first, second]);
    expect(ofHost(new URL(first).host)).toBe(first);
    // A client may send the default port all the same.
    expect(ofHost(withPort)).toBe(first);
    expect(ofHost("127.0.0.1:8080")).toBeUndefined();
    expect(ofHost("evil.example")).toBeUndefined();
  });

  test("has the short form of an IPv6 address, as browsers send it", () => {
    const { all } = createOrigins({ isEncrypted: false, hostName: undefined, port: 8080, address: "2001:DB8:0:0::1" });
    expect(all).toEqual(["http://[2001:db8::1]:8080"]);
  });

  test("is shown as the name, else as an address that works", () => {
    const shown = (address?: string, hostName?: string) =>
      createOrigins({ isEncrypted: true, hostName, port: 1, address }).all[0];
    expect(shown()).toBe("https://127.0.0.1:1");
    expect(shown("0.0.0.0")).toBe("https://127.0.0.1:1");
    expect(shown("::")).toBe("https://127.0.0.1:1");
    expect(shown("::1")).toBe("https://[::1]:1");
    expect(shown("192.0.2.7")).toBe("https://192.0.2.7:1");
    expect(shown("0.0.0.0", "Gateway")).toBe("https://gateway:1");
  });
});
