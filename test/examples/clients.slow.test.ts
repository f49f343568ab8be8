/**
 * Each client in examples/clients, with the interpreter or compiler that is installed, against the gateway simulator.
 *
 * @module-tag clients
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { isInstalled, type ProgramName, QUICK_JAVA } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-clients-"));
const fileOf = (name: string): string => resolve("examples/clients", name);
const built = (name: string): string => join(folder, name);

interface Language {
  readonly file: string;
  readonly needs: readonly ProgramName[];
  readonly build?: readonly [program: string, ...words: string[]];
  readonly command: readonly [program: string, ...words: string[]];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: {
    file: "gateway.py",
    needs: ["python", "openssl 3"],
    command: ["python3", fileOf("gateway.py")],
  },
  PHP: {
    file: "gateway.php",
    needs: ["php"],
    command: ["php", fileOf("gateway.php")],
  },
  Java: {
    file: "Gateway.java",
    needs: ["javac"],
    build: [
      "javac",
      ...QUICK_JAVA.map((option) => `-J${option}`),
      "-Xlint:all,-serial",
      "-Werror",
      "-encoding",
      "UTF-8",
      "-d",
      built("java"),
      fileOf("Gateway.java"),
    ],
    command: ["java", ...QUICK_JAVA, "-cp", built("java"), "Gateway"],
  },
  "C#": {
    file: "Gateway.cs",
    needs: ["mono"],
    build: ["mcs", "-warnaserror", "-r:System.Net.Http.dll", `-out:${built("Gateway.exe")}`, fileOf("Gateway.cs")],
    command: ["mono", built("Gateway.exe")],
  },
  Go: {
    file: "gateway.go",
    needs: ["go"],
    build: ["go", "build", "-o", built("gateway-go"), fileOf("gateway.go")],
    command: [built("gateway-go")],
  },
  shell: {
    file: "gateway.sh",
    needs: ["curl", "openssl 3"],
    command: ["bash", fileOf("gateway.sh")],
  },
};

const here = Object.keys(LANGUAGES).filter((name) => isInstalled(...LANGUAGES[name]!.needs));
describe("each file in examples/clients", () => {
  test("is a client that is run here", () => {
    const files = readdirSync("examples/clients").filter((name) => !name.endsWith(".md"));
    expect(files.toSorted()).toEqual(
      Object.values(LANGUAGES)
        .map(({ file }) => file)
        .toSorted(),
    );
  });
});

let gateway: GatewaySimulator;
let redirecting: Server;

beforeAll(async () => {
  gateway = await startGatewaySimulator({ callbackFetch: async () => ({ status: 200 }) });
  writeFileSync(join(folder, "private-key.pem"), gateway.sample!.privateKey, { mode: 0o600 });
  redirecting = createServer((_, response) => response.writeHead(302, { location: gateway.origin }).end("Elsewhere"));
  await new Promise<void>((done) => redirecting.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await gateway.close();
  redirecting.closeAllConnections();
  redirecting.close();
  rmSync(folder, { recursive: true });
});

/** What encoders and shells treat differently. */
const DIFFICULT = "a b+c & ~*'()! %25=\"\\x41 $x оплата 😀";

