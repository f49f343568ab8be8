/** How a task of the worker reports that it goes on, and learns that it is no longer wanted. */
export interface Attention {
  readonly progress: () => void;
  readonly signal: AbortSignal;
}
