/**
 * The JSON report: its types, its validator and `vectors/report.schema.json` follow from this shape. The file is long, because
 * the schema describes every member.
 */

import { closedObject, type ValueOf } from "../../../shapes/shape.ts";
import { DRIVER_FAILURES, OPERATIONS, STAGES } from "../../vectors/index.ts";
import { strings, text } from "../../vectors/json-shapes.ts";

/** The version of the formats `json` and `ndjson`. It increases when a member is renamed, removed or redefined. */
export const REPORT_FORMAT = 6;

function count(description: string) {
  return { description, type: "integer", minimum: 0 } as const;
}

function duration(description: string) {
  return { description, type: "number", minimum: 0 } as const;
}

function sentences(description: string) {
  return { description, type: "array", items: text("One sentence."), minItems: 1 } as const;
}

function implementation(description: string) {
  return closedObject(
    ["name", "version", "language"],
    {
      name: text("Its name."),
      version: text("Its version."),
      language: text("Its language."),
      url: text("Its address."),
    },
    description,
  );
}

export const STAGE = { description: "One step of the computation.", enum: STAGES } as const;

export const DRIVER_FAILURE = { description: "What can happen instead of an answer.", enum: DRIVER_FAILURES } as const;

export const COUNTS = closedObject(
  ["passed", "failed", "refused", "open", "notOffered", "known", "disputed"],
  {
    passed: count("The answer was correct."),
    failed: count("The answer was wrong or missing."),
    refused: count("The implementation refused, and the vector allows that."),
    open: count("The answer differs on a point that RFC 5849 leaves open."),
    notOffered: count(
      "The implementation does not support the input, as its hello declares. Stages and rules do not count it.",
    ),
    known: count("Failures that the baseline suppresses."),
    disputed: count("Vectors whose published value is wrong. They are included in the other counts."),
  },
  "The number of results with each verdict.",
);

export const KNOWN = closedObject(
  ["reason"],
  {
    reason: text("Why the failure is known."),
    address: text("The address where the failure is being worked on."),
    isNotGated: { description: "Whether another failure of the same case would be suppressed, too.", const: true },
  },
  "From the baseline entry that suppresses the failure.",
);

const DIFFERENCES = sentences(
  "What the answers do differently from what the causes produce, in sentences. Failures of one kind have the same sentences.",
);

const BASELINE_MEMBERS = {
  known: { description: "From the baseline entry that suppresses the failure.", allOf: [KNOWN] },
  notSuppressed: text("Why the baseline does not suppress this failure although it has an entry for it."),
} as const;

const DIFFERENCE_MEMBERS = {
  stage: { description: "The first stage whose value is wrong.", allOf: [STAGE] },
  expected: text("The expected value, as one line of text."),
  actual: text(
    "The actual value, in the same form; (nothing), (refused), (unsupported) or (a refusal) if there is no value. A long value ends 100,000 characters after the difference.",
  ),
  index: count("Index of the first UTF-16 unit that differs."),
} as const;

const DIFFERENCE = closedObject(["stage", "expected", "actual", "index"], DIFFERENCE_MEMBERS, "The first difference.");

const ORIGIN = closedObject(
  ["seed", "index"],
  { seed: count("The seed of the run."), index: count("The index of the generated case.") },
  "The generated case that it was shrunk from; absent for a case that an earlier run saved.",
);

const CAUSE_NAMES = {
  description: "The mistakes that together reproduce the actual value.",
  type: "array",
  items: closedObject(
    ["id", "title"],
    { id: text("Id of the fault; docs/faults/ID.md describes it."), title: text("The fault in a few words.") },
    "One item.",
  ),
  minItems: 1,
} as const;

const CURL = {
  description: "Commands for a POSIX shell that send the requests of the case again.",
  type: "array",
  items: text("One command."),
  minItems: 1,
} as const;

const ADAPTED = {
  description:
    "Whether the vector was adapted to what the implementation declares; the rule is then that of the stage that differs.",
  const: true,
} as const;

