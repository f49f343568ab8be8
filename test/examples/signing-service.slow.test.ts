/**
 * The gateway client and the command with the signing service in examples/signing.
 *
 * @module-tag commands
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGatewayClient, endpointId, type GatewayError } from "../../src/gateway/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { sample } from "../gateway/simulator/shared-sample.ts";
import { isInstalled } from "../programs.ts";

const TOKEN = "token-of-the-service";
const folder = mkdtempSync(join(tmpdir(), "signing-service-"));
let service: ChildProcess;
let address: string;
let simulator: GatewaySimulator;

beforeAll(async () => {
  const keyFile = join(folder, "shop.pkcs8.pem");
  writeFileSync(keyFile, sample.privateKey, { mode: 0o600 });
  service = spawn(process.execPath, [resolve("examples/signing/service.mjs")], {
    env: { ...process.env, PRIVATE_KEY_FILE: keyFile, SIGNING_TOKEN: TOKEN, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(service.stdout!, "data")) as [Buffer];
  address = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(line.toString())![0];
  simulator = await startGatewaySimulator({ data: sample.data });
});
afterAll(async () => {
  service.kill();
  await simulator.close();
  rmSync(folder, { recursive: true });
});

async function signAt(octets: Uint8Array<ArrayBuffer>, token = TOKEN): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(address, { method: "POST", headers, body: octets });
  if (!response.ok) throw new Error(`the signing service answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function clientWith(sign: typeof signAt) {
  const publicKey = await (await fetch(address)).text();
  return createGatewayClient({
    environment: { name: "integration", origin: simulator.origin },
    keys: { environment: "integration", login: sample.login, sign: (octets) => sign(octets), publicKey },
    endpoint: endpointId(sample.endpoint),
  });
}

describe("the signing service", () => {
  test("signs the requests of the gateway client, which the simulator accepts", async () => {
    const client = await clientWith(signAt);
    expect(await client.createCardRef(sample.payment)).toMatchObject({ status: "approved" });
    const payout = { clientOrderId: "p-1", amount: "10.42", currency: "EUR", accountNumber: "1" };
    expect(await client.payout(payout)).toMatchObject({ type: "async-response" });
  });

  test("refuses another token, and then nothing is sent", async () => {
    const client = await clientWith((octets) => signAt(octets, "another-token"));
    const before = (await simulator.requests()).length;
    const error = await client.createCardRef(sample.payment).catch((reason: GatewayError) => reason);
    expect(error).toMatchObject({ code: "signing-failed", cause: { message: "the signing service answered 401" } });
    expect(await simulator.requests()).toHaveLength(before);
  });

  test.skipIf(!isInstalled("curl"))(
    "signs for the command, with curl as the program",
    { tags: ["clients"] },
    async () => {
      const url = `${simulator.origin}/processing/api/v4/create-card-ref/${sample.endpoint}`;
      const curl = [
        "curl",
        "--silent",
        "--fail",
        "-H",
        `Authorization: Bearer ${TOKEN}`,
        "--data-binary",
        "@-",
        address,
      ];
      const form = ["--form", "client_orderid=invoice-1", "--form", "orderid=1001"];
      const options = ["--url", url, "--consumer-key", sample.login, "--signature-method", "RSA-SHA256", ...form];
      const command = [resolve("dist/cli/main.js"), "sign", ...options, "--curl", "--", ...curl];
      const { stdout: line } = await promisify(execFile)(process.execPath, command);
      const { stdout } = await promisify(execFile)("bash", ["-c", line]);
      expect(stdout).toContain("status=approved");
    },
  );
});
