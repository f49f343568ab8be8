/**
 * Several copies of a driver as one: each question goes to the copy that has the fewest open.
 *
 * @module
 */

import type { Driver, Hello } from "./contract.ts";

/** Spreads questions; it is broken when the last copy is, and bears as many open questions as all of them together. */
export function sideBySide(drivers: readonly [Driver, ...Driver[]]): Driver {
  const lanes = drivers.map((driver) => ({ driver, open: 0 }));
  const [first] = drivers;
  return {
    async hello(): Promise<Hello> {
      const [hello] = (await Promise.all(drivers.map((driver) => driver.hello()))) as [Hello, ...Hello[]];
      const inFlight = hello.limits?.inFlight;
      return inFlight === undefined
        ? hello
        : { ...hello, limits: { ...hello.limits, inFlight: inFlight * drivers.length } };
    },
    outside: (input) => first.outside?.(input),
    async ask(input) {
      const working = lanes.filter(({ driver }) => driver.broken?.() === undefined);
      const lane = (working.length > 0 ? working : lanes).reduce((least, one) => (one.open < least.open ? one : least));
      lane.open++;
      try {
        return await lane.driver.ask(input);
      } finally {
        lane.open--;
      }
    },
    broken() {
      const states = drivers.map((driver) => driver.broken?.());
      return states.includes(undefined) ? undefined : states[0];
    },
    async close() {
      await Promise.all(drivers.map((driver) => driver.close()));
    },
  };
}
