/** Changes that programs make to a timestamp between signing and sending. */

/** How the timestamp was signed, and the function that computes the signed value from the sent one. */
type TimestampChange = readonly [how: string, change: (value: string) => string];

const MINUTE = 60;
const QUARTER_HOUR = 900;
/** Time zones are up to 14 hours from UTC. */
const QUARTERS = Array.from({ length: 56 }, (_, at) => at + 1);

/** The likeliest first. */
export const TIMESTAMP_CHANGES: readonly TimestampChange[] = [
  ["rounded down to the minute", (value) => later(value, -(Number(value) % MINUTE))],
  ...[1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 10, -10, 60, -60].map(
    (seconds): TimestampChange => [
      `${Math.abs(seconds)} seconds ${seconds > 0 ? "later" : "earlier"}, from a clock that was read again`,
      (value) => later(value, seconds),
    ],
  ),
  ...QUARTERS.flatMap((quarters) => [quarters, -quarters]).map(
    (quarters): TimestampChange => [
      `in another time zone, ${Math.abs(quarters) / 4} hours ${quarters > 0 ? "later" : "earlier"}`,
      (value) => later(value, quarters * QUARTER_HOUR),
    ],
  ),
];

function later(timestamp: string, seconds: number): string {
  return /^[0-9]{9,11}$/.test(timestamp) ? String(Number(timestamp) + seconds) : timestamp;
}
