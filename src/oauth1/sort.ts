/**
 * Sorting for lists that are mostly short.
 *
 * @module
 */

/** Up to this many, insertion is quicker than the platform's sort. */
const FEW = 32;

/** Sorts in place, and stably; returns the list. */
export function sortInPlace<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  return items.length > FEW ? items.sort(compare) : insertionSort(items, compare);
}

function insertionSort<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  for (let index = 1; index < items.length; index++) {
    const item = items[index]!;
    let place = index;
    while (place > 0 && compare(items[place - 1]!, item) > 0) {
      items[place] = items[place - 1]!;
      place--;
    }
    items[place] = item;
  }
  return items;
}
