/** Notations in which programs write long numbers. */

/** As a spreadsheet shows long numbers: 4.11111E+15. */
export function asSpreadsheet(value: string): string {
  const digits = value.replace(/[ -]/g, "");
  return /^\d{12,19}$/.test(digits) ? Number(digits).toExponential(5).toUpperCase() : value;
}

/** A notation such as 1.7E9: without +, and with at least one digit after the point. */
export function javaDouble(value: number): string {
  return value
    .toExponential()
    .toUpperCase()
    .replace("+", "")
    .replace(/^(-?\d)E/, "$1.0E");
}

/** A notation such as 1.7e+09: with at least two digits in the exponent. */
export function cNotation(value: number): string {
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}

/** Rounds a whole number that no floating-point number can hold, such as 9007199254740993. */
export function roundedAsDouble(value: string): string {
  return LONG_RE.test(value) ? BigInt(Number(value)).toString() : value;
}

/** As JavaScript prints a long number: 12345678901234567000. */
export function printedByJavaScript(value: string): string {
  return LONG_RE.test(value) ? String(Number(value)) : value;
}

const LONG_RE = /^\d{16,30}$/;