describe.for(here)("the client in %s", (name) => {
  const { build, command } = LANGUAGES[name]!;

  beforeAll(() => {
    if (build === undefined) return;
    const [program, ...words] = build;
    execFileSync(program, words, { env: { ...process.env, GO111MODULE: "off", GOFLAGS: "", LC_ALL: "C.UTF-8" } });
  });

  interface Run {
    readonly code: number | null;
    readonly fields: Readonly<Record<string, string>>;
    readonly error: string;
  }

  function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Run> {
    const { login, controlKey, endpoint } = gateway.sample!;
    const [program, ...first] = command;
    const child = spawn(program, [...first, ...words], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        LC_ALL: "C.UTF-8",
        GATEWAY_URL: `${gateway.origin}/processing/api`,
        GATEWAY_LOGIN: login,
        GATEWAY_CONTROL_KEY: controlKey,
        GATEWAY_ENDPOINT: endpoint,
        GATEWAY_PRIVATE_KEY_FILE: join(folder, "private-key.pem"),
        ...settings,
      },
    });
    const texts = { out: "", error: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (texts.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (texts.error += text));
    return new Promise((done, failed) => {
      child.on("error", failed).on("close", (code) => {
        const pairs = texts.out.split("\n").filter(Boolean);
        const fields = Object.fromEntries(pairs.map((line) => [line.split("=")[0]!, line.replace(/^[^=]*=/, "")]));
        done({ code, fields, error: texts.error });
      });
    });
  }

  async function lastRequest() {
    const [request] = await gateway.requests(1);
    const { accepted, notices, body } = request!;
    return { accepted, notices: notices.map(({ code }) => code), form: new URLSearchParams(body) };
  }

  const id = (text: string): string => `${text} of ${name} ${DIFFICULT}`;

  test("signs with RSA-SHA256, and sends every value as it is", async () => {
    const form = {
      "client-order-id": id("payout"),
      amount: "10.42",
      currency: "EUR",
      order_desc: DIFFICULT,
      account_number: "1",
      bank_name: "=",
      bank_branch: " +",
    };
    const { code, fields, error } = await run([
      ...["post", "v4/payout"],
      ...Object.entries(form).map((pair) => pair.join("=")),
    ]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(fields).toMatchObject({ type: "async-response", "merchant-order-id": id("payout") });
    const request = await lastRequest();
    expect(request).toMatchObject({ accepted: true, notices: [] });
    expect(Object.fromEntries(request.form)).toEqual(form);
  });

  test("signs with HMAC-SHA1, with equal names and names that begin alike", async () => {
    const { clientOrderId, orderId } = gateway.addPayment({ clientOrderId: id("card") });
    const card = (await run(["create-card-ref", clientOrderId, orderId])).fields["card-ref-id"];
    const { code, fields, error } = await run([
      ...["post", "v2/pan-eligibility/send", `client-order-id=${id("pan")}`, `sending-card-ref-id=${card}`],
      ...["note=2", "note-more=1", "note=10", "note=1", "Note=", "ноты=1"],
    ]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(fields).toMatchObject({ type: "async-response", "merchant-order-id": id("pan") });
    const request = await lastRequest();
    expect(request.accepted).toBe(true);
    expect(new Set(request.notices)).toEqual(new Set(["parameter-unknown"]));
    expect(request.form.getAll("note")).toEqual(["2", "10", "1"]);
    expect(request.form.get("oauth_signature_method")).toBe("HMAC-SHA1");
    expect(request.form.has("oauth_signature")).toBe(false);
  });

  test("gets a card reference and the status of an order", async () => {
    const { clientOrderId, orderId } = gateway.addPayment({ clientOrderId: id("paid"), amount: "10.42" });
    const card = await run(["create-card-ref", clientOrderId, orderId]);
    expect(card).toMatchObject({
      code: 0,
      error: "",
      fields: { type: "create-card-ref-response", status: "approved" },
    });
    expect(card.fields["card-ref-id"]).toMatch(/^\d+$/);
    for (const ids of [[clientOrderId], [clientOrderId, orderId]]) {
      const { fields } = await run(["status", ...ids]);
      expect(fields).toMatchObject({ status: "approved", "paynet-order-id": orderId, amount: "10.42" });
    }
    expect(await lastRequest()).toMatchObject({ accepted: true, notices: [] });
  });

  test("verifies a callback, and refuses a wrong, a repeated and a missing field", async () => {
    const { orderId } = gateway.addPayment({
      clientOrderId: id("called"),
      callbackUrl: "http://shop.example/callback?shop=1",
      status: "declined",
    });
    const callback = (await gateway.callbacks()).find((one) => one.orderId === orderId)!;
    const query = new URL(callback.url).search;
    const verified = await run(["callback", query]);
    expect(verified).toMatchObject({ code: 0, error: "", fields: { status: "declined", orderid: orderId, shop: "1" } });
    expect(verified.fields.merchant_order).toBe(id("called"));

    const refused = [
      [query.replace("status=declined", "status=approved"), "callback: control is wrong"],
      [query.replace(/control=./, "control="), "callback: control is wrong"],
      [`${query}&status=approved`, "callback: a field is repeated"],
      [query.replace(/&control=.*/, ""), "callback: there is no control"],
    ] as const;
    for (const [changed, message] of refused) {
      expect(await run(["callback", changed])).toEqual({ code: 1, fields: {}, error: `${message}\n` });
    }
  });

  test("shows what went wrong", async () => {
    const status = ["status", "invoice-1"];
    const rejected = {
      code: 1,
      fields: {},
      error: "HTTP 403: the gateway rejects the signature, and does not say why\n",
    };
    expect(await run(["post", "v2/pan-eligibility/send"], { GATEWAY_CONTROL_KEY: "another" })).toEqual(rejected);
    expect(await run(status, { GATEWAY_LOGIN: "nobody" })).toEqual(rejected);
    const invalid = await run(["create-card-ref", "", "1001"]);
    expect(invalid).toMatchObject({ code: 1, error: "validation-error 1: Parameter client_orderid is invalid\n" });
    const unknown = await run(["status", "nothing"]);
    expect(unknown).toMatchObject({ code: 1, error: "error 5: Order not found\n" });
    gateway.failNext("502");
    expect((await run(status)).error).toMatch(/^HTTP 502: /);
    const { port } = redirecting.address() as AddressInfo;
    const elsewhere = await run(status, { GATEWAY_URL: `http://127.0.0.1:${port}` });
    expect(elsewhere).toEqual({ code: 1, fields: {}, error: "HTTP 302: Elsewhere\n" });
  });
});
