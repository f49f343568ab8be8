/**
 * The upper bounds of the figures, which plain code reaches on the machine of docs/data/performance.md. They are printed next to
 * the figures; exceeding one is not a failure.
 */

export interface Bound {
  readonly table: string;
  /** The row whose ratio is bounded, or whose figure if the table has no ratios; all rows if no name is given. */
  readonly row?: string;
  readonly most: number;
  /** The cost of getting below the bound. */
  readonly next: string;
}

const SIGN_NEXT =
  "The HMAC over kept pads with two one-shot hashes gives about a tenth, and is home-made cryptography.";
const VERIFY_NEXT = "Most of the rest is reading the header and the form, of which every check is needed.";
const RSA_VERIFY_NEXT = "What is added to OpenSSL's time is that of an HMAC request, without its HMAC.";
const MIXED_NEXT = "What remains is what the processor and V8 predict, which our code does not decide.";

export const BOUNDS: readonly Bound[] = [
  { table: "sign-3", row: "countersign, nonce given", most: 3.5, next: SIGN_NEXT },
  { table: "sign-16", row: "countersign, nonce given", most: 5.9, next: SIGN_NEXT },
  {
    table: "sign-3",
    row: "countersign",
    most: 4,
    next: "The nonce is one call of `randomUUID`; a quicker one would keep random octets in a module.",
  },
  { table: "sign-16", row: "countersign", most: 6.4, next: "As with three parameters." },
  { table: "sign-rsa-2048", row: "countersign", most: 1.1, next: "OpenSSL takes nearly all of it." },
  { table: "sign-rsa-4096", row: "countersign", most: 1.05, next: "OpenSSL takes nearly all of it." },
  { table: "verify-3", row: "countersign verify", most: 8.2, next: VERIFY_NEXT },
  { table: "verify-16", row: "countersign verify", most: 12.3, next: VERIFY_NEXT },
  { table: "verify-rsa-2048", row: "countersign verify", most: 2.2, next: RSA_VERIFY_NEXT },
  { table: "verify-rsa-4096", row: "countersign verify", most: 1.55, next: RSA_VERIFY_NEXT },
  ...["sign-12", "sign-40", "verify-12", "verify-40"].map((table) => {
    return { table: `mixed-${table}`, row: "layouts mixed", most: 1.3, next: MIXED_NEXT };
  }),
  {
    table: "worst",
    most: 15,
    next: "A form must be decoded and encoded; a table of escapes was measured to gain nothing.",
  },
  {
    table: "worst-held",
    most: 16,
    next: "The parameters would have to be read a second time, once the credentials are there.",
  },
  {
    table: "server",
    row: "verified",
    most: 5,
    next: "What is added is a verification and the body; node:http alone takes little more than one write to the socket.",
  },
  {
    table: "start-up",
    row: "--version",
    most: 1.6,
    next: "A snapshot of V8's heap, which would have to be built for each version of Node.",
  },
  {
    table: "start-up",
    row: "sign",
    most: 2,
    next: "The same snapshot.",
  },
  {
    table: "start-up",
    row: "explain, a valid request",
    most: 2.5,
    next: "The reader of each format of requests would have to be a module that is loaded alone.",
  },
  {
    table: "start-up",
    row: "explain, one mistake",
    most: 4,
    next: "The common forms of the known mistakes would have to be loaded stage by stage, in the order of the search.",
  },
];

export function boundOf(table: string, row: string): Bound | undefined {
  return BOUNDS.find((bound) => bound.table === table && (bound.row ?? row) === row);
}