export const CASE = {
  ...closedObject(
    ["id", "rule", "verdict", "passedStages"],
    {
      id: text("Id of the vector."),
      rule: text("Id in rules.json."),
      verdict: {
        description: "The result.",
        enum: ["fail", "open", "known-failure", ...DRIVER_FAILURES],
      },
      adapted: ADAPTED,
      passedStages: {
        description: "The stages that were compared and have the correct value.",
        type: "array",
        items: STAGE,
      },
      ...DIFFERENCE_MEMBERS,
      message: text("The reason. Text of the implementation or its driver, not escaped."),
      stderr: text("The end of what the driver wrote to stderr. Not escaped."),
      milliseconds: duration("How long the implementation took to answer; absent where it was not measured."),
      finding: text("What was found, in a few words: a check of `countersign probe`."),
      curl: CURL,
      verifier: closedObject(
        ["policy", "mistakes", "cves"],
        {
          policy: text("The policy that the correct verdict depends on, in words."),
          mistakes: {
            description: "The mistakes that a wrong verdict shows.",
            type: "array",
            items: closedObject(
              ["id", "what"],
              { id: text("Id in faults.json."), what: text("What the verifier does wrong.") },
              "One mistake.",
            ),
          },
          cves: {
            description: "Published vulnerabilities with such a mistake.",
            type: "array",
            items: text("Id, such as CVE-2013-4346."),
          },
        },
        "What a request to a verifier stands for.",
      ),
      ...BASELINE_MEMBERS,
      causes: CAUSE_NAMES,
      differences: DIFFERENCES,
    },
    "A vector that failed, whose failure is known, or whose answer differs where RFC 5849 is open. Find the vector by its id.",
  ),
  dependencies: { stage: ["expected", "actual", "index"] },
} as const;

const CODE = closedObject(
  ["language", "call"],
  { language: text("The language."), call: text("The code.") },
  "The code of the fix in one programming language: that of the implementation, if it is known.",
);

const CAUSE = closedObject(
  ["id", "title", "what", "alternatives", "explains", "failures", "contradicts", "passes"],
  {
    id: text("Id of the fault; docs/faults has a page for most."),
    form: text("Id of the form of the mistake, by which a baseline names it."),
    title: text("A few words."),
    what: text("What the implementation does wrong."),
    fix: text("How to fix it: one sentence or more."),
    code: CODE,
    otherCode: {
      description: "The code in other languages, if that of the implementation is not known.",
      type: "array",
      items: CODE,
    },
    page: text("The page about it in the repository; `countersign faults show ID` prints it."),
    alternatives: {
      description: "Other mistakes that explain the same failures.",
      type: "array",
      items: closedObject(
        ["id", "title"],
        {
          id: text("Id of the fault."),
          form: text("Id of the form of the mistake, by which a baseline names it."),
          title: text("A few words."),
        },
        "A mistake.",
      ),
    },
    advice: text("How to tell the alternatives apart, in a report of capture."),
    isKnown: { description: "Whether the baseline names it.", const: true },
    explains: strings(
      "Ids of the vectors and properties that it explains, alone or together with another cause, sorted.",
    ),
    failures: count("Vectors and properties that failed."),
    contradicts: { description: "Vectors that passed although the mistake would make them fail: none.", const: 0 },
    passes: count("Vectors that passed."),
  },
  "A mistake.",
);

