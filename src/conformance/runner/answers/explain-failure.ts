/** Explains single failures by the mistakes that produce them, and by sentences about what else differs. */

import { type Answer, openReason, REQUIRED_STAGE, type TestCase } from "../../vectors/index.ts";
import type { Answered, CaseEvidence, CauseSearch, FalsifiedAnswers } from "../results/evidence.ts";
import { type Explained, isCaused, NOT_EXPLAINED } from "../results/result.ts";
import { stablePart } from "./stable-part.ts";

/** The sentence for an answer that differs each time. */
export const NOT_REPEATABLE = "the wrong answer is another one each time";
export const RANDOM: Explained = withDifferences([NOT_REPEATABLE]);

/** How often a wrong answer is asked for again, to see whether the implementation repeats it. */
const REPETITIONS = 5;

/** Whether a wrong answer changes when it is asked for again. */
export async function differsAgain(shown: string, again: () => Promise<string>): Promise<boolean> {
  for (let times = 0; times < REPETITIONS; times++) if ((await again()) !== shown) return true;
  return false;
}

/** Explains why a vector failed. */
export function explainCase({ asked, answer, result }: CaseEvidence, search: CauseSearch): Explained {
  const { expected, input } = asked;
  if (answer === undefined) return NOT_EXPLAINED;
  if (input.operation === "verify" && result.verdict === "fail") return ofVerifier(asked);
  const mustRefuse = "refused" in expected;
  const compared = mustRefuse ? undefined : [...Object.keys(expected), REQUIRED_STAGE[input.operation]];
  const [rule = ""] = result.rules;
  const explained = explainAnswers([{ input, answer, compared }], rule, search);
  if (isCaused(explained)) return { ...explained, ...signedInstead([{ input, answer }], explained.causes, search) };
  // Where RFC 5849 is open, an answer counts as wrong only if the user decided so.
  if (!answer.ok) return withDifferences([noAnswer(answer, rule)]);
  return mustRefuse ? withDifferences([`answers what it must refuse: ${rule}`]) : explained;
}

/** A verifier shows a mistake by the requests on which it decides wrongly; most vectors name the mistakes that they test. */
function ofVerifier({ expected, verifier }: TestCase): Explained {
  const did =
    "valid" in expected && expected.valid ? "rejects a valid request" : "accepts a request that it must reject";
  const mistakes = verifier?.mistakes.map(({ id }) => id) ?? [];
  return mistakes.length === 0 ? NOT_EXPLAINED : withDifferences([`${did}: ${mistakes.join(", ")}`]);
}

/** The questions of a case, as they were answered, with their answers. */
export function answeredIn({ asked, answers }: Pick<FalsifiedAnswers, "asked" | "answers">): readonly Answered[] {
  return answers.map((answer, at) => ({ input: (answer.ok && answer.input) || asked[at]!, answer }));
}

/**
 * Explains why answers are wrong.
 *
 * @param rule the rule they violate
 * @param among the only causes that are tried @default all that were found
 */
export function explainAnswers(
  all: readonly Answered[],
  rule: string,
  search: CauseSearch,
  among?: readonly string[],
): Explained {
  const causes: string[] = [];
  const sentences: string[] = [];
  const unexplained: Answered[] = [];
  for (const answered of all) {
    const { input, answer } = answered;
    const found = search.explain(answered, among);
    if (found !== undefined) causes.push(...found);
    else if (answer.ok) unexplained.push(answered);
    else if (answer.error !== "unsupported" && openReason(input) === undefined) sentences.push(noAnswer(answer, rule));
  }
  const { differences, isComplete } = unexplained.length === 0 ? NOT_EXPLAINED : differing(unexplained, search);
  const described = [...sentences, ...differences];
  const isDescribed = unexplained.length === 0 ? causes.length + described.length > 0 : isComplete;
  return {
    causes: [...new Set(causes)],
    differences: isDescribed ? [...new Set(described)] : [],
    isComplete: isDescribed,
  };
}

/** What was signed in place of what was sent, for the first answer that shows only a signature. */
export function signedInstead(
  all: readonly Answered[],
  causes: readonly string[],
  search: CauseSearch,
): Pick<Explained, "signed"> {
  const [signed] = all.flatMap((one) => search.signedInstead(one, causes) ?? []);
  return signed === undefined ? {} : { signed };
}

function differing(answered: readonly Answered[], search: CauseSearch): Explained {
  const found = answered.map(search.differencesOf);
  return found.every(({ isSpecific }) => isSpecific)
    ? withDifferences(found.flatMap(({ sentences }) => sentences))
    : NOT_EXPLAINED;
}

/** A failure that sentences describe. */
function withDifferences(differences: readonly string[]): Explained {
  return { causes: [], differences, isComplete: true };
}

/** A refusal or an error, by the part of its message that does not depend on the request. */
function noAnswer({ error, message }: Extract<Answer, { ok: false }>, rule: string): string {
  return `${error}: ${stablePart(message) || rule}`;
}
