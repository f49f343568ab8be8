/** Objects without the members that are `undefined`. */

import type { Flat } from "../../shapes/shape.ts";

/** An object in which every member that can be `undefined` is optional. */
export type WithOptional<Of> = Flat<
  {
    readonly [Name in keyof Of as undefined extends Of[Name] ? never : Name]: Of[Name];
  } & {
    readonly [Name in keyof Of as undefined extends Of[Name] ? Name : never]?: Exclude<Of[Name], undefined>;
  }
>;

/** Leaves out the members that are `undefined`. */
export function defined<Of extends object>(members: Of): WithOptional<Of> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as WithOptional<Of>;
}
