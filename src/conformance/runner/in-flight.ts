/**
 * Several questions at once, their answers in the order of the questions.
 *
 * @module
 */

/**
 * Starts tasks in order, at most `limit` of them open at a time, and tells their results in the same order. What waits
 * for one before it is the only thing that is kept.
 *
 * @param tell returns true to end it: nothing more is started, and what is open is waited for and not told
 */
export async function inOrder<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  task: (item: Item) => Result | Promise<Result>,
  tell: (result: Result) => boolean,
): Promise<void> {
  const open: (Result | Promise<Result>)[] = [];
  let isOver = false;
  const tellFirst = async (): Promise<void> => {
    const result = await open.shift()!;
    if (!isOver) isOver = tell(result);
  };
  for (const item of items) {
    const result = task(item);
    // Awaited in its turn, whatever fails before that.
    if (result instanceof Promise) result.catch(() => {});
    open.push(result);
    if (open.length >= limit) await tellFirst();
    if (isOver) break;
  }
  while (open.length > 0) await tellFirst();
}
