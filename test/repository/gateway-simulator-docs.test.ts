import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTROLS } from "../../src/gateway/simulator/controls.ts";
import { type GatewaySimulator, type HttpRequest, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { requestTo, send } from "../gateway/simulator/signed-requests.ts";

const PAGE = readFileSync("docs/gateway-simulator.md", "utf8");
const SECTION = PAGE.split("\n## Control it while it runs\n")[1]!.split("\n## ")[0]!;

/** Paths of pages, which have sections of their own. */
const PAGES = ["GET ", "GET inspector", "GET 3ds", "POST 3ds"];

/** The curl commands of the section, in their order. */
const COMMANDS = [...SECTION.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => block!.replaceAll("\\\n", "").split("\n"))
  .filter((line) => line.startsWith("curl "))
  .map((line) => line.replace(/ > \S+$/, "").replace(/ +/g, " "));

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator({ callbackFetch: async () => ({ status: 200 }) });
});
afterAll(() => simulator.close());

async function run(command: string): Promise<{ readonly status: number; readonly answer: object }> {
  const text = command.replaceAll("127.0.0.1:PORT", new URL(simulator.origin).host);
  const { method, url, headers, body } = readRequest(Buffer.from(text)) as HttpRequest;
  const sent = { method, headers: Object.fromEntries(headers), ...(body && { body: Buffer.from(body) }) };
  const response = await fetch(url, sent);
  return { status: response.status, answer: (await response.json()) as object };
}

describe("the page on the control API", () => {
  test("has an example for every path, and each works", async () => {
    await send(requestTo(simulator));
    for (const command of COMMANDS) {
      const { status, answer } = await run(command);
      expect([command, status, answer]).toEqual([command, expect.toBeOneOf([200, 201]), expect.any(Object)]);
      expect(answer).not.toHaveProperty("error");
    }
    const shown = COMMANDS.map((command) => {
      const method = command.includes(" -X POST") ? "POST" : "GET";
      return `${method} ${/_countersign\/([a-z]+\/?)/.exec(command)?.[1]}`;
    });
    const documented = CONTROLS.map(({ method, path }) => `${method} ${path}`).filter((one) => !PAGES.includes(one));
    expect(documented.filter((one) => !shown.includes(one) && one !== "GET clock")).toEqual([]);
  });

  test("lists every path in its table", () => {
    const table = SECTION.split("\n").filter((line) => line.startsWith("| `"));
    const listed = table.flatMap((row) => [...row.split("|")[1]!.matchAll(/`([A-Z]+ [a-z]+)/g)].map(([, one]) => one!));
    const paths = CONTROLS.map(({ method, path }) => `${method} ${path.replace("/", "")}`);
    expect([...new Set(paths)].filter((one) => !PAGES.includes(one)).toSorted()).toEqual(
      [...new Set(listed)].toSorted(),
    );
  });

  test("would fail with a command that does not work", async () => {
    expect((await run("curl -X POST http://127.0.0.1:PORT/_countersign/nothing")).status).toBe(404);
  });
});
