/** Writes the section about verifiers of docs/data/interop.md. */

import { visible } from "../../src/redaction/visible.ts";
import type { VerifierFinding, VerifierResult } from "./probe-verifier.ts";
import type { Scoreboard } from "./scoreboard.ts";

/** The section as Markdown. Cases have the names that `countersign probe --only` takes. */
export function verifierSection({ verifiers }: Pick<Scoreboard, "verifiers">): string {
  const checks = new Map(verifiers.flatMap(({ rejects }) => rejects.map((one) => [one.title, one.rule] as const)));
  return `## Verifiers

\`countersign probe\` sent its requests to a small server on each of these verifiers. The table has the valid requests that a server rejected:
the names of the cases, by check. Such a request is rare, and a rejection concerns only clients that send it. What a server
accepted beyond RFC 5849 is shown only where a public address describes it already. Each result holds for the version and
the server that are named.

| | verifier | version | language | cases |
| ---: | --- | --- | --- | ---: |
${verifiers.map(({ id, name, url, version, language, runtime, cases }, at) => `| [${at + 1}](#verifier-${id}) | [${prose(name)}](${url}) | ${prose(version)} | ${language} ${runtime} | ${cases} |`).join("\n")}

| valid requests that were rejected | rule |${verifiers.map((_, at) => ` ${at + 1} |`).join("")}
| --- | --- |${verifiers.map(() => " --- |").join("")}
${[...checks].map(([title, rule]) => `| ${prose(title)} | [${rule}](rules.md#${rule}) |${verifiers.map((one) => ` ${casesOf(one.rejects, title)} |`).join("")}`).join("\n")}

${verifiers.map(details).join("\n")}`;
}

function details({ id, name, version, date, countersign, server, note, accepts }: VerifierResult): string {
  const described = accepts.map(
    ({ title, cases, described }) =>
      `Accepted, as [a public issue](${described}) describes: ${prose(title)} (${cases.map(prose).join(", ")}).\n`,
  );
  return `<a id="verifier-${id}"></a>

### ${prose(name)} ${prose(version)} as a verifier

Measured on ${date} with Countersign ${countersign} and the server \`${server}\` of the repository. ${note}
${described.join("")}`;
}

function casesOf(findings: readonly VerifierFinding[], title: string): string {
  return findings
    .filter((one) => one.title === title)
    .flatMap(({ cases }) => cases.map(prose))
    .join(", ");
}

function prose(text: string): string {
  return visible(text).replace(/[|<>*_`[\]\\]/g, "\\$&");
}
