import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type GatewaySimulator, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { sample } from "./shared-sample.ts";
import { requestTo, send } from "./signed-requests.ts";

const running: GatewaySimulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

async function start(options: Parameters<typeof startGatewaySimulator>[0]): Promise<GatewaySimulator> {
  const simulator = await startGatewaySimulator({ data: sample.data, ...options });
  running.push(simulator);
  return { ...simulator, sample };
}

/** Not every machine has IPv6. */
const hasIpv6 = await new Promise<boolean>((resolve) => {
  const server = createServer().on("error", () => resolve(false));
  server.listen(0, "::1", () => server.close(() => resolve(true)));
});

describe("the address of the simulator", () => {
  test.skipIf(!hasIpv6)("can be that of IPv6, which clients then sign", async () => {
    const simulator = await start({ address: "::1" });
    expect(simulator.origin).toBe(`http://[::1]:${simulator.port}`);
    expect((await send(requestTo(simulator))).status).toBe(200);
    expect((await fetch(`${simulator.origin}/_countersign/clock`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${simulator.port}/_countersign/clock`)).rejects.toThrow();
  });

  test("are options of an object, not null", async () => {
    await expect(startGatewaySimulator(null as never)).rejects.toMatchObject({
      code: "configuration-invalid",
      message: "options must be an object, got null",
    });
  });

  test.each(["localhost", "0.0.0.0:8080", ""])("must be an IP address, not %j", async (address) => {
    await expect(startGatewaySimulator({ address })).rejects.toMatchObject({
      code: "configuration-invalid",
      message: expect.stringMatching(/^address must be an IP address, got "/),
    });
  });
});

describe("the host of a request", () => {
  test.each(["a b", "gateway:8080", "user@gateway", "gateway/path", "1.2.3.999", "", "[:]"])(
    "that is the name of the simulator cannot be %j",
    async (hostName) => {
      await expect(startGatewaySimulator({ hostName })).rejects.toMatchObject({
        code: "configuration-invalid",
        message: expect.stringMatching(/^hostName must be a host name, got "/),
      });
    },
  );

  test("is compared in the header of the explanation with what the client signed", async () => {
    const simulator = await start({ explainHeader: true });
    const sent = requestTo(simulator);
    const headers = { "x-countersign-base-string": sent.baseString.replace("invoice-1", "invoice-2") };
    const response = await send({ ...sent, headers: { ...sent.headers, "content-type": "text/plain" } }, { headers });
    expect(response.headers.get("countersign-explanation")).toMatch(
      /^X-Countersign-Base-String differs from the server's base string at character \d+, in \w+; server: .*; client: .*invoice-2/,
    );
  });
});
