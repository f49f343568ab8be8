/** Undoes the layouts in which tools print requests. The result has lines such as `Name: value`, literals and raw HTTP. */

import { latin1Octets, latin1Text } from "../platform/index.ts";
import { octetsOfLiteral } from "./literals.ts";

/** One layout. `undo` is applied to a text that `shown` matches. */
interface Layout {
  readonly shown: RegExp;
  readonly undo: (text: string) => string;
}

/** A link in Markdown. */
const LINK_RE = /\[[^[\]\n]{1,9999}\]\((https?:[^()\s]{1,9999})\)/g;
/** A header field of a program that prints the list of its values. */
const LISTED_FIELD_RE = /^([\w-]{1,60}: )\[([^\n]*)\]\r?$/gm;
/** A value in the brackets in which Rust, Swift and Haskell wrap it. */
const WRAPPED_RE =
  /\b(?:Some|Optional|Domain|Ipv[46]|Just|\w{1,40}\(rawValue:) ?\(?\s{0,99}b?("(?:[^"\\\n]|\\.){0,9999}"|[\w.:-]{1,300}),?\s{0,99}\)/g;
/** A property in the dump of a debugger of Swift. */
const DUMPED_RE =
  /^(\s{0,99}(?:-|\xe2\x96\xbf) \w{1,60}) ?: (?:Optional<[^\n]{0,300}>\s{1,99}(?:-|\xe2\x96\xbf) some ?: )?/gm;
/** An attribute of OpenTelemetry. */
const ATTRIBUTE_RE = /^(\s{0,99}-> [\w.]{1,100}: )[A-Z][a-z]{2,9}\((.*)\)\r?$/gm;
/** An option of curl in a program. */
const OPTION_RE = /\bCURLOPT_(\w{1,40})\s{0,9}(?:,|=>)\s{0,9}/g;
/** A field of the log of Envoy. */
const QUOTED_FIELD_RE = /^'(:?[\w-]{1,60})', '(.*)'\r?$/gm;
/** A parameter in the tree of Wireshark. */
const FORM_ITEM_RE = /^\s{0,99}Form item: "([^"\n]{0,999})" = (".*")\r?\n\s{1,99}Key: .*\n\s{1,99}Value: .*$/gm;
/** A list of REST Assured. */
const LISTED_RE = /^(Form params|Query params|Headers):\t+([^\s=][^\n]*(?:\n\t{2,9}\S[^\n]*)*)/gm;
/** A list on the error page of Django, or that there is none. */
const DJANGO_RE = /^(?:[A-Z]{3,9}\r?\nNo [A-Z]{3,9} data|(POST|META)\r?\nVariable\tValue)\r?$/gm;
/** A name above its value. */
const ABOVE_RE =
  /^[ \t]*(?!(?:GET|POST|PUT|DELETE|PATCH)\b)(:?[A-Za-z][\w-]*|Request (?:URL|Method)|Status Code|Remote Address|Referrer Policy):?[ \t]*\r?\n(?![ \t]*:?[\w -]{1,40}:\s)[ \t]*(\S[^\n]*)/gm;
const KINDS_OF_RESTSHARP = { GetOrPost: "form", QueryString: "query", HttpHeader: "headers" } as const;
const OF_RESTSHARP_RE = /^([^=\n]{1,200})=([^\n]*) \((GetOrPost|HttpHeader|QueryString)\)\r?$/gm;

