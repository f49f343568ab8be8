/** How the program of `capture --vary` gets the values of a case: by a start, a line of input, or a request to the program. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Template, Templates, Values } from "../../conformance/capture/vary/index.ts";
import { type ProcessGroup, startGroup } from "../../conformance/drivers/index.ts";
import { stderrMessage } from "../../conformance/reporters/index.ts";
import { readFile } from "../input/read-file.ts";
import { readPair } from "../input/read-pair.ts";
import type { CaptureOptions } from "../options/capture.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The program, which is started when it is needed. */
export interface VariedProgram {
  /** Makes the program send its requests; if it fails, returns why. */
  send(values: Values): Promise<string | undefined>;
  close(): void;
}

/**
 * Reads the placeholders, and returns a function that opens the program. The program runs without a shell.
 *
 * @param templates collects the placeholders
 * @throws {@link UsageError} for options that do not fit together
 */
export function readVariedProgram(
  command: readonly string[],
  options: CaptureOptions,
  templates: Templates,
): (variables: Readonly<Record<string, string>>, seconds: number) => VariedProgram {
  const { input, lines = false, requests } = options;
  checkOptions(options);
  const words = command.map((word) => readWithFiles(word, templates));
  const env = (options.env ?? []).map((text) => {
    const [name, value] = readPair("--env", text);
    return [name, readWithFiles(value, templates)] as const;
  });
  const url = requests === undefined ? undefined : templates.read(requests);
  const content = input === undefined ? undefined : readFileTemplate(input, templates, lines);

  return (variables, seconds) => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-vary-"));
    const start = (values: Values): ProcessGroup => {
      const filled = Object.fromEntries(env.map(([name, fill]) => [name, fill(values, folder)]));
      return startGroup(
        words.map((fill) => fill(values, folder)),
        { env: { ...variables, ...filled } },
      );
    };
    const open = (): StoppableProgram => {
      if (lines) return byLines(start, content!);
      if (url === undefined) return byStarts(start, content);
      const headers = { "content-type": extname(input ?? "") === ".json" ? "application/json" : "text/plain" };
      const body = content && ((values: Values) => ({ method: "POST", headers, body: content(values) }));
      return byRequests(words.length === 0 ? undefined : start, url, body);
    };
    const { send, close } = open();
    return {
      async send(values) {
        const late = AbortSignal.timeout(seconds * 1000);
        const failure = await send(values, late);
        late.onabort = null;
        if (!late.aborted) return failure;
        return `it took more than ${seconds} s (--timeout)${url === undefined ? "" : ", or accepts no connection"}`;
      },
      close() {
        close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };
}

function checkOptions({ input, lines, requests }: CaptureOptions): void {
  if (lines && requests !== undefined) throw new UsageError("give --lines or --requests, not both");
  if (lines && input === undefined) {
    throw new UsageError("--lines needs --input FILE with the JSON of a line", `echo '{"note": "{text}"}' > line.json`);
  }
  if (requests === undefined || isOnLoopback(requests)) return;
  throw new UsageError(`--requests must be the URL of a program on this machine, got ${JSON.stringify(requests)}`);
}

function isOnLoopback(url: string): boolean {
  try {
    const { hostname, protocol } = new URL(url);
    return /^https?:$/.test(protocol) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  } catch {
    return false;
  }
}

/** Fills in a text in which `{file:PATH}` is the path of a filled-in copy of that file, which is written to a folder. */
type FillIn = (values: Values, folder: string) => string;

function readWithFiles(text: string, templates: Templates): FillIn {
  const parts = text.split(/\{file:([^{}]+)\}/).map((part, at): FillIn => {
    if (at % 2 === 0) {
      const fill = templates.read(part);
      return (values) => fill(values);
    }
    const fill = readFileTemplate(part, templates, false);
    return (values, folder) => {
      const path = join(folder, `${at}-${basename(part)}`);
      writeFileSync(path, fill(values), { mode: 0o600 });
      return path;
    };
  });
  return (values, folder) => parts.map((fill) => fill(values, folder)).join("");
}

/** In JSON, values are written as the inside of strings. */
function readFileTemplate(path: string, templates: Templates, isJson: boolean): (values: Values) => string {
  const fill = templates.read(readFile(path).toString("utf8"));
  const inside = (value: string): string => JSON.stringify(value).slice(1, -1);
  return (values) => fill(values, isJson || extname(path) === ".json" ? inside : undefined);
}

/** A program whose work on a case ends when the signal is aborted. */
interface StoppableProgram extends Pick<VariedProgram, "close"> {
  send(values: Values, late: AbortSignal): Promise<string | undefined>;
}

type Start = (values: Values) => ProcessGroup;
type Content = (values: Values) => string;

function byStarts(start: Start, content: Content | undefined): StoppableProgram {
  return {
    send(values, late) {
      const group = start(values);
      late.onabort = () => group.stop();
      group.stdout.resume();
      group.stdin.end(content?.(values) ?? "");
      return failureOf(group);
    },
    close() {},
  };
}

/** One program for all cases. After its requests for a line, the program answers with a line. */
function byLines(start: Start, content: Content): StoppableProgram {
  let group: ProcessGroup | undefined;
  return {
    send(values, late) {
      group ??= start(values);
      const current = group;
      late.onabort = () => current.stop();
      const answer = new Promise<undefined>((resolve) => {
        const onData = (octets: Buffer): void => {
          if (!octets.includes("\n")) return;
          current.stdout.off("data", onData);
          resolve(undefined);
        };
        current.stdout.on("data", onData);
      });
      const end = failureOf(current).then((why = "it ended without an answer") => {
        group = undefined;
        return why;
      });
      current.stdin.write(
        `${content(values)
          .replace(/\s*\n\s*/g, " ")
          .trim()}\n`,
      );
      return Promise.race([answer, end]);
    },
    close: () => group?.stop(),
  };
}

/** The pause between checks whether the program accepts connections. */
const RETRY_MILLISECONDS = 100;

/** One program for all cases; it may already be running. The program gets a request for each case. */
function byRequests(
  start: Start | undefined,
  url: Template,
  body: ((values: Values) => RequestInit) | undefined,
): StoppableProgram {
  let group: ProcessGroup | undefined;
  return {
    async send(values, late) {
      group ??= start?.(values);
      group?.stdout.resume();
      while (!late.aborted) {
        try {
          const target = url(values, encodeURIComponent);
          const { status, ok } = await fetch(target, { ...body?.(values), redirect: "manual", signal: late });
          return ok ? undefined : `it answered with status ${status}`;
        } catch {
          // The program may not accept connections yet.
          await wait(RETRY_MILLISECONDS);
        }
      }
      return undefined;
    },
    close: () => group?.stop(),
  };
}

/** Why a program failed when it ended; `undefined` if it succeeded. */
async function failureOf(group: ProcessGroup): Promise<string | undefined> {
  const { code, signal, error } = await group.ended;
  if (error !== undefined) throw new UsageError(`cannot start the program: ${(error as NodeJS.ErrnoException).code}`);
  if (code === 0) return undefined;
  const output = stderrMessage(group.stderr());
  return `it ended ${code === null ? `by ${signal}` : `with exit code ${code}`}${output ? `: ${output}` : ""}`;
}
