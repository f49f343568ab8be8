/** Divides long work into slices, between which other work can run. */

/** Work that can be interrupted between two slices. */
export type InSlices<Result> = Generator<undefined, Result>;

/** Creates a function that adds up work. It returns true once for each slice, at a good moment to pause. */
export function createSliceCounter(most: number): (work: number) => boolean {
  let done = 0;
  return (work) => {
    done += work;
    if (done < most) return false;
    done = 0;
    return true;
  };
}

/** Does all slices without a pause. */
export function atOnce<Result>(slices: InSlices<Result>): Result {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}

/**
 * Lets other work of the process run after each slice.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function inBackground<Result>(slices: InSlices<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const slice = slices.next();
    if (slice.done) return slice.value;
    await new Promise((resume) => setTimeout(resume));
  }
}

/** Wraps a function so that its first result is kept. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Like {@link once}, for a function that works in slices: each caller gets the result with or without pauses. */
export function keepInSlices<Value extends object>(make: () => InSlices<Value>) {
  const slices = once(make);
  let made: Value | undefined;
  const next = (): Value | undefined => {
    const slice = slices().next();
    made = slice.done ? slice.value : undefined;
    return made;
  };
  return {
    atOnce: (): Value => {
      for (;;) {
        const value = made ?? next();
        if (value !== undefined) return value;
      }
    },
    inSlices: function* (): InSlices<Value> {
      for (;;) {
        const value = made ?? next();
        if (value !== undefined) return value;
        yield;
      }
    },
  };
}
