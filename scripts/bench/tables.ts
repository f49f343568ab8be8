/**
 * All figures: tables of rows, each of which loads and measures one thing. The texts are those of docs/data/performance.md.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { StartUp } from "./commands.ts";
import { type Effort, type Laps, timed, wallTime } from "./measure.ts";
import { works } from "./workload.ts";
import { FIELD_OCTETS, MEBIBYTE, UNSIGNED_SHAPES, WORST_SHAPES, type WorstShape } from "./worst-shapes.ts";

/** One figure. It is measured in a separate process, once for each round of the table. */
export interface Row {
  readonly name: string;
  readonly measure: (effort: Effort) => Promise<number>;
  /** The highest ratio, or figure in a table without ratios, that plain code reaches on the machine of the page. */
  readonly most?: number;
}

export interface Table {
  readonly id: string;
  readonly title: string;
  readonly unit: keyof typeof UNITS;
  readonly rows: readonly Row[];
  /** The row that the others are compared with: the first one, unless the rows have nothing in common. */
  readonly hasRatios: boolean;
  readonly rounds?: number;
  /** Whether `most` of a row applies to the highest ratio of a round instead of the median. */
  readonly isWorstBounded?: boolean;
}

export interface Section {
  readonly title: string;
  readonly text: string;
  /** Tables whose rows have the same names are written as one table with a column for each. */
  readonly isJoined?: boolean;
  readonly tables: readonly Table[];
}

/** The measured amount (nanoseconds for times, octets for memory) that equals one unit. */
export const UNITS = { µs: 1e3, ms: 1e6, s: 1e9, MB: 1e6, MiB: MEBIBYTE, "×": 1, "a second": 1 } as const;

const PACKAGES = ["oauth-1.0a", "oauth-sign", "oauth", "node-oauth1", "oauth-signature"] as const;
/** Requests in a lap of HMAC-SHA1, and of RSA. */
const LAP = 1024;
const RSA_LAP = 32;

const sign = () => import("./sign.ts");
const verify = () => import("./verify.ts");
const worst = () => import("./worst.ts");

