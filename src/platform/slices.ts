/** Long work in slices, between which a process does other work. */

/** Work that can be interrupted between two slices. */
export type InSlices<Result> = Generator<undefined, Result>;

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
