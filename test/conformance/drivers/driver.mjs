/**
 * A driver for what only a process shows, by the name in its first argument. The operation is percent-encoding; a text that
 * begins with "bad" is the input at which some of them end.
 */

import { spawn } from "node:child_process";
import { closeSync, writeFileSync } from "node:fs";

const [mode = "good", file] = process.argv.slice(2);
const HELLO = {
  ok: true,
  protocol: 1,
  implementation: { name: mode, version: "1", language: "JavaScript" },
  operations: ["percent-encoding"],
};

const write = (text) => process.stdout.write(text);
const send = (id, fields) => write(`${JSON.stringify({ id, ...fields })}\n`);
const answer = ({ id, text = "" }) => send(id, { ok: true, value: encodeURIComponent(text) });
const isBad = ({ text = "" }) => text.startsWith("bad");
const stay = () => setInterval(() => {}, 1000);
const children = [];
let count = 0;

const MODES = {
  good: answer,
  "crash-in-the-middle": (question) => {
    if (++count === 10) process.exit(3);
    answer(question);
  },
  crash: (question) => {
    if (!isBad(question)) return answer(question);
    process.exitCode = 3;
    process.stderr.write(`${"x".repeat(100_000)}the end`, () => process.exit());
  },
  killed: (question) => (isBad(question) ? process.kill(process.pid, "SIGSEGV") : answer(question)),
  "closes-stdout": (question) => {
    if (!isBad(question)) return answer(question);
    closeSync(1);
    stay();
  },
  "ignores-sigterm": (question) => {
    if (count++ === 0) process.on("SIGTERM", stay);
    if (file !== undefined) writeFileSync(file, String(process.pid));
    stay();
    answer(question);
  },
  grandchildren: (question) => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    children.push(child.pid);
    writeFileSync(file, JSON.stringify(children));
    answer(question);
  },
  "stray-after-hello": answer,
};

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const question = JSON.parse(line);
    if (question.op === "bye" && mode !== "ignores-sigterm") process.exit(0);
    if (question.op === "hello") {
      send(question.id, HELLO);
      if (mode === "stray-after-hello") write("Welcome!\n");
    } else if (question.op !== "bye") MODES[mode](question);
  }
});
