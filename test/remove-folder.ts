import { rm } from "node:fs/promises";

/** Removes the folder of a server that was killed; what the server had started may write to it for a moment yet. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
