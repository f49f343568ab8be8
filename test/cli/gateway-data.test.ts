import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGatewayData } from "../../src/cli/gateway-data.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-data-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("data in a file", () => {
  function read(data: unknown) {
    const path = join(folder, "checked.json");
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return readGatewayData(path);
  }

  test("may name files of public keys, relative to itself", () => {
    writeFileSync(join(folder, "key.pem"), "PEM");
    const { merchants } = read({
      merchants: [{ login: "a", endpoints: [], publicKeys: ["one"], publicKeyFiles: ["key.pem"] }],
    });
    expect(merchants).toEqual([{ login: "a", endpoints: [], publicKeys: ["one", "PEM"] }]);
  });

  test.each([
    ["{", /expected JSON/],
    [{}, /the file must have required property 'merchants'/],
    [{ merchants: [] }, /merchants must NOT have fewer than 1/],
    [{ merchants: [{ login: "a", endpoints: [], logim: 1 }] }, /must NOT have additional properties, got "logim"/],
    [{ merchants: [{ login: "a", endpoints: [{ id: "../1" }] }] }, /endpoints\/0\/id must match pattern/],
    [{ merchants: [{ login: "a", endpoints: [], publicKeyFiles: ["nowhere"] }] }, /nowhere.*ENOENT/],
  ])("is refused as %j", (data, message) => {
    expect(() => read(data)).toThrow(message);
  });

  test("shows no key in a message", () => {
    expect(() => read({ merchants: [{ login: "a", endpoints: [], controlKey: ["s3cret"] }] })).toThrow(
      /controlKey must be string$/,
    );
  });
});
