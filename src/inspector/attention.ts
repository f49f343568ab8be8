/** The interface through which a task of the worker reports its progress and detects cancellation. */
export interface Attention {
  /** @param tried the number of combinations of mistakes so far */
  readonly progress: (tried: number) => void;
  readonly signal: AbortSignal;
}
