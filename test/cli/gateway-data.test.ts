import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGatewayData } from "../../src/cli/gateway/gateway-data.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-data-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a data file", () => {
  function read(data: unknown) {
    const path = join(folder, "checked.json");
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return readGatewayData(path);
  }

  test("can name files with public keys, relative to itself", () => {
    writeFileSync(join(folder, "key.pem"), "PEM");
    const { merchants } = read({
      merchants: [{ login: "a", endpoints: [], publicKeys: ["one"], publicKeyFiles: ["key.pem"] }],
    });
    expect(merchants).toEqual([{ login: "a", endpoints: [], publicKeys: ["one", "PEM"] }]);
  });

  test.each([
    ["{", /expected data of the gateway simulator in JSON at/],
    [{}, /the file must have the field "merchants"/],
    [{ merchants: [] }, /merchants must NOT have fewer than 1 items, got \[\]/],
    [{ merchants: [{ login: "a", endpoints: [], logim: 1 }] }, /merchants\/0 has the unknown field "logim"/],
    [
      { merchants: [{ login: "a", endpoints: [{ id: "../1" }] }] },
      /endpoints\/0\/id \(in \.\.\/1\) must match pattern/,
    ],
    [{ merchants: [{ login: "a", endpoints: [], publicKeyFiles: ["nowhere"] }] }, /nowhere.*ENOENT/],
  ])("with %j is an error", (data, message) => {
    expect(() => read(data)).toThrow(message);
  });

  test("has no key in an error message", () => {
    expect(() => read({ merchants: [{ login: "a", endpoints: [], controlKey: ["s3cret"] }] })).toThrow(
      /controlKey must be string$/,
    );
  });
});
