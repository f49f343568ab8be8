/** Writes a request as tools copy it, with the escapes of each tool. */

import type { HttpRequest } from "../../src/model/index.ts";

type Write = (request: HttpRequest) => string;

const bodyOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString("latin1");
const fieldsOf = ({ headers }: HttpRequest, isQuoted: (text: string) => string): string[] =>
  headers.map(([name, value]) => isQuoted(`${name}: ${value}`));

/** As Chrome quotes for cmd.exe: backslashes for the program, then carets for the shell. */
const cmdQuoted = (text: string): string => {
  const inner = text
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, "^$&")
    .replace(/%(?=[a-zA-Z0-9_])/g, "%^")
    .replace(/\r?\n/g, "^\n\n");
  return `^"${inner}^"`;
};

export const asCmd: Write = (request) =>
  [
    `curl -X ${request.method} ${cmdQuoted(request.url)}`,
    ...fieldsOf(request, cmdQuoted).map((field) => `  -H ${field}`),
    `  --data-raw ${cmdQuoted(bodyOf(request))}`,
  ].join(" ^\r\n");

/** As Chrome quotes for PowerShell. */
const powerShellQuoted = (text: string): string =>
  `"${text.replace(/[`$"]/g, "`$&").replace(/[^\x20-\x7e]/g, (unit) => `$([char]${unit.charCodeAt(0)})`)}"`;

export const asPowerShell: Write = (request) => {
  const { host, pathname } = new URL(request.url);
  const pseudo = Object.entries({ authority: host, method: request.method, path: pathname, scheme: "https" });
  const headers = request.headers.filter(([name]) => name !== "Content-Type");
  return [
    "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession",
    '$session.UserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"',
    '$session.Cookies.Add((New-Object System.Net.Cookie("theme", "dark", "/", "gate.example")))',
    `Invoke-WebRequest -UseBasicParsing -Uri ${powerShellQuoted(request.url)} \``,
    `-Method "${request.method}" \``,
    "-WebSession $session `",
    "-Headers @{",
    ...[...pseudo, ...headers].map(([name, value]) => `  "${name}"=${powerShellQuoted(value)}`),
    "} `",
    '-ContentType "application/x-www-form-urlencoded" `',
    `-Body ${powerShellQuoted(bodyOf(request))};`,
  ].join("\r\n");
};

export const asFetch: Write = (request) => {
  const options = {
    headers: Object.fromEntries(request.headers),
    referrer: "https://gate.example/",
    body: bodyOf(request),
    method: request.method,
    mode: "cors",
    credentials: "include",
  };
  return `fetch(${JSON.stringify(request.url)}, ${JSON.stringify(options, null, 2)});\n`;
};

const shellQuoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;

export const asHttpie: Write = (request) => {
  const items = Array.from(new URLSearchParams(bodyOf(request)), ([name, value]) => shellQuoted(`${name}=${value}`));
  const headers = request.headers.map(([name, value]) => shellQuoted(`${name}:${value}`));
  return ["http --form", request.method, request.url, ...headers, ...items].join(" \\\n  ");
};

export const asPostman: Write = (request) => {
  const urlencoded = Array.from(new URLSearchParams(bodyOf(request)), ([key, value]) => ({ key, value, type: "text" }));
  const item = {
    name: "Sale",
    request: {
      method: request.method,
      header: request.headers.map(([key, value]) => ({ key, value })),
      body: { mode: "urlencoded", urlencoded: [...urlencoded, { key: "off", value: "1", disabled: true }] },
      url: { raw: request.url.replace(/^https:\/\/[^/]+/, "{{base}}"), host: ["{{base}}"] },
    },
  };
  const variable = [{ key: "base", value: new URL(request.url).origin }];
  return JSON.stringify({ info: { name: "Gateway" }, item: [{ name: "Payments", item: [item] }], variable });
};

export const asHttp2: Write = (request) => {
  const { host, pathname } = new URL(request.url);
  const pseudo = [`:authority: ${host}`, `:method: ${request.method}`, `:path: ${pathname}`, ":scheme: https"];
  return [...pseudo, ...fieldsOf(request, (field) => field), "", bodyOf(request)].join("\n");
};

const headOf = (request: HttpRequest, end: string, more: readonly string[]): string => {
  const [, host = "", target = ""] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(request.url)!;
  const first = [`${request.method} ${target || "/"} HTTP/1.1`, `Host: ${host}`];
  return [...first, ...fieldsOf(request, (field) => field), ...more, "", ""].join(end);
};

/** The request itself. */
export const asHttp: Write = (request) => `${headOf(request, "\n", [])}${bodyOf(request)}`;

const RESPONSE = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

export const asFollowedStream: Write = (request) =>
  `${headOf(request, "\r\n", [`Content-Length: ${bodyOf(request).length}`])}${bodyOf(request)}${RESPONSE}`;

export const asChunked: Write = (request) => {
  const chunks = bodyOf(request).match(/.{1,40}/gs)!;
  const coded = chunks.map((chunk) => `${chunk.length.toString(16)};name=value\r\n${chunk}\r\n`).join("");
  return `${headOf(request, "\r\n", ["Transfer-Encoding: chunked"])}${coded}0\r\n\r\n${RESPONSE}`;
};

/** A log of curl -v, to which the body was added. */
export const asCurlLog: Write = (request) => {
  const head = headOf(request, "\n", [`Content-Length: ${bodyOf(request).length}`]).trimEnd();
  return [
    "* Host gate.example:443 was resolved.",
    "* Connected to gate.example (192.0.2.1) port 443",
    ...head.split("\n").map((line) => `> ${line}`),
    "> ",
    "* upload completely sent off: 300 bytes",
    bodyOf(request),
    "< HTTP/1.1 403 Forbidden",
    "< Content-Length: 0",
    "<",
  ].join("\n");
};