export const SECTIONS: readonly Section[] = [
  {
    title: "Sign",
    text: `Measured is all of \`signer.sign(request)\`, from the plain request to the finished header and body, with a nonce and a timestamp
of its own. The other packages of npm, and "nonce given", get both. The HMAC alone gets base strings that were made before.`,
    tables: [signing(3, 4, 3.5), signing(16, 6.4, 5.9), signingRsa(2048, 1.1), signingRsa(4096, 1.05)],
  },
  {
    title: "Sign with RSA on the thread pool",
    text: "`sign` one request after the other, and `signAsync` all at once, by the clock.",
    tables: [2048, 4096].map((bits) => ({
      id: `pool-${bits}`,
      title: `RSA-SHA256, ${bits} bits`,
      unit: "µs",
      hasRatios: true,
      rows: [
        elapsedRow("sign", async () => (await sign()).rsa(works(3, RSA_LAP), bits)),
        elapsedRow("signAsync", async () => (await sign()).rsaOnThreadPool(works(3, RSA_LAP), bits)),
      ],
    })),
  },
  {
    title: "Verify",
    text: `Measured is all of \`await verifier.verify(request)\` with a MemoryNonceStore: from method, target, headers and body as node:http
delivers them to the verdict. The verifier accepts each request.`,
    tables: [verifying(3, 8.2), verifying(16, 12.3), verifyingRsa(2048, 2.2), verifyingRsa(4096, 1.55)],
  },
  {
    title: "Mixed traffic",
    text: `Layouts differ in names, number (0 to 30) and place of the parameters, in token, realm, order of the header, charset, and in
spelling: \`+\` for a space, raw UTF-8, escapes in lower case. The first row measures the requests of one layout after the other, the
second the same requests mixed. If the cost of a request depended on what came before it, the second row would be slower. The
bound is for the worst of eight processes, because some are slower for their whole life.`,
    tables: [mixed("sign"), mixed("verify")],
  },
  {
    title: "The most expensive requests",
    text: `A body of 1 MiB, about ten times the default limit, filled with the octets that cost most to decode, encode, sort or decode by
charset. Each request has a valid signature and is accepted, so that no step is left out. The first column compares with the HMAC
of the request's own base string; for a body that is covered by its hash, with that HMAC and the hash of the body. The second compares
with a request of half the size: 2 is linear growth. The third is the memory that a request holds while its credentials are looked up
asynchronously, without its own body.`,
    isJoined: true,
    tables: expensive(
      "worst",
      WORST_SHAPES.filter(({ octets }) => octets === MEBIBYTE),
      { mostToHmac: 15, mostHeld: 16 },
    ),
  },
  {
    title: "Many short parameters",
    text: "They cost more for each octet. The limits on the header and on the URL, 8 KiB each, keep them few.",
    isJoined: true,
    tables: expensive(
      "short",
      WORST_SHAPES.filter(({ octets }) => octets < MEBIBYTE),
    ),
  },
  {
    title: "Requests that nobody signed",
    text: `A text that is expensive to reject, in each place of a request and in the fields of a proxy: 8 KiB, and ten times as much, which
exceeds the default limits of the URL and the Authorization header.`,
    tables: [
      {
        id: "cost",
        title: "One request",
        unit: "ms",
        hasRatios: false,
        rounds: 1,
        rows: UNSIGNED_SHAPES.flatMap((shape) =>
          [1, 10].map((times) =>
            row(`${shape.name}${times === 1 ? "" : ", ten times"}`, async () =>
              (await worst()).unsigned(shape, times * FIELD_OCTETS),
            ),
          ),
        ),
      },
    ],
  },
  {
    title: "Claims in a MemoryNonceStore",
    text: "One claim, in a store where as many nonces expire as are added; and the memory of a million live nonces.",
    tables: [
      {
        id: "claims",
        title: "One claim",
        unit: "µs",
        hasRatios: true,
        rows: [10_000, 1_000_000].map((live) =>
          row(`${live.toLocaleString("en")} live nonces`, async () => (await import("./claims.ts")).claiming(live)),
        ),
      },
      {
        id: "claims-memory",
        title: "A million nonces",
        unit: "MB",
        hasRatios: false,
        rounds: 1,
        rows: [1, 1000, 100_000].map((clients) => ({
          name: `of ${clients.toLocaleString("en")} clients`,
          measure: async () => (await import("./claims.ts")).memoryOfMillion(clients),
        })),
      },
    ],
  },
  {
    title: "Servers",
    text: `CPU time of a server of node:http for a request with 16 parameters: the bare one computes one HMAC over the target and the body.
The adapter alone does the same with a verifier that accepts at once; without nonces, a real verifier has a store that records nothing.
With Redis, where it is installed and writes each claim to disk: claims on one connection, 200 at a time, by the clock.`,
    tables: [
      {
        id: "server",
        title: "node:http",
        unit: "µs",
        hasRatios: true,
        rows: (["bare", "adapter alone", "without nonces", "verified"] as const).map((name) => ({
          name,
          measure: async (effort) => (await import("./servers.ts")).nodeHttp(name, effort),
          ...(name === "verified" && { most: 5 }),
        })),
      },
      ...(existsSync("/usr/bin/redis-server") ? [redisClaims()] : []),
    ],
  },
  {
    title: "Commands",
    text: `What people wait for, by the clock. A start-up is the lowest of five. \`check\` runs all vectors and properties against oauth-sign,
which fails for several causes.`,
    tables: [
      {
        id: "start-up",
        title: "Start-up",
        unit: "ms",
        hasRatios: true,
        rows: [
          startUp("node -e 0"),
          startUp("--version", 1.6),
          startUp("sign", 2),
          startUp("explain, a valid request", 2.5),
          startUp("explain, one mistake", 4),
        ],
      },
      {
        id: "check",
        title: "A run of check",
        unit: "s",
        hasRatios: true,
        rounds: 3,
        rows: [
          { name: "without causes", measure: async () => (await import("./commands.ts")).check("--no-causes") },
          { name: "with causes", measure: async () => (await import("./commands.ts")).check() },
        ],
      },
      {
        id: "driver",
        title: "Questions to a driver in Node",
        unit: "a second",
        hasRatios: true,
        rounds: 3,
        rows: [
          { name: "the driver alone", measure: async (effort) => (await import("./driver.ts")).driverAlone(effort) },
          {
            name: "asked and checked by the runner, 64 in flight",
            measure: async (effort) => (await import("./driver.ts")).throughRunner(effort),
          },
        ],
      },
    ],
  },
  {
    title: "Diagnosis",
    text: "CPU time of the first `diagnose` in a process, with nothing compiled before. An unknown mistake is searched to the end.",
    tables: [
      {
        id: "diagnosis",
        title: "One request of two parameters",
        unit: "ms",
        hasRatios: false,
        rounds: 3,
        rows: [
          ["valid", "right"],
          ["one mistake", "explained"],
          ["an unknown mistake", "unknown"],
        ].map(([name, kind]) => ({
          name: name!,
          measure: async () => (await import("./explain.ts")).firstDiagnosis(name as "valid", kind!),
        })),
      },
      {
        id: "search",
        title: "A search in a form of 16 parameters",
        unit: "µs",
        hasRatios: true,
        rounds: 3,
        rows: [
          row("createHmac alone", async () => (await sign()).hmacAlone(works(16, LAP))),
          {
            name: "a combination, in a search that finds nothing",
            measure: async () => (await import("./explain.ts")).triedCombination(),
          },
        ],
      },
    ],
  },
];

export const TABLES: readonly Table[] = SECTIONS.flatMap(({ tables }) => tables);

function row(name: string, load: () => Promise<Laps>, most?: number): Row {
  return { name, measure: async (effort) => timed(await load(), effort), ...(most !== undefined && { most }) };
}

