/**
 * A driver in the smallest, and what it does wrong by the name in its first argument. The operation is
 * percent-encoding; a text that begins with "bad" is the input that some of the names wait for.
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
const say = (id, fields) => write(`${JSON.stringify({ id, ...fields })}\n`);
const answer = ({ id, text = "" }) => say(id, { ok: true, value: encodeURIComponent(text) });
const isBad = ({ text = "" }) => text.startsWith("bad");
const sleepers = [];
let count = 0;
let wait = [];

/** Forever, as fast as the pipe takes it. */
function flood(text) {
  const more = () => {
    while (write(text));
    process.stdout.once("drain", more);
  };
  more();
}

const MODES = {
  good: answer,
  wrong: ({ id }) => say(id, { ok: true, value: "wrong" }),
  "out-of-order": (question) => {
    if (wait.push(question) < 4 && isBad(question) === false) return;
    for (const one of wait.reverse()) answer(one);
    wait = [];
  },
  doubled: (question) => {
    if (!isBad(question)) return answer(question);
    const line = `${JSON.stringify({ id: question.id, ok: true, value: "twice" })}\n`;
    write(line + line);
  },
  "doubled-late": (question) => {
    // The next question is asked when the first answer has been taken.
    for (const one of wait.splice(0)) answer(one);
    if (isBad(question)) wait.push(question);
    answer(question);
  },
  "wrong-id": (question) => answer(isBad(question) ? { ...question, id: 99_999 } : question),
  "text-id": (question) => answer(isBad(question) ? { ...question, id: String(question.id) } : question),
  "flood-of-octets": (question) => (isBad(question) ? flood("x".repeat(65_536)) : answer(question)),
  "flood-of-lines": (question) => (isBad(question) ? flood("line after line\n".repeat(1000)) : answer(question)),
  "crash-in-the-middle": (question) => {
    if (++count === 10) process.exit(3);
    answer(question);
  },
  crash: (question) => {
    if (!isBad(question)) return answer(question);
    process.stderr.write(`Traceback: ${question.text}\n`);
    process.exitCode = 3;
    process.stderr.write("", () => process.exit());
  },
  killed: (question) => (isBad(question) ? process.kill(process.pid, "SIGSEGV") : answer(question)),
  "crash-always": () => process.exit(3),
  hang: (question) => (isBad(question) ? setInterval(() => {}, 1000) : answer(question)),
  "hang-hard": (question) => {
    if (isBad(question)) for (;;);
    answer(question);
  },
  "hang-always": () => {},
  "ignores-sigterm": (question) => {
    if (count++ === 0) process.on("SIGTERM", () => setInterval(() => {}, 1000));
    if (file !== undefined) writeFileSync(file, String(process.pid));
    setInterval(() => {}, 1000);
    if (!isBad(question)) answer(question);
  },
  grandchildren: (question) => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    sleepers.push(child.pid);
    writeFileSync(file, JSON.stringify(sleepers));
    answer(question);
  },
  stray: (question) => {
    if (isBad(question)) write("debug: here\n");
    answer(question);
  },
  "stray-always": (question) => {
    write("debug: here\n");
    answer(question);
  },
  garbage: (question) => (isBad(question) ? write('{"id":\n') : answer(question)),
  "not-utf-8": (question) => {
    if (!isBad(question)) return answer(question);
    write(Buffer.from([...Buffer.from(`{"id":${question.id},"ok":true,"value":"`), 0xe9, 0x22, 0x7d, 0x0a]));
  },
  "not-utf-8-at-all": (question) => (isBad(question) ? write(Buffer.from([0xff, 0xfe, 0x0a])) : answer(question)),
  malformed: (question) => (isBad(question) ? say(question.id, { ok: true, value: 5 }) : answer(question)),
  deep: (question) => {
    if (!isBad(question)) return answer(question);
    write(`{"id":${question.id},"ok":true,"value":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`);
  },
  "exits-early": (question) => (isBad(question) ? process.exit(0) : answer(question)),
  "one-shot": (question) => {
    answer(question);
    process.exit(0);
  },
  "closes-stdout": (question) => {
    if (!isBad(question)) return answer(question);
    closeSync(1);
    setInterval(() => {}, 1000);
  },
  "writes-a-lot-to-stderr": (question) => {
    process.stderr.write(`${"x".repeat(100_000)}the end`);
    if (isBad(question)) process.stderr.write("", () => process.exit(1));
    else answer(question);
  },
  "stray-after-hello": answer,
  slow: answer,
  "lying-hello": answer,
  "no-hello": answer,
  banner: answer,
};

const HELLOS = {
  slow: (id) => setTimeout(() => say(id, HELLO), 3000),
  "lying-hello": (id) => say(id, { ...HELLO, operations: "everything" }),
  "no-hello": () => {},
  "stray-after-hello": (id) => {
    say(id, HELLO);
    write("Welcome!\n");
  },
  banner: (id) => {
    write("Welcome!\n");
    say(id, HELLO);
  },
};

if (MODES[mode] === undefined) process.exit(1);

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const question = JSON.parse(line);
    if (question.op === "bye" && mode !== "ignores-sigterm") process.exit(0);
    if (question.op === "hello") (HELLOS[mode] ?? ((id) => say(id, HELLO)))(question.id);
    else if (question.op !== "bye") MODES[mode](question);
  }
});
