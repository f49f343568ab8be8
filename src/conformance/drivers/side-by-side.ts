/** Several copies of a driver as one: each question goes to the copy with the fewest open questions. */

import type { Driver, Hello } from "./contract.ts";

/** A driver for as many open questions as all copies take, broken once every copy is broken. */
export function sideBySide(drivers: readonly [Driver, ...Driver[]]): Driver {
  const copies = drivers.map((driver) => ({ driver, open: 0 }));
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
      const working = copies.filter(({ driver }) => driver.broken?.() === undefined);
      const copy = (working.length > 0 ? working : copies).reduce((a, b) => (b.open < a.open ? b : a));
      copy.open++;
      try {
        return await copy.driver.ask(input);
      } finally {
        copy.open--;
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
