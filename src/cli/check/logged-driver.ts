/** `--verbose`: every question and answer, with the time that the answer took. */

import type { Driver } from "../../conformance/drivers/index.ts";
import { visible } from "../../conformance/reporters/index.ts";
import { type Answer, writeInput } from "../../conformance/vectors/index.ts";
import { logMessage } from "../output/terminal.ts";

/** Wraps a driver so that it logs to stderr. */
export function loggedDriver(driver: Driver): Driver {
  let questions = 0;
  return {
    ...driver,
    ask(input) {
      const number = ++questions;
      const asked = performance.now();
      const log = (answer: Answer): Answer => {
        const milliseconds = (performance.now() - asked).toFixed(1);
        logMessage(visible(`< ${number} ${JSON.stringify(answer)} (${milliseconds} ms)`));
        return answer;
      };
      logMessage(visible(`> ${number} ${JSON.stringify({ operation: input.operation, input: writeInput(input) })}`));
      const answer = driver.ask(input);
      return answer instanceof Promise ? answer.then(log) : log(answer);
    },
  };
}