export const PROPERTY = closedObject(
  ["id", "rules", "statement", "verdict", "runs", "notOffered", "knownCases", "failedCases"],
  {
    id: text("Id of the property."),
    rules: strings("Ids in rules.json."),
    statement: text("The property as a sentence."),
    verdict: {
      description: "The result. explained: causes found in vectors predict every falsifying case.",
      enum: ["pass", "fail", "refused", "not-offered", "explained", "known-failure"],
    },
    runs: count("The number of cases. A property ends early only if the driver does not answer."),
    notOffered: count("The number of cases that the implementation does not support."),
    refusedCases: count("The number of cases that the implementation refuses, if that does not falsify this property."),
    explainedCases: count("The number of cases that fail as the causes of the run predict."),
    knownCases: count("The number of cases that failed in a way that the baseline names."),
    milliseconds: duration("How long the implementation took to answer all cases; absent where it was not measured."),
    failedCases: count("The number of cases that failed in any other way."),
    failures: {
      description:
        "The different failures, each with the number of its cases: wrong values, then refusals of valid requests, then errors instead of answers.",
      type: "array",
      items: closedObject(
        ["kind", "cases", "counterexample", "difference"],
        {
          kind: { description: "How the cases fail.", enum: ["wrong-value", "refusal", "error"] },
          cases: { description: "The number of cases.", type: "integer", minimum: 1 },
          causes: {
            description: "The forms of the mistakes that produce wrong answers.",
            type: "array",
            items: { type: "string" },
            minItems: 1,
          },
          differences: DIFFERENCES,
          known: KNOWN,
          counterexample: closedObject(
            ["case"],
            {
              case: { description: "Plain JSON; its shape depends on the property." },
              origin: ORIGIN,
            },
            "A case that fails in this way; the smallest that was found, unless the baseline has all of its causes.",
          ),
          difference: DIFFERENCE,
        },
        "One kind.",
      ),
      minItems: 1,
    },
    causes: CAUSE_NAMES,
    counterexample: closedObject(
      ["case", "difference"],
      {
        case: { description: "Plain JSON; its shape depends on the property." },
        difference: DIFFERENCE,
        origin: ORIGIN,
      },
      "The smallest case that falsifies the property.",
    ),
    ...BASELINE_MEMBERS,
  },
  "The result of a property over all its cases.",
);

const CORROBORATION = closedObject(
  ["references", "requests", "corroborated"],
  {
    references: {
      description: "Each reference.",
      type: "array",
      items: closedObject(
        ["implementation", "compared", "different", "differences"],
        {
          implementation: implementation("The reference as it describes itself."),
          compared: closedObject(
            ["vectors", "generated"],
            {
              vectors: count("Those of vectors."),
              generated: count("The inputs of the generated cases of properties."),
            },
            "The number of inputs that the reference was asked for: those in its domain.",
          ),
          outside: {
            description: "The number of inputs outside its domain, or that it refused, by reason.",
            type: "object",
            additionalProperties: count("Inputs of this reason."),
          },
          different: count("The number of inputs for which its value differs from that of the specification."),
          differences: {
            description: "The first inputs with a different value, at most 20.",
            type: "array",
            items: closedObject(
              ["operation", "input"],
              {
                operation: { description: "What the reference was asked to do.", enum: OPERATIONS },
                input: { description: "What it was given, in the form of the input of a vector.", type: "object" },
                difference: closedObject(
                  ["stage", "expected", "actual", "index"],
                  {
                    stage: { description: "The name of the stage.", allOf: [STAGE] },
                    expected: text("The value of the specification."),
                    actual: text("The value of the reference. Not escaped."),
                    index: count("Index of the first UTF-16 unit that differs."),
                  },
                  "The first stage that differs; expected is the value of the specification. Absent if the reference has no answer.",
                ),
                message: text("Why the reference has no answer. Not escaped."),
              },
              "One input.",
            ),
          },
        },
        "One reference.",
      ),
    },
    requests: count("Generated inputs that have a base string or a signature."),
    corroborated: count("The number of these inputs for which a reference computed the base string or the signature."),
  },
  "How the references computed the inputs of the run, compared with the executable specification. Absent if none was asked.",
);

