/** A third-party implementation behind a driver. */

/** The folder of the drivers, and the folder to which a driver may write its build output. */
export interface Place {
  readonly drivers: string;
  readonly build: string;
}

/** One implementation. */
export interface Implementation {
  /** The name of the driver's file without its extension. */
  readonly id: string;
  readonly language: string;
  readonly driver: string;
  /** Required npm packages, as `name@version`; the first one is the implementation. */
  readonly npm: readonly string[];
  /** Required Debian packages. */
  readonly debian: readonly string[];
  /** A note for readers about how it is used. */
  readonly note?: string;
  /** Compiles the driver. */
  readonly build?: (place: Place) => Promise<void>;
  readonly command: (place: Place) => readonly string[];
  /** The version of the runtime or compiler. */
  readonly runtime: () => Promise<string>;
}
