/** Starts the servers of examples/ and probes them with the built command. */

import { spawn } from "node:child_process";
import { expect } from "vitest";

/** Starts a program, and waits for the first line that it writes to this stream; returns the function that ends it. */
export async function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: "stdout" | "stderr" = "stdout",
): Promise<() => Promise<unknown>> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await new Promise((resolve, reject) => {
    child[ready].once("data", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ${args.join(" ")} ended with ${code}: ${log}`)));
  });
  return () => {
    child.kill("SIGKILL");
    return ended;
  };
}

interface ProbeReport {
  readonly implementations: readonly {
    readonly vectors: Readonly<Record<"passed" | "failed", number>>;
    readonly failures: readonly { readonly id: string }[];
  }[];
}

/** The ids of the cases that the command `probe` finds failed, and how many passed. */
export async function probe(
  origin: string,
  ...options: readonly string[]
): Promise<{ readonly failed: readonly string[]; readonly passed: number }> {
  const client = ["--consumer-key", "merchant", "--form", "order=7", "--form", "amount=10.42"];
  const args = [
    "dist/cli/main.js",
    "probe",
    `${origin}/pay`,
    ...client,
    "--repeats-are-harmless",
    "--json",
    ...options,
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, COUNTERSIGN_CONSUMER_SECRET: "control-key" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = await Promise.all([child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8").toArray()));
  const [report = "", log = ""] = texts.map((chunks) => chunks.join(""));
  expect(report, log).not.toBe("");
  const { vectors, failures } = (JSON.parse(report) as ProbeReport).implementations[0]!;
  return { failed: failures.map(({ id }) => id), passed: vectors.passed };
}
