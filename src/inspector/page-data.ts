/** Reads the data that a server or the build has written into the page. */

import { CLIENT_SOURCES_ID } from "./snippets/index.ts";

/** Returns the data and removes it from the page; `undefined` if the page contains none. */
export function takePageData<Data>(): Data | undefined {
  const holder = document.querySelector('script[type="application/json"]:not([id])');
  holder?.remove();
  return holder === null ? undefined : (JSON.parse(holder.textContent ?? "") as Data);
}

/** The texts of the clients in `examples/clients` by their file names. */
export function readClientSources(): Readonly<Record<string, string>> {
  return JSON.parse(document.getElementById(CLIENT_SOURCES_ID)?.textContent ?? "{}") as Record<string, string>;
}