/** All layouts, in the order in which they are undone. */
const LAYOUTS: readonly Layout[] = [
  { shown: /<EOL>/, undo: (text) => text.replaceAll("<EOL>", "\n") },
  // Apache writes the end of each line as an escape, too.
  { shown: /^[^\n]*HTTP\/1\.\d\\r\\n\r?$/m, undo: (text) => text.replace(/\\r\\n(?=\r?$)/gm, "") },
  { shown: LINK_RE, undo: (text) => text.replace(LINK_RE, "$1") },
  { shown: /^authorization: \[OAuth [^\n]*\]\r?$/im, undo: (text) => text.replace(LISTED_FIELD_RE, "$1$2") },
  { shown: /^(?:[\d:.]+ )?=> Send (?:header|data)/m, undo: sentByCurl },
  { shown: WRAPPED_RE, undo: (text) => text.replace(WRAPPED_RE, "$1").replace(WRAPPED_RE, "$1") },
  {
    shown: OF_RESTSHARP_RE,
    undo: (text) =>
      text.replace(OF_RESTSHARP_RE, (_, name: string, value: string, kind: keyof typeof KINDS_OF_RESTSHARP) => {
        return bracketed(KINDS_OF_RESTSHARP[kind], name, value);
      }),
  },
  {
    shown: LISTED_RE,
    undo: (text) =>
      text.replace(LISTED_RE, (_, kind: string, list: string) =>
        list.replace(/^\t*([^=\n]+)=(.*?)\r?$/gm, (_, name: string, value: string) =>
          bracketed(kind.replace(" ", ""), name, value),
        ),
      ),
  },
  { shown: DUMPED_RE, undo: (text) => text.replace(DUMPED_RE, "$1: ") },
  { shown: ATTRIBUTE_RE, undo: (text) => text.replace(ATTRIBUTE_RE, "$1$2") },
  { shown: OPTION_RE, undo: (text) => text.replace(OPTION_RE, "$1: ") },
  { shown: QUOTED_FIELD_RE, undo: (text) => text.replace(QUOTED_FIELD_RE, "$1: $2") },
  { shown: FORM_ITEM_RE, undo: (text) => text.replace(FORM_ITEM_RE, "$1: $2") },
  {
    shown: DJANGO_RE,
    undo: (text) => text.replace(DJANGO_RE, (_, list?: string) => (list === undefined ? "" : `${list} Data`)),
  },
  // The panels of browsers.
  {
    shown: /^[ \t]*(?:authorization|request url|oauth_signature):?[ \t]*\r?\n[ \t]*(?:OAuth |https?:|')/im,
    undo: (text) => text.replace(ABOVE_RE, "$1: $2"),
  },
  // A table, or a list with one parameter on each line.
  ...[",", ";", "\\|", "\t", "=(?![>\"'])", " {2}"].map((separator) => ({
    shown: new RegExp(
      `^[ \\t|]{0,9}"?(?:oauth_signature${separator === "\t" ? "|authorization" : ""})"?[ \\t]{0,99}${separator}[^\\n&]*$`,
      "im",
    ),
    undo: (text: string) =>
      text.replace(
        new RegExp(`^[ \\t|]{0,9}"?([\\w.[\\]-]{1,100})"?[ \\t]{0,99}${separator}[ \\t]{0,99}([^\\n]*)$`, "gm"),
        (_, name: string, cell: string) => row(name, cell.replace(/[\s|]+$/, "")),
      ),
  })),
];

/** A label and its value in a log of JSON objects. */
const JSON_ENTRY_RE =
  /^\{[^\n]{0,300}"(?:msg|message)":\s?"((?=[\w -]{1,60}[:=])(?:[^"\\\n]|\\[^nr\n]){1,9999})"[^\n]*\}[ \t]*\r?$/gm;
