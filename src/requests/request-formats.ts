/** The formats in which a request can be pasted: the help, the page and the readers follow from this list. */

/** A description of each format. If the format of a text is not given, the first that fits is used. */
export const FORMATS = {
  json: "a HAR file, a Postman collection or other JSON",
  powershell: "a PowerShell command",
  cmd: "a curl command for cmd",
  curl: "a curl or wget command",
  httpie: "an HTTPie command",
  fetch: "a call of fetch",
  http: "raw HTTP, an .http file, a log, a dump or a table",
} as const;

/** One of {@link FORMATS}. */
export type RequestFormat = keyof typeof FORMATS;

/** The formats by name, as `--format` accepts them. */
export const REQUEST_FORMATS = Object.keys(FORMATS) as readonly RequestFormat[];
