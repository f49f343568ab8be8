/** Waits for servers of the command line to listen. */

import { UsageError } from "./exit-codes.ts";

const REASONS: readonly (string | undefined)[] = ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"];

/**
 * Waits until a server listens.
 *
 * @param where its port and address
 * @throws {@link UsageError} if it cannot listen there
 */
export async function listening<Server>(server: Promise<Server>, where: string, hint: string): Promise<Server> {
  try {
    return await server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw REASONS.includes(code) ? new UsageError(`cannot listen on ${where}: ${code}`, hint) : error;
  }
}