/** A line in a log of Docker. */
const DOCKER_RE = /^\{"log": ?"((?:[^"\\\n]|\\[^n\n]){0,9999})(?:\\n)?", ?"stream":[^\n]*\}[ \t]*\r?$/gm;
/** A text that PHP dumps without a name, on a line of its own. */
const DUMPED_ALONE_RE = /^(?<!=>\s{0,99})[ \t]{0,99}string\((\d{1,9})\) "/gm;
/** What a logger writes before the Authorization header, with all brackets closed. */
const BEFORE_FIELD_RE =
  /^((?:[^\s"'{}[\]()]|[ \t]|\[[^\]\n]{0,99}\]|\([^)\n]{0,99}\)){1,200}?)(?<=[\s:|\]>-])(?:header )?authorization[ \t]?[:=]/im;
const LEVEL_RE = /\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|NOTICE)\b/gi;

/** The lines of a log of Docker as the program in the container wrote them. */
export function withoutContainer(octets: Uint8Array): Uint8Array {
  const text = latin1Text(octets);
  return latin1Octets(text.replace(DOCKER_RE, (_, line: string) => octetsOfLiteral(line)));
}

/** What loggers and dumps put around each line. */
const LOGGERS: readonly Layout[] = [
  { shown: JSON_ENTRY_RE, undo: (text) => text.replace(JSON_ENTRY_RE, (_, entry: string) => octetsOfLiteral(entry)) },
  {
    shown: DUMPED_ALONE_RE,
    undo: (text) => {
      let end = 0;
      const parts = Array.from(text.matchAll(DUMPED_ALONE_RE), ({ 0: opening, 1: length, index }) => {
        if (index < end) return "";
        const start = index + opening.length;
        const before = text.slice(end, index);
        end = start + Number(length);
        const value = text.slice(start, end);
        if (text[end] === '"') end += 1;
        return before + value;
      });
      return parts.join("") + text.slice(end);
    },
  },
  {
    shown: BEFORE_FIELD_RE,
    undo: (text) => {
      const prefix = new RegExp(prefixPattern(BEFORE_FIELD_RE.exec(text)![1]!), "gm");
      const isOfLogger = [...text.matchAll(prefix)].length > 1;
      return isOfLogger ? text.replace(prefix, "") : text;
    },
  },
];

/** The text without the layouts of tools. */
export function withoutLayout(text: string): string {
  return undone(LAYOUTS, text);
}

/** The text without what loggers write around each line, such as the time. */
export function withoutLogger(text: string): string {
  return undone(LOGGERS, text);
}

function undone(layouts: readonly Layout[], text: string): string {
  return layouts.reduce((left, { shown, undo }) => (left.search(shown) === -1 ? left : undo(left)), text);
}

/** Matches the text that a logger writes before each line. Its numbers, such as the time, and levels may differ. */
export function prefixPattern(prefix: string): RegExp {
  return new RegExp(
    `^${prefix
      .trimEnd()
      .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
      .replace(/\d+/g, "\\d+")
      .replace(LEVEL_RE, LEVEL_RE.source)} ?`,
  );
}

/** A parameter, as PHP prints it; "" for the head of a table. */
function row(name: string, cell: string): string {
  const value = /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  const isHead = /^(?:name|key|parameter|field|-+)$/i.test(name) && /^(?:values?|-+)$/i.test(value);
  return isHead ? "" : `[${name}] => ${value}`;
}

/** A pair in brackets that name its kind. */
function bracketed(kind: string, name: string, value: string): string {
  return `${kind}: {${JSON.stringify(name)}: ${JSON.stringify(value)}}`;
}

/** What curl sent, from the output of --trace or --trace-ascii: each line has an offset, and octets or characters. */
function sentByCurl(text: string): string {
  let isSent = false;
  let end = 0;
  const parts = text.split(/\r?\n/).map((line) => {
    if (/^(?:[\d:.]+ )?(?:=>|<=|==) /.test(line)) {
      const isAfterHead = isSent && end > 0;
      isSent = line.includes("=> Send");
      const lineFeeds = isSent && isAfterHead && end !== Number.POSITIVE_INFINITY ? "\r\n" : "";
      end = 0;
      return lineFeeds;
    }
    const [, offset, column = ""] = (isSent && /^([0-9a-f]{4,8}): (.*)$/.exec(line)) || [];
    if (offset === undefined) return "";
    const [octets] = /^(?:[0-9a-f]{2} ){1,16}/.exec(column) ?? [];
    if (octets !== undefined) {
      end = Number.POSITIVE_INFINITY;
      return octets.replace(/(..) /g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    }
    // The characters of a line feed are not shown, but they count.
    const start = Number.parseInt(offset, 16);
    const lineFeed = start > end ? "\r\n" : "";
    end = start + column.length;
    return lineFeed + column;
  });
  return parts.join("");
}
