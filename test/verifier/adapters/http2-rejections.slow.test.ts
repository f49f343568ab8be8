/**
 * Rejections that a server of HTTP/2 sends before it has read the body, and clients that have not sent all of it.
 *
 * @module-tag clients
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type ClientHttp2Stream, connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled } from "../../programs.ts";

const REQUESTS = 20;
const FRAMEWORKS = ["node", "fastify"] as const;
/** Octets of the response: none, a line, and more than the window of a stream. */
const RESPONSES = [0, 30, 200_000];
/** Octets of the request: a field, several frames of HTTP/2, and more than the window of a stream and the limit of a body. */
const REQUEST_BODIES = [3, 40_000, 3_000_000];
/** Octets of a request or a response that the other side can send at once. */
const WINDOW = 65_535;

const folder = mkdtempSync(join(tmpdir(), "http2-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const length of REQUEST_BODIES) writeFileSync(join(folder, `${length}`), "a".repeat(length));

const PROGRAM = fileURLToPath(new URL("./http2-server.ts", import.meta.url));

const programs = new Map<string, { readonly program: ChildProcess; readonly ports: readonly number[] }>();
beforeAll(async () => {
  for (const framework of FRAMEWORKS) {
    const program = spawn(process.execPath, ["--import", "tsx", PROGRAM, framework, ...RESPONSES.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [ports] = await once(program.stdout, "data");
    programs.set(framework, { program, ports: String(ports).split(",").map(Number) });
  }
});
afterAll(() => {
  for (const { program } of programs.values()) program.kill();
});

/** Uses the server with responses of this length, and fails if it has ended then. */
async function withServer(framework: string, length: number, use: (port: number) => Promise<void>): Promise<void> {
  const { program, ports } = programs.get(framework)!;
  await use(ports[RESPONSES.indexOf(length)]!);
  const { exitCode, signalCode } = program;
  expect({ exitCode, signalCode }).toEqual({ exitCode: null, signalCode: null });
}

/** What curl received: the status, the octets of the body, and its exit code. */
function curl(port: number, length: number): Promise<string> {
  const args = ["--silent", "--max-time", "20", "--output", "/dev/null", "--http2-prior-knowledge"];
  args.push("--write-out", "%{http_code} %{size_download}", "--header", "content-type: text/plain");
  args.push("--data-binary", `@${join(folder, `${length}`)}`, `http://127.0.0.1:${port}/pay`);
  return new Promise((resolve) => {
    execFile("curl", args, (error, stdout) => resolve(`${stdout} ${error === null ? 0 : error.code}`));
  });
}

describe.skipIf(!isInstalled("curl"))("curl, with a request that is rejected by its head", () => {
  const cases = FRAMEWORKS.flatMap((framework) => RESPONSES.map((response) => ({ framework, response })));

  test.each(cases)("reads every response of $response octets of $framework", ({ framework, response }) =>
    withServer(framework, response, async (port) => {
      for (const length of REQUEST_BODIES) {
        const status = length > WINDOW ? 413 : 401;
        // Node.js resets the stream of a response that ends before the request does. What was not sent before is lost: the
        // end of a long response, or of an empty one, which Fastify sends as a late frame: to a long body, or on a busy machine.
        const isCutOff = response > WINDOW || (framework === "fastify" && response === 0);
        for (let count = 0; count < REQUESTS; count++) {
          const received = await curl(port, length);
          expect(isCutOff ? received.split(" ")[0] : received).toBe(isCutOff ? `${status}` : `${status} ${response} 0`);
        }
      }
    }),
  );
});

describe("a client that does not end its stream", () => {
  const cases = FRAMEWORKS.flatMap((framework) =>
    RESPONSES.flatMap((response) => [0, WINDOW].map((window) => ({ framework, response, window }))),
  );

  test.each(cases)("cannot end $framework: $response octets, window $window", ({ framework, response, window }) =>
    withServer(framework, response, async (port) => {
      const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: window } });
      await once(session, "connect");
      const headers = { ":method": "POST", ":path": "/pay", "content-type": "text/plain" };
      const streams = Array.from({ length: 30 }, () => session.request(headers, { endStream: false }));
      const statuses = streams.map(async (stream) => {
        stream.resume().write("octets");
        return (await once(stream, "response"))[0][":status"];
      });
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([401]));
      if (window === 0) session.settings({ initialWindowSize: WINDOW });
      await Promise.all(streams.map(closed));
      expect(new Set(streams.map(({ rstCode }) => rstCode))).toEqual(new Set([0]));
      session.destroy();
    }),
  );
});

async function closed(stream: ClientHttp2Stream): Promise<void> {
  if (!stream.closed) await once(stream, "close");
}
