/** The questions to answer next if no known cause reproduces a signature, the most promising first. */

import type { UnexplainedSignature } from "../diagnosis.ts";
import { printBaseStringText } from "./print-base-string.ts";

/** One question. */
export interface NextQuestion {
  readonly id: "base-string" | "key" | "address" | "signed-twice";
  /** One or two sentences. */
  readonly text: string;
}

/**
 * @param isRsa whether the signature method uses RSA
 * @param languages those in which the client is probably written
 */
export function nextQuestions(
  { keyIsRight, baseStringIsCorrect, unusedBaseString }: UnexplainedSignature,
  isRsa: boolean,
  languages: readonly string[] = [],
): NextQuestion[] {
  const isOfOther = unusedBaseString !== undefined && unusedBaseString.differing.length > 0;
  const key = isRsa ? "private key" : "secret";
  const questions: (NextQuestion | false)[] = [
    (baseStringIsCorrect === undefined || isOfOther) && {
      id: "base-string",
      text: `Log the base string that your client signs${isOfOther ? " in this request, not in another one" : ""}. It shows the first difference, even for an unknown mistake. ${printBaseStringText(languages)}`,
    },
    keyIsRight !== true && {
      id: "key",
      text: `Did the client use the ${key} of another account or environment, or an older one?`,
    },
    baseStringIsCorrect !== true && {
      id: "address",
      text: "Did the client sign another address, such as that of the other environment or behind a proxy?",
    },
    baseStringIsCorrect !== true && {
      id: "signed-twice",
      text: "Does the client make the nonce or the timestamp twice, to sign and to send? Log what it signs.",
    },
  ];
  return questions.filter((question) => question !== false);
}
