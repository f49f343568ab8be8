/** Describes what a program sent: as text, and as the beginning of a driver. */

import { existsSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { hiddenPlaceOf, requestsOf, type Varied } from "../../conformance/capture/vary/index.ts";
import { plural } from "../../redaction/visible.ts";
import { isSignatureMethod } from "../../spec/signature-methods.ts";
import { starterText, tryingCommands } from "../driver/driver.ts";
import { STARTERS } from "../driver/starters.ts";
import { logMessage } from "../output/terminal.ts";
import { UsageError } from "../process/exit-codes.ts";

/** Lines about the requests of the program, and where values arrive or why values are not compared. */
export function seenShape({ first, destinations, derived, sendsFewer, starts, cases }: Varied): string[] {
  const { arrived = [] } = first ?? {};
  const sent = requestsOf(arrived);
  const requests = arrived.map(({ captured: { method, url, kind } }) => `sends ${method} ${url}  ${kind}`);
  const fields = Object.entries(cases[0]?.values ?? {}).map(([name, value]) => {
    const placesIn = (fields: typeof destinations): string => {
      const own = fields.filter(({ placeholders }) => placeholders.includes(name));
      const places = own.map(({ place, name: field }) => (field === "" ? `the ${place}` : `${field} of the ${place}`));
      // A request that was sent again has the same fields.
      return [...new Set(places)].join(", ");
    };
    const [places, changed] = [placesIn(destinations), placesIn(derived)];
    const copies = changed && `, and changed in ${changed}, which is not compared`;
    if (places !== "") return `  {${name}} arrives in ${places}${copies}`;
    return `  {${name}} is not compared: it arrives ${hiddenPlaceOf(sent, value) ?? "in no field unchanged"}`;
  });
  const fewer = sendsFewer
    ? ["  a request does not arrive for some values, for which its fields are not compared"]
    : [];
  return [...requests, ...(arrived.length === 0 ? [] : fields), ...fewer, `  ${plural(starts, "start")}`];
}

/** A driver to write. */
export type DriverFile = ReturnType<typeof openDriverFile>;

/**
 * Finds the driver for the extension of a new file, among those that use no library.
 *
 * @param path the file to write, such as `driver.py`
 */
export function openDriverFile(path: string) {
  if (existsSync(path)) throw new UsageError(`--write-driver must name a new file, and ${JSON.stringify(path)} exists`);
  const starters = STARTERS.filter(({ library }) => library === undefined);
  const starter = starters.find(({ file }) => extname(file) === extname(path));
  if (starter !== undefined) return { path, starter };
  const extensions = starters.map(({ file }) => extname(file)).join(", ");
  throw new UsageError(
    `--write-driver must name a file with one of the extensions ${extensions}, got ${JSON.stringify(path)}`,
    "a driver in any other language follows docs/driver.md",
  );
}

/** Writes a driver whose hello declares what the program sends. */
export function writeDriver({ path, starter }: DriverFile, { first }: Varied, name: string): void {
  const { arrived = [] } = first ?? {};
  const [kind = ""] = arrived.flatMap(({ captured }) => captured.kind || []);
  const [method, transport] = kind.split(", ");
  // The program may send any text as its method, and a driver is source code.
  if (!isSignatureMethod(method) || transport === undefined) {
    logMessage("countersign: no driver is written, because no signed request with a known signature method arrived");
    return;
  }
  const hasToken = arrived.some(({ request }) => request?.headers.some(([, value]) => /oauth_token=/.test(value)));
  const declared = starterText(starter)
    .replace(
      /("name"|name)(\s*(?:=>|:)\s*)"mine"/,
      (_all, member, between) => `${member}${between}${JSON.stringify(name)}`,
    )
    .replace(/(signatureMethods.*?)"HMAC-SHA1"/, `$1"${method}"`)
    .replace(/(transports.*?)"header"/, `$1"${transport}"`)
    .replace(/(without.*?"realm")/, hasToken ? "$1" : '$1, "token"');
  writeFileSync(path, declared);
  logMessage(
    `countersign: ${path} declares what the program sends; call its code at the marked lines, and run the whole suite:`,
    ...tryingCommands(starter, path),
  );
}
