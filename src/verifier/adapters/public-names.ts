/** The names that every adapter exports besides `protect`. */

export { AdapterError, type AdapterErrorCode } from "./adapter-error.ts";
export type { AdapterOptions } from "./guard.ts";
export type { HttpResponse, ResponseFunction, ResponseStyle } from "./rejection-response.ts";
