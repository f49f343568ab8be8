import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Declaration, type Manifest, readEntries } from "../../scripts/api-reference/declarations.ts";

/** Functions and classes without an example. Remove a name from here once it has one; add none. */
const WITHOUT_EXAMPLE: readonly string[] = [
  "countersign/oauth1 createNonce",
  "countersign/diagnosis diagnose",
  "countersign/diagnosis createDiagnostician",
  "countersign/diagnosis explainRequest",
  "countersign/diagnosis adviceLines",
  "countersign/diagnosis explanationOf",
  "countersign/diagnosis explanationText",
  "countersign/diagnosis createRedactor",
  "countersign/vectors answeredInput",
  "countersign/vectors computedStages",
  "countersign/vectors flagsOf",
  "countersign/vectors isOfRsa",
  "countersign/vectors isRsaMethod",
  "countersign/vectors isSecretMethod",
  "countersign/vectors readInput",
  "countersign/vectors writeInput",
  "countersign/vectors fromJsonPairs",
  "countersign/vectors fromJsonText",
  "countersign/vectors toJsonPairs",
  "countersign/vectors toJsonText",
  "countersign/vectors loadFaults",
  "countersign/vectors loadRules",
  "countersign/vectors loadSources",
  "countersign/vectors loadVectors",
  "countersign/vectors loadVerificationVectors",
  "countersign/vectors loadWeaklyCorroborated",
  "countersign/vectors isInProfile",
  "countersign/vectors fullProtocolParameters",
  "countersign/vectors quickVectors",
  "countersign/vectors sentSignature",
  "countersign/vectors readSigningInput",
  "countersign/vectors signingInput",
  "countersign/vectors stageText",
  "countersign/vectors traceStages",
  "countersign/vectors traceProblems",
  "countersign/vectors traceRules",
  "countersign/vectors expectedStage",
  "countersign/vectors isOperation",
  "countersign/vectors readStage",
  "countersign/vectors writeVector",
  "countersign/vectors verificationCases",
  "countersign/vectors writeVerificationVector",
  "countersign/properties canonicalRequest",
  "countersign/properties caseSeed",
  "countersign/properties generateCase",
  "countersign/properties shrinkCase",
  "countersign/properties holds",
];

/** Exports without a documentation comment: their names and types say all. */
const WITHOUT_COMMENT: readonly string[] = [];

// The tests build `dist` before they start.
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const declarations = new Map<string, Declaration>();
for (const entry of readEntries(manifest, "dist")) {
  const described = [...declarations.values()].map(({ file, name }) => `${file} ${name}`);
  for (const one of entry.declarations) {
    if (!described.includes(`${one.file} ${one.name}`)) declarations.set(`${entry.specifier} ${one.name}`, one);
  }
}

function namesOf(isMissing: (declaration: Declaration) => boolean): string[] {
  return [...declarations].filter(([, one]) => isMissing(one)).map(([name]) => name);
}

/** The example of a function that throws shows its error. */
function needsExample({ kind, signatures }: Declaration): boolean {
  return kind === "function" || (kind === "class" && !/ extends \w*Error$/.test(signatures[0]!));
}

/** Only code that is marked as TypeScript is run by test/repository/examples.test.ts. */
function hasExample({ comment }: Declaration): boolean {
  return comment?.examples.some((text) => text.startsWith("```ts\n")) === true;
}

test("every exported function and class has an example that the tests run", () => {
  // The example of the store on Redis needs a Redis.
  const missing = namesOf((one) => needsExample(one) && !hasExample(one));
  expect(missing.filter((name) => name !== "countersign/redis RedisNonceStore")).toEqual(WITHOUT_EXAMPLE);
});

test("every exported name has a documentation comment, unless its name and type say all", () => {
  expect(namesOf(({ comment }) => !comment?.description)).toEqual(WITHOUT_COMMENT);
});

test("the entries are read: well-known names are there", () => {
  expect(declarations.has("countersign sign")).toBe(true);
  expect(declarations.has("countersign/oauth1 percentEncode")).toBe(true);
  expect(declarations.size).toBeGreaterThan(200);
});
