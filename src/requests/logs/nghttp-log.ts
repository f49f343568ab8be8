/** The log of nghttp -v. */

import { type LoggedRequest, messageOf, segments } from "./logged-request.ts";

const HEADERS_RE = /^\[[ \d.]+\] (?:\S+ )?send HEADERS frame/gm;

export function findNghttpRequests(log: string): LoggedRequest[] {
  return segments(log, HEADERS_RE).map(({ match: { index }, text }) => {
    const fields = text.split("\n").slice(1);
    const end = fields.findIndex((line) => !/^\s+\S/.test(line));
    const lines = fields.slice(0, end === -1 ? undefined : end).map((line) => line.trim());
    return { index, message: messageOf(lines.filter((line) => !/^[;(]/.test(line))) };
  });
}
