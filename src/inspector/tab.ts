/** What a tab is. */

import type { Engine } from "./engine.ts";

/** A tab. Its element is made once and keeps what the user typed. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly create: (engine: Engine) => HTMLElement;
}
