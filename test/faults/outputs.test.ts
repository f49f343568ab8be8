/**
 * What each fault makes of the same requests, shortened to a hash. Ids of faults are permanent, and so is what they do: outputs.json
 * shows in a review which faults do something else now.
 */

import { describe, test } from "vitest";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import { TRACE_FIELDS, traceFieldText } from "../../scripts/fault-pages/trace-difference.ts";
import { allFaults, type Fault, formsOf, VALUE_CHANGES } from "../../src/faults/index.ts";
import { NAME_NOTATIONS, TEXT_CHANGES } from "../../src/faults/texts/text-changes.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";
import { expectRecorded, hashOf, recordOf } from "../recorded.ts";
import { LETTERS, PUNCTUATION, REQUESTS } from "./form-requests.ts";

describe("each form of a fault, and each change of a text", () => {
  test("does what outputs.json records", { tags: ["recorded"] }, async () => {
    const changes = [...new Set([...TEXT_CHANGES, ...VALUE_CHANGES, ...NAME_NOTATIONS])];
    const texts = [...new Set(changes.map(({ example }) => example)), PUNCTUATION, LETTERS];
    const rows = allFaults()
      .filter(({ text }) => text === undefined)
      .flatMap((fault) =>
        formsOf(fault).map(
          ({ form, apply }) => [form, hashOf([triggerOf(fault), ...REQUESTS].map(allFields(apply)))] as const,
        ),
      );
    const all = [...rows, ...changes.map(({ id, change }) => [`text/${id}`, hashOf(texts.map(change))] as const)];
    await expectRecorded(recordOf(all), "./outputs.json");
  });
});

const allFields = (apply: Fault["apply"]) => (request: SigningInput) => {
  const traced = trace(request, apply(specification));
  return TRACE_FIELDS.map((field) => traceFieldText(traced, field));
};
