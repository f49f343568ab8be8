/** Measures how long answers to an unknown client and to a wrong signature take: information, never a verdict. */

import { protocolValue, withProtocol, write } from "../cases/draft.ts";
import type { Good } from "./check.ts";
import type { Send } from "./send.ts";

/** Pairs of requests. */
const PAIRS = 40;

/**
 * Alternates between both and reports the medians in a sentence.
 *
 * @param turn waits until a request may be sent; this time is not measured
 */
export async function timingNote(good: Good, turn: () => Promise<void>, send: Send): Promise<string> {
  const [wrong, unknown]: [number[], number[]] = [[], []];
  const time = async (request: Parameters<Send>[0]): Promise<number> => {
    await turn();
    const began = performance.now();
    await send(request);
    return performance.now() - began;
  };
  for (let pair = 0; pair < PAIRS; pair++) {
    const draft = good.fresh();
    const other = withProtocol(good.fresh(), { oauth_consumer_key: `probe${protocolValue(draft, "oauth_nonce")}` });
    const requests = { wrong: write(draft, good.sign(good.fresh())), unknown: good.signed(other) };
    // The second of two requests may be faster because the server is warm.
    const order = pair % 2 === 0 ? (["wrong", "unknown"] as const) : (["unknown", "wrong"] as const);
    for (const which of order) (which === "wrong" ? wrong : unknown).push(await time(requests[which]));
  }
  return (
    `answers to a wrong signature took ${milliseconds(wrong)} ms, to an unknown client ${milliseconds(unknown)} ms ` +
    `(medians of ${PAIRS} each, including the network)`
  );
}

function milliseconds(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[sorted.length >> 1]!.toFixed(2);
}