/** Uses elapsed time, because CPU time would not show that threads share the work. */
function elapsedRow(name: string, load: () => Promise<Laps>): Row {
  return { name, measure: async (effort) => timed(await load(), effort, wallTime) };
}

function startUp(name: StartUp, most?: number): Row {
  const measure = async () => (await import("./commands.ts")).startUp(name);
  return { name, measure, ...(most !== undefined && { most }) };
}

function signing(parameters: 3 | 16, most: number, mostWithNonce: number): Table {
  return {
    id: `sign-${parameters}`,
    title: `HMAC-SHA1, ${parameters} parameters`,
    unit: "µs",
    hasRatios: true,
    rows: [
      row("createHmac alone", async () => (await sign()).hmacAlone(works(parameters, LAP))),
      row("countersign", async () => (await sign()).withOwnNonce(works(parameters, LAP)), most),
      row("countersign, nonce given", async () => (await sign()).withGivenNonce(works(parameters, LAP)), mostWithNonce),
      ...PACKAGES.map((name) =>
        row(withVersion(name), async () => (await import("./packages.ts")).ofPackage(name, works(parameters, LAP))),
      ),
    ],
  };
}

function withVersion(name: string): string {
  return `${name} ${createRequire(import.meta.url)(`${name}/package.json`).version}`;
}

function signingRsa(bits: 2048 | 4096, most: number): Table {
  return {
    id: `sign-rsa-${bits}`,
    title: `RSA-SHA256, ${bits} bits, 3 parameters`,
    unit: "µs",
    hasRatios: true,
    rows: [
      row("crypto.sign alone", async () => (await sign()).rsaAlone(works(3, RSA_LAP), bits)),
      row("countersign", async () => (await sign()).rsa(works(3, RSA_LAP), bits), most),
      // This package parses the key each time.
      ...(bits === 2048 ? ["mastercard-oauth1-signer" as const] : []).map((name) =>
        row(withVersion(name), async () => (await import("./packages.ts")).ofPackage(name, works(3, RSA_LAP))),
      ),
    ],
  };
}

function verifying(parameters: 3 | 16, most: number): Table {
  return {
    id: `verify-${parameters}`,
    title: `HMAC-SHA1, ${parameters} parameters`,
    unit: "µs",
    hasRatios: true,
    rows: [
      row("createHmac alone", async () => (await verify()).hmacAlone(works(parameters, LAP))),
      row("countersign verify", async () => (await verify()).hmac(works(parameters, LAP)), most),
    ],
  };
}

function verifyingRsa(bits: 2048 | 4096, most: number): Table {
  return {
    id: `verify-rsa-${bits}`,
    title: `RSA-SHA256, ${bits} bits, 3 parameters`,
    unit: "µs",
    hasRatios: true,
    rows: [
      row("crypto.verify alone", async () => (await verify()).rsaAlone(works(3, 4 * RSA_LAP), bits)),
      row("countersign verify", async () => (await verify()).rsa(works(3, 4 * RSA_LAP), bits), most),
    ],
  };
}

function mixed(action: "sign" | "verify"): Table {
  const laps = async (isMixed: boolean): Promise<Laps> => {
    const { signing, verifying } = await import("./mixed.ts");
    return (action === "sign" ? signing : verifying)(isMixed);
  };
  return {
    id: `mixed-${action}-40`,
    title: `${action}, 40 layouts in rotation`,
    unit: "µs",
    hasRatios: true,
    rounds: 8,
    isWorstBounded: true,
    rows: [row("one layout after the other", () => laps(false)), row("layouts mixed", () => laps(true), 1.3)],
  };
}

function expensive(
  id: string,
  shapes: readonly WorstShape[],
  { mostToHmac, mostHeld }: { readonly mostToHmac?: number; readonly mostHeld?: number } = {},
): Table[] {
  const measured = (measure: (shape: WorstShape, effort: Effort) => Promise<number>, most?: number): Row[] =>
    shapes.map((shape) => ({
      name: shape.name,
      measure: (effort) => measure(shape, effort),
      ...(most !== undefined && { most }),
    }));
  return [
    {
      id,
      title: "to the HMAC",
      unit: "×",
      hasRatios: false,
      rounds: 3,
      rows: measured(async (shape, effort) => (await worst()).ratioToHmac(shape, effort), mostToHmac),
    },
    {
      id: `${id}-growth`,
      title: "to half the size",
      unit: "×",
      hasRatios: false,
      rounds: 3,
      rows: measured(async (shape, effort) => (await worst()).ratioToHalf(shape, effort)),
    },
    {
      id: `${id}-held`,
      title: "memory held",
      unit: "MiB",
      hasRatios: false,
      rounds: 1,
      rows: measured(async (shape) => (await worst()).memoryHeld(shape), mostHeld),
    },
  ];
}

function redisClaims(): Table {
  return {
    id: "redis-claims",
    title: "Claims on Redis",
    unit: "a second",
    hasRatios: false,
    rounds: 3,
    rows: [{ name: "claims", measure: async (effort) => (await import("./servers.ts")).redisClaims(effort) }],
  };
}
