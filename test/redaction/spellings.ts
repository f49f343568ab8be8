/** A secret with characters that every syntax escapes. */
export const SECRET = "Zq/9kd+72hs";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const each = (text: string, write: (code: number) => string): string => Array.from(Buffer.from(text), write).join("");
const everyOctet = (text: string): string => each(text, (code) => `%${code.toString(16)}`);
const unicodeEscapes = (text: string): string => each(text, (code) => `\\u${code.toString(16).padStart(4, "0")}`);
const backward = (text: string): string => Array.from(text).reverse().join("");
const mixedCase = (text: string): string => {
  let count = 0;
  return text.replace(/%[0-9A-F]{2}/g, (octet) => (count++ % 2 === 0 ? octet.toLowerCase() : octet));
};
const encoded = encodeURIComponent;
const base32 = (text: string): string => {
  const bits = each(text, (code) => code.toString(2).padStart(8, "0"));
  const digits = bits
    .match(/.{1,5}/g)!
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number(`0b${five.padEnd(5, "0")}`)]);
  return digits.join("").padEnd(8 * Math.ceil(digits.length / 8), "=");
};
const quotedPrintable = (text: string, printable: RegExp): string =>
  each(text, (code) => {
    const character = String.fromCharCode(code);
    return printable.test(character) ? character : `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
  });

/** How a text can be written, by name. Nothing here shares code with the redactor. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in lower case": (text) => text.toLowerCase(),
  "percent-encoded": encoded,
  "percent-encoded twice": (text) => encoded(encoded(text)),
  "percent-encoded three times": (text) => encoded(encoded(encoded(text))),
  "percent-encoded twice, in lower case": (text) =>
    encoded(encoded(text)).replace(/%25../g, (one) => one.toLowerCase()),
  "percent-encoded, in both cases": (text) => mixedCase(encoded(`${text}//`)),
  "every octet percent-encoded": everyOctet,
  "every octet percent-encoded twice": (text) => everyOctet(everyOctet(text)),
  "form-encoded": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "JSON with escaped solidus": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "JSON with Unicode escapes": unicodeEscapes,
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify({ text: text.replaceAll("/", "\\/") })),
  "JSON, percent-encoded": (text) => encoded(JSON.stringify({ text: unicodeEscapes(text) })),
  "HTML with names": (text) => text.replaceAll("/", "&sol;").replaceAll("+", "&plus;"),
  "HTML with decimal numbers": (text) => each(text, (code) => `&#${code};`),
  "HTML with hexadecimal numbers": (text) => each(text, (code) => `&#x${code.toString(16)};`),
  "HTML without semicolons": (text) => each(text, (code) => `&#${code}`),
  "HTML, percent-encoded": (text) => encoded(each(text, (code) => `&#${code};`)),
  base64: (text) => base64(text),
  "base64, one octet later": (text) => base64(`:${text}:`),
  "base64, two octets later": (text) => base64(`::${text}::`),
  base64url: (text) => Buffer.from(`?>${text}?>`).toString("base64url"),
  "base64, percent-encoded": (text) => encoded(base64(`${text}\u00ff`)),
  "base64 of percent-encoding": (text) => base64(encoded(text)),
  "base64 of base64": (text) => base64(base64(`:${text}`)),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "base64 with line breaks": (text) => base64(text).replace(/.{5}/g, "$&\r\n"),
  "base64 with line breaks, in JSON": (text) => JSON.stringify(base64(text).replace(/.{5}/g, "$&\r\n")),
  "hexadecimal, lower case": hex,
  "hexadecimal, upper case": (text) => hex(text).toUpperCase(),
  "hexadecimal with colons": (text) => hex(text).replace(/..(?=.)/g, "$&:"),
  "hexadecimal with spaces": (text) => hex(text).replace(/..(?=.)/g, "$& "),
  "hexadecimal of percent-encoding": (text) => hex(encoded(text)),
  base32,
  "base32, in lower case": (text) => base32(text).toLowerCase(),
  "base32, one octet later": (text) => base32(`:${text}`),
  "base32, two octets later": (text) => base32(`::${text}:`),
  "base32, three octets later": (text) => base32(`:::${text}`),
  "base32, four octets later, with line breaks": (text) => base32(`::::${text}::`).replace(/.{5}/g, "$&\r\n"),
  "base32, in base64": (text) => base64(base32(text)),
  "octal escapes": (text) => each(text, (code) => `\\${code.toString(8).padStart(3, "0")}`),
  "octal escapes of punctuation": (text) =>
    text.replace(/[^A-Za-z0-9]/g, (one) => `\\0${one.charCodeAt(0).toString(8)}`),
  "quoted-printable": (text) => quotedPrintable(text, /[ -<>-~]/),
  "quoted-printable with line breaks": (text) => quotedPrintable(text, /[ -<>-~]/).replace(/.{5}/g, "$&=\r\n"),
  "quoted-printable, punctuation too": (text) => quotedPrintable(text, /[A-Za-z0-9]/),
  "quoted-printable, every octet": (text) => quotedPrintable(text, /^$/),
  backward,
  "percent-encoded, backward": (text) => backward(encoded(text)),
  "backward, percent-encoded": (text) => encoded(backward(text)),
  "base64, backward": (text) => backward(base64(text)),
  "without its punctuation": (text) => text.replace(/[^A-Za-z0-9]/g, ""),
  "with hyphens": (text) => text.replace(/...(?=.)/g, "$&-"),
};

/** The runs of `length` characters in a text. */
function runsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

/** Runs of a secret, or of a spelling of it, that are left in an output. */
export function leaksIn(output: string, secret: string, spelled: string = secret): string[] {
  const lower = output.toLowerCase();
  const inSecret = runsOf(secret.toLowerCase(), 6).filter((run) => lower.includes(run));
  const backwardRuns = runsOf(backward(secret).toLowerCase(), 6).filter((run) => lower.includes(run));
  const half = Math.max(6, Math.ceil(spelled.length / 2));
  return [...inSecret, ...backwardRuns, ...runsOf(spelled, half).filter((run) => output.includes(run))];
}
