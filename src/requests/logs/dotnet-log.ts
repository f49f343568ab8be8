/**
 * What .NET programs print: the text of an HttpRequestMessage, and the log of IHttpClientFactory at the level Trace.
 * Neither contains the body.
 */

import { type LoggedRequest, messageOf, segments } from "./logged-request.ts";

/** The end of the fields may be cut off. */
const MESSAGE_RE =
  /^(?=.*, Headers:\r?\n\s*\{\r?\n).*?\bMethod: ([A-Z]+), RequestUri: '(https?:\/\/[^'\s]+)'.*, Headers:\r?\n\s*\{\r?\n([^}]*)/gm;
const FACTORY_RE = /^.*\bSending HTTP request ([A-Z]+) (https?:\/\/\S+)/gm;

export function findDotnetRequests(log: string): LoggedRequest[] {
  const printed = segments(log, MESSAGE_RE).map(({ match: { index, 1: method, 2: url, 3: fields = "" }, text }) => ({
    index,
    message: messageOf([`${method} ${url} HTTP/1.1`, ...fieldsOf(fields)]),
    status: statusOf(/\bStatusCode: (\d{3}),/.exec(text)),
  }));
  const logged = segments(log, FACTORY_RE).flatMap(({ match: { index, 1: method, 2: url }, text }) => {
    const [, fields] = /\bRequest Headers:\r?\n((?:[ \t]+[\w-]+: .*\n?)+)/.exec(text) ?? [];
    if (fields === undefined) return [];
    const message = messageOf([`${method} ${url} HTTP/1.1`, ...fieldsOf(fields)]);
    return [{ index, message, status: statusOf(/- (\d{3})\s*$/m.exec(text)) }];
  });
  return [...printed, ...logged];
}

function fieldsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function statusOf(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : Number(match[1]);
}
