import { afterAll, beforeAll, vi } from "vitest";

/** For test files about a diagnosis: stops the clock of its budget, so that only work counts, however busy the machine. */
export function stopTime(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterAll(() => void vi.useRealTimers());
}
