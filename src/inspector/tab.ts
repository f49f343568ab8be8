/** The type of a tab. */

import type { Engine } from "./engine.ts";

/** A tab. Its element is created when it is first opened, and keeps what the user typed. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly create: (engine: Engine) => HTMLElement;
}
