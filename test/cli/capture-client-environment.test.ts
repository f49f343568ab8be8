import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClientEnvironment } from "../../src/cli/capture/client-environment.ts";
import { captureCredentials } from "../../src/cli/capture/credentials.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capture-environment-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the environment of a captured client", () => {
  test("has secrets without the line break at the end of a file, and the file with it", () => {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const credentials = captureCredentials({
      consumerSecretFile: file("secret", "s3cret of file\n"),
      token: "t",
      tokenSecretFile: file("token-secret", "t0ken secret\r\n"),
      privateKeyFile: "test/keys/rsa-2048.pem",
    });
    const environment = createClientEnvironment(credentials, undefined);
    const { COUNTERSIGN_CONSUMER_SECRET, COUNTERSIGN_TOKEN_SECRET } = environment.variables("http://127.0.0.1:1");
    const { consumerSecret, tokenSecret } = environment.files;
    const contents = [consumerSecret, tokenSecret].map((path) => readFileSync(path, "utf8"));
    environment.remove();
    expect([COUNTERSIGN_CONSUMER_SECRET, COUNTERSIGN_TOKEN_SECRET]).toEqual(["s3cret of file", "t0ken secret"]);
    expect(contents).toEqual(["s3cret of file\n", "t0ken secret\r\n"]);
  });
});
