/** Waits for an answer of the application for a limited time. */

/** Returned in place of an answer that did not arrive in time. */
export const TOO_LATE: unique symbol = Symbol("too late");

/**
 * Waits for an answer. An answer that has already arrived needs no timer; a later answer, or a later failure, is ignored.
 *
 * @param milliseconds - the longest wait for a promise
 */
export function within<Answer>(
  milliseconds: number,
  answer: Answer | PromiseLike<Answer>,
): Answer | Promise<Answer | typeof TOO_LATE> {
  return isThenable(answer) ? race(milliseconds, answer) : answer;
}

function isThenable<Answer>(answer: Answer | PromiseLike<Answer>): answer is PromiseLike<Answer> {
  return typeof (answer as Partial<PromiseLike<Answer>> | null | undefined)?.then === "function";
}

async function race<Answer>(milliseconds: number, answer: PromiseLike<Answer>): Promise<Answer | typeof TOO_LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<typeof TOO_LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, TOO_LATE);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
