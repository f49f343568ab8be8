/** Runs `countersign probe` against the server on one verifier, and keeps the parts of its JSON report that the pages show. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { ImplementationReport, Report } from "../../src/conformance/reporters/index.ts";
import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";
import { installNpm } from "./tools.ts";
import { startVerifier, VERIFIER_CLIENT, type Verifier, verifierVersion } from "./verifiers.ts";

/** The data that the pages show about one verifier. */
export interface VerifierResult extends Pick<Verifier, "id" | "name" | "language" | "url" | "note"> {
  readonly version: string;
  readonly runtime: string;
  /** The day of the measurement, and the version of Countersign. */
  readonly date: string;
  readonly countersign: string;
  /** The path of the server in the repository. */
  readonly server: string;
  /** The number of cases that the probe tried. */
  readonly cases: number;
  /** The valid requests that it rejected, by check. */
  readonly rejects: readonly VerifierFinding[];
  /** The wrong requests that it accepted, if a public address describes that. */
  readonly accepts: readonly (VerifierFinding & { readonly described: string })[];
}

/** Cases of one check. */
export interface VerifierFinding {
  /** A short description of the check. */
  readonly title: string;
  readonly rule: string;
  /** The distinct names of the cases. */
  readonly cases: readonly string[];
}

/** The public addresses that describe what a verifier wrongly accepts, by verifier and check. */
const DESCRIBED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "python-oauthlib": { "realm-parameter": "https://github.com/oauthlib/oauthlib/issues/139" },
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Probes the server on a verifier.
 *
 * @param folder a separate folder, where npm packages are installed
 * @throws if the server does not start, or does not accept the valid request
 */
export async function probeVerifier(
  verifier: Verifier,
  folder: string,
  measured: Pick<VerifierResult, "date" | "countersign">,
): Promise<VerifierResult> {
  if (verifier.npm.length > 0) await installNpm(verifier.npm, folder);
  const server = await startVerifier(verifier, folder);
  try {
    const report = await probe(`${server.url}/pay`, join(folder, "report.json"));
    return resultOfProbe(verifier, report, {
      ...measured,
      version: verifierVersion(verifier),
      runtime: await verifier.runtime(),
    });
  } finally {
    await server.close();
  }
}

async function probe(url: string, file: string): Promise<ImplementationReport> {
  const { consumerKey, consumerSecret } = VERIFIER_CLIENT;
  const options = ["--consumer-key", consumerKey, "--form", "order=7", "--repeats-are-harmless"];
  const program = [join(ROOT, "src/cli/main.ts"), "probe", url, ...options, "--report", `json=${file}`];
  const { all } = await execa(join(ROOT, "node_modules/.bin/tsx"), program, {
    all: true,
    reject: false,
    stdin: "ignore",
    env: { COUNTERSIGN_CONSUMER_SECRET: consumerSecret },
  });
  const [report] = (JSON.parse(readFileSync(file, "utf8")) as Report).implementations;
  if (report === undefined || report.stopped !== undefined) throw new Error(`the probe of ${url} ended early:\n${all}`);
  return report;
}

/** The result of a probe, without the acceptances that no public address describes. */
export function resultOfProbe(
  { id, name, language, url, note, server }: Verifier,
  { failures, total }: Pick<ImplementationReport, "failures" | "total">,
  measured: Pick<VerifierResult, "date" | "countersign" | "version" | "runtime">,
): VerifierResult {
  const described = DESCRIBED[id] ?? {};
  const accepted = failures.filter(({ message = "" }) => message.startsWith("the server accepted"));
  return {
    id,
    name,
    language,
    url,
    note,
    ...measured,
    server: `scripts/interop/servers/${server}`,
    cases: total,
    rejects: findings(failures.filter(({ message = "" }) => message.startsWith("the server rejected"))),
    accepts: Object.entries(described).flatMap(([check, address]) =>
      findings(accepted.filter((one) => checkOf(one) === check)).map((finding) => ({ ...finding, described: address })),
    ),
  };
}

function findings(cases: readonly PlainCase[]): VerifierFinding[] {
  const byCheck = new Map<string, PlainCase[]>();
  for (const one of cases) byCheck.set(checkOf(one), [...(byCheck.get(checkOf(one)) ?? []), one]);
  return [...byCheck].map(([check, all]) => ({
    title: all[0]!.finding ?? check,
    rule: all[0]!.rule,
    // The same case in another place, or in a form, has the same name.
    cases: [...new Set(all.map(({ id }) => id.split("/")[2]!.replace(/-in-form$/, "")))],
  }));
}

function checkOf({ id }: PlainCase): string {
  return id.split("/")[1]!;
}
