/** Functions that change parts of the base string URI. */

import type { UrlParts } from "../../model/index.ts";
import type { StageChange } from "../fault.ts";
import { changeResult } from "../helpers/stage-changes.ts";

/** Changes host and port. */
export function changeAuthority(change: (authority: string, parts: UrlParts) => string): StageChange {
  return changeResult("authority", change);
}

/** Changes the path. */
export function changePath(change: (path: string, parts: UrlParts) => string): StageChange {
  return changeResult("path", change);
}

/** Changes the whole URI. */
export function changeUri(change: (uri: string, url: string) => string): StageChange {
  return changeResult("baseStringUri", change);
}

const URI_RE = /^([^:/?#]*):\/\/([^/?#]*)([\s\S]*)$/;

/** Joins scheme, authority and path differently. */
export function joinUri(join: (scheme: string, authority: string, path: string, query: string) => string): StageChange {
  return changeUri((uri, url) => {
    const [, scheme, authority, path] = URI_RE.exec(uri) ?? [];
    return path === undefined ? uri : join(scheme!, authority!, path, queryOf(url));
  });
}

/** The query with its question mark; empty if there is none. */
export function queryOf(url: string): string {
  return /^[^?#]*(\?[^#]*)?/.exec(url)![1] ?? "";
}
