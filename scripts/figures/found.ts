/** The README's table of mistakes that were measured in released signers, from docs/data/interop.json. */

/** The part of docs/data/interop.json that the table needs. */
export interface Measured {
  readonly causes: readonly { readonly id: string; readonly kind: string; readonly title: string }[];
  readonly implementations: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly differs: readonly { readonly cause: string; readonly count: number; readonly example: Example }[];
  }[];
}

interface Example {
  readonly input: string;
  readonly stage?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A row of the table. */
export interface Found {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly mistake: string;
  readonly input: string;
  readonly expected: string;
  readonly actual: string;
}

const MOST_ROWS = 5;
/** Characters of a cell that is short enough for a table. */
const LONGEST = 60;

/**
 * The most frequent mistakes, each once and each from a different implementation. Their examples show what was signed in the
 * application's own parameters or in the URI.
 */
export function foundIn({ causes, implementations }: Measured): Found[] {
  const titles = new Map(causes.map(({ id, kind, title }) => [id, kind === "mistake" ? title : undefined]));
  const all = implementations.flatMap(({ id, name, version, differs }) =>
    differs.flatMap(({ cause, count, example }) => {
      const mistake = titles.get(cause);
      const [expected, actual] = [shown(example.stage, example.expected), shown(example.stage, example.actual)];
      const input = inputOf(example);
      const cells = [input, expected, actual];
      if (mistake === undefined || expected === actual || cells.some((one) => one === "" || one.length > LONGEST))
        return [];
      return [{ count, cause, row: { id, name, version, mistake, input, expected, actual } }];
    }),
  );
  const found: (typeof all)[number][] = [];
  for (const one of all.sort((a, b) => b.count - a.count))
    if (!found.some(({ cause, row }) => cause === one.cause || row.id === one.row.id)) found.push(one);
  return found.slice(0, MOST_ROWS).map(({ row }) => row);
}

/** The application's own part of a stage, decoded once; empty if the stage shows none. The data cuts long values at "…". */
function shown(stage: string | undefined, text = ""): string {
  if (stage === "base-string-uri") return text;
  if (stage !== "base-string") return "";
  const parameters = text.split("&").at(-1)!;
  const decoded = parameters.replace(/%([0-7][0-9A-F])/g, (_, digits: string) =>
    String.fromCharCode(Number(`0x${digits}`)),
  );
  const pairs = decoded.split("&").filter((pair) => !/^(?:oauth_|…)|…$/.test(pair));
  return pairs.join("&");
}

/** The request as it is written in the data, without the signature method. */
function inputOf({ input }: Example): string {
  const [request = "", options = ""] = input.split(/ (?=\{)/);
  if (request.startsWith("{")) return (JSON.parse(request) as { readonly url?: string }).url ?? "";
  const { signatureMethod: _, form, ...others } = JSON.parse(options || "{}") as Options;
  if (Object.keys(others).length > 1) return "";
  return form === undefined ? request : `${request} ${JSON.stringify(form)}`;
}

interface Options {
  readonly signatureMethod?: string;
  readonly form?: readonly (readonly string[])[];
}

/** The rows in Markdown. */
export function foundTable(measured: Measured): string {
  const rows = foundIn(measured).map(({ id, name, version, mistake, input, expected, actual }) =>
    [`[${name}](docs/data/interop.md#${id}) ${version}`, mistake, ...[input, expected, actual].map(code)].join(" | "),
  );
  return [
    "| signer | mistake | request | to sign | signed |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
