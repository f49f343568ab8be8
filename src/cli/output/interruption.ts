/**
 * Handles Ctrl-C and SIGTERM for commands that report what they found before they end. All other commands keep the default:
 * the process ends at once.
 */

import { EXIT } from "../process/exit-codes.ts";
import { logMessage } from "./terminal.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Listens from now on. The first signal aborts, with its name as the reason; the second one ends the process. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  onSignals((signal) => {
    logMessage(`countersign: interrupted by ${signal}; press Ctrl-C again to end without a report`);
    controller.abort(signal);
  });
  return controller.signal;
}

/** For commands that handle the first signal themselves: the second one ends the process. */
export function endOnSecondSignal(): void {
  onSignals(() => {});
}

function onSignals(handleFirst: (signal: NodeJS.Signals) => void): void {
  let isFirst = true;
  const handle = (signal: NodeJS.Signals): void => {
    // Programs that were started end with the process: see process-group.ts.
    if (!isFirst) process.exit(EXIT.interrupted);
    isFirst = false;
    handleFirst(signal);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
}
