/** How long commands take to start, and the diagnosis of one request. */

import { spawnSync } from "node:child_process";
import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { built, cpuTime, type Row, row, type Section, wallTime } from "./measure.ts";
import { CONSUMER_KEY, HMAC, hmacAlone, SECRET, works } from "./requests.ts";

const { createSigner } = await built<typeof import("../../src/index.ts")>("index.js");
const { createBaseStringSigner } = await built<typeof import("../../src/oauth1/index.ts")>("oauth1/index.js");

const REQUEST_URL = "https://sandbox.example.com/status?order=1%202&amount=10.42";

/** The header of the same request, signed over a changed base string. */
function signedOver(change: (baseString: string) => string): string {
  const signed = createSigner(HMAC).sign({ method: "GET", url: REQUEST_URL });
  const key = createBaseStringSigner({ signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const signature = encodeURIComponent(key.sign(change(signed.baseString)));
  return signed.authorization!.replace(/oauth_signature="[^"]*"/, `oauth_signature="${signature}"`);
}

/** A valid header, one with a space signed as `+`, and one with a mistake that nothing explains. */
const VALID = (): string => signedOver(String);
const ONE_MISTAKE = (): string => signedOver((baseString) => baseString.replace("%2520", "%2B"));
const UNKNOWN = (): string => signedOver((baseString) => `${baseString} changed`);

/** Nanoseconds until a program of Node has ended with the expected exit code: the lowest of five, because other work of the machine only adds time. */
function startUp(args: readonly string[], expected = 0): number {
  const env = { ...process.env, COUNTERSIGN_CONSUMER_SECRET: SECRET };
  const times = Array.from({ length: 5 }, () => {
    const start = wallTime();
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    if (status !== expected) throw new Error(`${args[1]} ended with ${status} instead of ${expected}: ${stderr}`);
    return wallTime() - start;
  });
  return Math.min(...times);
}

function startUpRow(name: string, args: () => readonly string[], most: number, expected = 0): Row {
  return { name, measure: () => startUp(["dist/cli/main.js", ...args()], expected), most };
}

const explaining = (authorization: () => string) => () => {
  return ["explain", `curl '${REQUEST_URL}' -H 'Authorization: ${authorization()}'`];
};

/** CPU time of the first diagnosis in this process, in nanoseconds, with nothing compiled before; and the combinations tried. */
async function diagnosing(input: DiagnosisInput, expected: string): Promise<{ time: number; tried: number }> {
  const { diagnose } = await built<typeof import("../../src/diagnosis/index.ts")>("diagnosis/index.js");
  const start = cpuTime();
  const { kind, tried } = diagnose(input) as { readonly kind: string; readonly tried: number };
  const time = cpuTime() - start;
  if (kind !== expected) throw new Error(`the diagnosis is ${kind} instead of ${expected}`);
  return { time, tried };
}

function diagnosisRow(name: string, authorization: () => string, expected: string): Row {
  return {
    name,
    async measure() {
      const headers: [string, string][] = [["Authorization", authorization()]];
      const request = { method: "GET", url: REQUEST_URL, headers };
      return (await diagnosing({ request, key: { consumerSecret: SECRET } }, expected)).time;
    },
  };
}

export const SECTIONS: readonly Section[] = [
  {
    title: "Start of commands",
    text: "What people wait for, by the clock: the lowest of five.",
    tables: [
      {
        id: "start-up",
        title: "Start-up",
        unit: "ms",
        isCompared: true,
        rows: [
          { name: "node -e 0", measure: () => startUp(["-e", "0"]) },
          startUpRow("--version", () => ["--version"], 1.6),
          startUpRow("sign", () => ["sign", "--url", REQUEST_URL, "--consumer-key", CONSUMER_KEY], 2),
          startUpRow("explain, a valid request", explaining(VALID), 2.5),
          startUpRow("explain, one mistake", explaining(ONE_MISTAKE), 4, 1),
        ],
      },
    ],
  },
  {
    title: "Diagnosis",
    text: "CPU time of the first `diagnose` in a process, before V8 has compiled anything. An unknown mistake is searched to the end.",
    tables: [
      {
        id: "diagnosis",
        title: "One request of two parameters",
        unit: "ms",
        rounds: 3,
        rows: [
          diagnosisRow("valid", VALID, "right"),
          diagnosisRow("one mistake", ONE_MISTAKE, "explained"),
          diagnosisRow("an unknown mistake", UNKNOWN, "unknown"),
        ],
      },
      {
        id: "search",
        title: "A search in a form of 16 parameters",
        unit: "µs",
        isCompared: true,
        rounds: 3,
        rows: [
          row("createHmac alone", () => hmacAlone(works(16, 1024))),
          {
            name: "a combination, in a search that finds nothing",
            async measure() {
              const [work] = works(16, 1);
              const { method, url, headers, body = "" } = createSigner(HMAC).sign(work!.request, work!.options);
              const request = { method, url, headers: Object.entries(headers), body: Buffer.from(body) };
              const key = { consumerSecret: "a key that nothing explains" };
              const { time, tried } = await diagnosing({ request, key }, "unknown");
              return time / tried;
            },
          },
        ],
      },
    ],
  },
];
