import { describe, expect, test } from "vitest";
import { environmentHypotheses } from "../../src/diagnosis/causes/environment.ts";
import { ENVIRONMENT_CAUSES, exampleOf } from "../../src/diagnosis/causes/hypotheses.ts";
import { attempt, baseStringOf, type Computation } from "../../src/diagnosis/input/computation.ts";
import { allFaults } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { expectRecorded, hashOf, recordOf } from "../recorded.ts";

const EXAMPLES = ENVIRONMENT_CAUSES.map((cause) => ({ cause, ...exampleOf(cause) }));

/** The base string and the key of a computation. */
const signedBy = (computation: Computation): string => {
  const { consumerSecret = "", tokenSecret = "" } = computation.request;
  const key = computation.stages.key({ consumerSecret, tokenSecret }, computation.stages);
  return `${attempt(() => baseStringOf(computation))} ${key}`;
};

describe("each environment cause", () => {
  test.each(EXAMPLES.map((one, at) => [`${one.cause.id} (row ${at + 1})`, one] as const))(
    "%s shows in its example",
    (_, { cause, known, hypothesis }) => {
      const { request, sources, key } = known;
      const right = { request: { ...request, ...key }, stages: specification, sources: () => sources };
      const forms = [...environmentHypotheses([cause], known)];
      expect(forms[0]?.id).toBe(hypothesis.id);
      expect(forms.some(({ alter }) => signedBy(alter(right)) !== signedBy(right))).toBe(true);
    },
  );

  test("has the forms that environment-causes.json records, shortened to a hash", {
    tags: ["recorded"],
  }, async () => {
    const rows = [...new Set(EXAMPLES.map(({ cause }) => cause.id))].map((id) => {
      const ofId = EXAMPLES.filter(({ cause }) => cause.id === id);
      const forms = ofId.flatMap(({ cause, known }) => {
        const { request, sources, key } = known;
        const right = { request: { ...request, ...key }, stages: specification, sources: () => sources };
        return Array.from(environmentHypotheses([cause], known), ({ alter, ...one }) => [one, signedBy(alter(right))]);
      });
      return [id, `${forms.length} ${hashOf(forms)}`] as const;
    });
    await expectRecorded(recordOf(rows), "./environment-causes.json");
  });

  test("has an id in kebab case that no fault has, one fix, and one sentence for each form", () => {
    const faults = new Set(allFaults().map(({ id }) => id));
    const ids = ENVIRONMENT_CAUSES.map(({ id }) => id);
    expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
    expect(ids.filter((id) => faults.has(id) && id !== "body-charset-differs")).toEqual([]);
    const fixes = new Map<string, Set<string>>();
    for (const { id, fix } of ENVIRONMENT_CAUSES) fixes.set(id, (fixes.get(id) ?? new Set()).add(fix));
    expect([...fixes].filter(([id, of]) => of.size > 1 && id !== "other-path")).toEqual([]);
    const sentences = EXAMPLES.flatMap(({ cause, known }) =>
      [...environmentHypotheses([cause], known)].map(({ what }) => what),
    );
    expect(sentences.filter((what) => !/^(?:[A-Z]|oauth_|\w+ was |\w+ and \w+ were ).*[^\s.]\.$/s.test(what))).toEqual(
      [],
    );
  });
});