export const RUN = closedObject(
  [
    "implementation",
    "total",
    "causes",
    "causesIncomplete",
    "vectors",
    "notOffered",
    "stages",
    "rules",
    "failures",
    "known",
    "open",
    "properties",
    "driverProblems",
  ],
  {
    implementation: implementation(
      "The implementation as it describes itself; its name is (unknown) if its driver sent no hello.",
    ),
    total: count("Number of vectors of the run."),
    sources: count("The number of published sources of vectors that were asked unchanged; absent if there are none."),
    seed: count("The seed of the generated cases."),
    settings: closedObject(
      [],
      {
        profile: text("The profile, if one was selected."),
        filter: {
          description: "The filters, in alphabetical order.",
          type: "array",
          items: { type: "string" },
          minItems: 1,
        },
        quick: {
          description: "Whether only the small set of vectors that detects every known fault was run.",
          type: "boolean",
        },
        exhaustive: { description: "Whether every small request was run, and no vectors.", type: "boolean" },
        runs: count("Generated cases for each property; absent if every small request is a case."),
      },
      "The options of the run that decide what it asks.",
    ),
    milliseconds: duration("Duration of the run; absent if it did not end."),
    causes: {
      description: "The known mistakes that explain failures of this run and that no passed vector contradicts.",
      type: "array",
      items: CAUSE,
    },
    causesIncomplete: {
      description: "Whether the search for causes stopped at its limit, so that there may be more causes.",
      type: "boolean",
    },
    vectors: { description: "Counts of all vectors.", allOf: [COUNTS] },
    notOffered: {
      description:
        "How many vectors were not offered, by reason. A vector that several limits of the driver exclude counts for all of them together.",
      type: "object",
      additionalProperties: count("How many."),
    },
    stages: {
      description:
        "Compared values by stage. A vector counts in each stage that it states, up to the first difference.",
      type: "object",
      propertyNames: STAGE,
      additionalProperties: COUNTS,
    },
    rules: { description: "Counts of vectors by the id of their rule.", type: "object", additionalProperties: COUNTS },
    failures: { description: "Vectors that failed, sorted by id.", type: "array", items: CASE },
    known: { description: "Failures that the baseline suppresses, sorted by id.", type: "array", items: CASE },
    open: {
      description: "Vectors with another answer on a point that RFC 5849 leaves open, sorted by id.",
      type: "array",
      items: CASE,
    },
    properties: { description: "Results of the properties, sorted by id.", type: "array", items: PROPERTY },
    corroboration: CORROBORATION,
    driverProblems: {
      description: "Problems with the driver that no single vector caused.",
      type: "array",
      items: closedObject(
        ["kind", "message", "stderr"],
        {
          kind: { description: "The kind of problem.", allOf: [DRIVER_FAILURE] },
          message: text("A text for people. Not escaped."),
          stderr: text("The end of what the driver wrote to stderr. Not escaped."),
        },
        "One item.",
      ),
    },
    unchecked: sentences("What the run could not check, in sentences. They may quote a server and are not escaped."),
    notes: sentences("What was measured, in sentences without a verdict. They may quote a server and are not escaped."),
    stopped: closedObject(
      ["reason", "message"],
      {
        reason: {
          description: "The reason as a code.",
          enum: ["max-failures", "driver-broken", "interrupted", "max-requests", "server"],
        },
        message: text("A text for people. Not escaped."),
      },
      "Why the run ended early.",
    ),
  },
  "One run.",
);

export const REPORT = closedObject(
  ["format", "implementations"],
  {
    format: { description: "The version of this format.", const: REPORT_FORMAT },
    implementations: { description: "The implementation under test, then the references.", type: "array", items: RUN },
  },
  "The JSON report of `countersign check`. Later versions may add members. `format` increases when a member is renamed, removed or redefined. Texts of an implementation are not escaped: escape them before you show them.",
);

/** The document. */
export type Report = ValueOf<typeof REPORT>;
/** One run. */
export type ImplementationReport = ValueOf<typeof RUN>;
/** The result of a vector that failed, whose failure is known, or whose answer is open. */
export type PlainCase = ValueOf<typeof CASE>;
