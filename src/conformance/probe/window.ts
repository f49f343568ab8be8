/** Finds by halving which timestamps the server accepts: the server's policy cannot be seen. */

import { withProtocol } from "../cases/draft.ts";
import type { Good, TimeWindow } from "./check.ts";

const DAY = 86_400;

/**
 * Finds both edges, as far as whole seconds allow.
 *
 * @param isAccepted sends a request
 */
export async function findWindow(
  good: Good,
  isAccepted: (request: ReturnType<Good["signed"]>) => Promise<boolean>,
): Promise<TimeWindow> {
  const at = (offset: number): Promise<boolean> => {
    return isAccepted(good.signed(withProtocol(good.fresh(), { oauth_timestamp: String(good.now() + offset) })));
  };
  return { past: await edge((offset) => at(-offset)), future: await edge(at) };
}

async function edge(isInside: (offset: number) => Promise<boolean>): Promise<number | undefined> {
  if (await isInside(DAY)) return undefined;
  let [inside, outside] = [0, DAY];
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (await isInside(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** The window in a sentence. */
export function windowNote({ past, future }: TimeWindow): string {
  const edge = (seconds: number | undefined, side: string): string =>
    seconds === undefined ? `more than a day ${side}` : `${seconds} s ${side}`;
  return `the server accepts timestamps from ${edge(past, "before")} to ${edge(future, "after")} its clock`;
}
