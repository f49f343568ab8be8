/**
 * The files in examples/docker, as far as they can be tried without a container engine: their commands run here.
 *
 * @module-tag commands
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isInstalled } from "../programs.ts";

const FOLDER = "examples/docker";
const MAIN = resolve("dist/cli/main.js");

/** The instructions of a Dockerfile: name and the rest, with continued lines joined. */
const INSTRUCTIONS = readFileSync(join(FOLDER, "Dockerfile"), "utf8")
  .replace(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => /^([A-Z]+) +(.*)$/.exec(line)!.slice(1) as [string, string]);

function instruction(name: string): string {
  return INSTRUCTIONS.find(([one]) => one === name)![1];
}

const ENTRYPOINT = JSON.parse(instruction("ENTRYPOINT")) as string[];
const HEALTH = JSON.parse(/CMD (.*)$/.exec(instruction("HEALTHCHECK"))![1]!) as string[];

interface Service {
  readonly command: string[];
  readonly ports: string[];
  readonly volumes: string[];
}
const COMPOSE = parse(readFileSync(join(FOLDER, "compose.yaml"), "utf8")) as { services: { gateway: Service } };
/** The YAML of the page on the simulator. */
const DOCUMENTED = [...readFileSync("docs/gateway-simulator.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text]) => parse(text!) as Record<string, Record<string, unknown>>,
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docker-example-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Runs `countersign …` with a loopback address in the place of all addresses; returns its port. */
async function start([program, ...args]: readonly string[]): Promise<{ port: string; child: ChildProcess }> {
  expect(program).toBe("countersign");
  const own = args.map((one) =>
    one === "0.0.0.0:8080" ? "127.0.0.1:0" : one.replace("/sample", join(folder, "sample")),
  );
  expect(own).not.toEqual(args);
  const child = spawn(process.execPath, [MAIN, ...own], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    const port = /listens on http:\/\/[^:]+:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) return { port, child };
  }
  throw new Error(`the command ended: ${printed}`);
}

/** The exit code of the health check. */
async function health(port: string): Promise<number> {
  const [program, ...args] = HEALTH;
  expect(program).toBe("node");
  const own = args.map((one) => one.replace("127.0.0.1:8080", `127.0.0.1:${port}`));
  expect(own).not.toEqual(args);
  const done = promisify(execFile)(process.execPath, own, { timeout: 60_000 });
  return done.then(
    () => 0,
    ({ code }: { code: number }) => code,
  );
}

describe("the Dockerfile", () => {
  test("is of a slim Node that the package supports, and does not run as root", () => {
    const stages = INSTRUCTIONS.filter(([name]) => name === "FROM").map(([, image]) => image);
    expect(stages).toEqual([expect.stringMatching(/^node:22 AS build$/), expect.stringMatching(/^node:22-slim$/)]);
    const users = INSTRUCTIONS.filter(([name]) => name === "USER");
    expect(users).toEqual([["USER", "node"]]);
    const names = INSTRUCTIONS.map(([name]) => name);
    expect(names.indexOf("USER")).toBeLessThan(names.indexOf("ENTRYPOINT"));
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
  });

  test("installs the package from its repository, not by a name that somebody else may own", () => {
    expect(instruction("RUN")).toBe("npm install --global --prefix /countersign $SOURCE");
    expect(instruction("ARG")).toMatch(/^SOURCE=git\+https:/);
  });

  test("starts a simulator that is healthy, and ends on SIGTERM; then it is not healthy", async () => {
    const { port, child } = await start(ENTRYPOINT);
    expect(await health(port)).toBe(0);
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await health(port)).toBe(1);
  });
});

describe("the compose file", () => {
  test("starts the simulator with the sample that --write-sample writes, reachable from this machine alone", async () => {
    const { command, ports, volumes } = COMPOSE.services.gateway;
    const sample = join(folder, "sample");
    await promisify(execFile)(process.execPath, [MAIN, "gateway", "--write-sample", sample]);
    const { port } = await start([...ENTRYPOINT, ...command]);
    const host = command[command.indexOf("--host-name") + 1]!;
    // fetch does not set the Host header.
    const { stdout } = await promisify(execFile)(process.execPath, [
      "-e",
      `require("node:http").get({ port: ${port}, host: "127.0.0.1", path: "/_countersign/merchants", headers: { host: "${host}:${port}" } }, (r) => r.pipe(process.stdout))`,
    ]);
    const { merchants } = JSON.parse(stdout) as { merchants: { login: string }[] };
    expect(merchants.map(({ login }) => login)).toContain("merchant");
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:8080:8080$/)]);
    expect(volumes).toEqual(["./sample:/sample:ro"]);
  });

  test("builds an image without the keys of the sample", () => {
    expect(readFileSync(join(FOLDER, ".dockerignore"), "utf8")).toMatch(/^sample$/m);
    expect(existsSync(join(FOLDER, "sample"))).toBe(false);
  });
});

describe("the YAML of the page on the simulator", () => {
  test("starts the simulator in GitLab CI", async () => {
    const [{ services }] = DOCUMENTED.filter((one) => "test" in one).map(({ test: job }) => job) as [
      { services: { command: string[] }[] },
    ];
    expect(await health((await start([...ENTRYPOINT, ...services[0]!.command])).port)).toBe(0);
  });

  test.runIf(isInstalled("curl"))("adds a merchant in GitHub Actions", { tags: ["clients"] }, async () => {
    const [{ test: job }] = DOCUMENTED.map(({ jobs }) => jobs).filter((one) => one !== undefined) as [
      { test: { steps: { run?: string }[]; services: { gateway: { ports: string[] } } } },
    ];
    expect(job.services.gateway.ports).toEqual(["8080:8080"]);
    const { port } = await start(ENTRYPOINT);
    const step = job.steps.find(({ run }) => run?.includes("/_countersign/merchants"))!.run!;
    const own = step.replace("127.0.0.1:8080", `127.0.0.1:${port}`);
    const { stdout } = await promisify(execFile)("sh", ["-c", own]);
    expect(JSON.parse(stdout)).toMatchObject({ login: "shop", hasControlKey: true });
  });
});
