/** Checks of messages: questions that are asked one after the other and together. */

import { type Check, DriverWarning, unbroken } from "./check.ts";
import { cheapProbe, probe } from "./probes.ts";

/** How many questions arrive together. */
const MANY = 32;

export const MESSAGE_CHECKS: readonly Check[] = [
  {
    id: "answers",
    title: "answers the declared operations in the shape of the protocol",
    hint: "docs/driver.md lists what each operation must return; declare only what the implementation supports",
    async ask({ hello, ask }) {
      for (const operation of hello.operations) {
        const input = probe(operation, hello);
        const answer = unbroken(await ask(input), input);
        if (answer.ok) continue;
        const { error, message } = answer;
        throw new DriverWarning(
          `hello declares ${operation}, but the answer to a plain question is ${error}: ${message}`,
        );
      }
      return undefined;
    },
  },
  {
    id: "in-flight",
    title: "answers several questions that arrive together",
    hint: "read line by line and answer every line once, also if one read returns many lines",
    async ask({ hello, ask }) {
      const { inFlight = MANY } = hello.limits ?? {};
      if (inFlight === 1) return "takes one question at a time";
      const input = cheapProbe(hello);
      const asked = Array.from({ length: Math.min(inFlight, MANY) }, () => ask(input));
      for (const answer of await Promise.all(asked)) unbroken(answer, input);
      return undefined;
    },
  },
];
