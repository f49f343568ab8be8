/**
 * The pages below `/_countersign/`: files of this package, into which the server writes data as JSON. A browser does not run
 * JSON, so the content security policy of the file stays as it is.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../platform/package-root.ts";
import type { HttpResponse } from "../verifier/adapters/rejection-response.ts";
import { json, PRIVATE_HEADERS } from "./control.ts";
import type { InspectorPageData, ListPageData } from "./page-data.ts";

/** The page with the list of requests. */
export function listPage(data: ListPageData): HttpResponse {
  return pageWith("live.html", data);
}

/** The inspector, which explains a request at once. */
export function inspectorPage(data: InspectorPageData): HttpResponse {
  return pageWith("inspector.html", data);
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  ...PRIVATE_HEADERS,
  "referrer-policy": "no-referrer",
  // A file cannot send headers.
  "content-security-policy": "frame-ancestors 'none'",
} as const;

function pageWith(file: string, data: object): HttpResponse {
  const path = join(PACKAGE_ROOT, "dist", file);
  if (!existsSync(path)) return json(404, { error: "the page is not built in this checkout: run npm run build" });
  // Because < is escaped, no text of a request can end the element.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  const holder = `<body>\n<script type="application/json">${text}</script>`;
  const body = readFileSync(path, "utf8").replace("<body>", () => holder);
  return { status: 200, headers: HEADERS, body };
}
