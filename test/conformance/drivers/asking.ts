/** Asks drivers for the encoding of texts. */

import type { Driver } from "../../../src/conformance/drivers/index.ts";
import type { Answer } from "../../../src/conformance/vectors/index.ts";

/** Asks for the encoding of each text, all at once. */
export function askAll(driver: Driver, texts: readonly string[]): Promise<Answer[]> {
  return Promise.all(texts.map(async (text) => driver.ask({ operation: "percent-encoding", text })));
}

/** Each answer in a word: the value, or the kind of failure. */
export function inWords(answers: readonly Answer[]): string[] {
  return answers.map((answer) => (answer.ok ? String(answer.stages["percent-encoding"]) : answer.error));
}
