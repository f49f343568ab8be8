/** Runs tasks concurrently and delivers their results in order. */

/**
 * Starts tasks in order, at most `limit` at a time, and delivers their results in the same order.
 *
 * @param deliver returns true to end: no more tasks are started, and the results of open tasks are not delivered
 */
export async function inOrder<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  task: (item: Item) => Result | Promise<Result>,
  deliver: (result: Result) => boolean,
): Promise<void> {
  const open: (Result | Promise<Result>)[] = [];
  let isOver = false;
  const deliverFirst = async (): Promise<void> => {
    const result = await open.shift()!;
    if (!isOver) isOver = deliver(result);
  };
  for (const item of items) {
    const result = task(item);
    // The promise is awaited later; until then, this keeps a rejection from being reported as unhandled.
    if (result instanceof Promise) result.catch(() => {});
    open.push(result);
    if (open.length >= limit) await deliverFirst();
    if (isOver) break;
  }
  while (open.length > 0) await deliverFirst();
}
