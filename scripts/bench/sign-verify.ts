/** Signing, compared with the bare cryptography and with other packages, and verifying, also of expensive requests. */

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign as cryptoSign,
  verify as cryptoVerify,
  generateKeyPairSync,
} from "node:crypto";
import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import type {
  Credentials,
  CredentialsLookup,
  NonceClaim,
  ReceivedRequest,
  Signer,
  StoredKey,
  Verifier,
} from "../../src/index.ts";
import {
  built,
  collectGarbage,
  type Effort,
  type Laps,
  lapsOver,
  type Row,
  row,
  type Section,
  type Table,
  timed,
  usedMemory,
  wallTime,
} from "./measure.ts";
import {
  accept,
  CONSUMER_KEY,
  HMAC,
  hmacAlone,
  MEBIBYTE,
  mixedCredentials,
  receivedFrom,
  requestOfLayout,
  SECRET,
  verifierWith,
  WORST_SHAPES,
  type Work,
  type WorstRequest,
  type WorstShape,
  works,
} from "./requests.ts";

const { createSigner, MemoryNonceStore } = await built<typeof import("../../src/index.ts")>("index.js");
const { formatForm } = await built<typeof import("../../src/oauth1/index.ts")>("oauth1/index.js");
const require = createRequire(import.meta.url);

/** Requests in a lap of HMAC-SHA1, and of RSA. */
const LAP = 1024;
const RSA_LAP = 32;

/** A new key as PEM; RSA takes as long with each key. */
function newPrivateKey(bits: number): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

const rsaCredentials = (bits: number): Credentials => {
  return { consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey: newPrivateKey(bits) };
};
const publicKeyOf = (credentials: Credentials): string =>
  createPublicKey((credentials as { privateKey: string }).privateKey).export({ type: "spki", format: "pem" }) as string;

/** Other packages of npm, each from the unsigned request to the header. Each function loads its package. */
const PACKAGES = {
  "oauth-1.0a"() {
    const OAuth1a = require("oauth-1.0a");
    const oauth = new OAuth1a({
      consumer: { key: CONSUMER_KEY, secret: SECRET },
      signature_method: "HMAC-SHA1",
      hash_function: (base: string, key: string) => createHmac("sha1", key).update(base).digest("base64"),
    });
    return ({ request, options }: Work) => {
      oauth.getNonce = () => options.nonce;
      oauth.getTimeStamp = () => Number(options.timestamp);
      return oauth.toHeader(oauth.authorize({ ...request, data: Object.fromEntries(request.form) }));
    };
  },
  "oauth-sign"() {
    const oauthSign = require("oauth-sign");
    return headerOf(({ method, url }, all) => oauthSign.hmacsign(method, url, all, SECRET, ""));
  },
  oauth() {
    const { OAuth } = require("oauth");
    const oauth = new OAuth("", "", CONSUMER_KEY, SECRET, "1.0", null, "HMAC-SHA1");
    return ({ request, options }: Work) => {
      oauth._getNonce = () => options.nonce;
      oauth._getTimestamp = () => options.timestamp;
      const form = Object.fromEntries(request.form);
      return oauth._buildAuthorizationHeaders(oauth._prepareParameters("", "", request.method, request.url, form));
    };
  },
  "node-oauth1"() {
    const nodeOauth1 = require("node-oauth1");
    return (work: Work) => {
      const parameters = [...protocol(work), ...work.request.form];
      const message = { method: work.request.method, action: work.request.url, parameters };
      nodeOauth1.SignatureMethod.sign(message, { consumerSecret: SECRET, tokenSecret: "" });
      return nodeOauth1.getAuthorizationHeader(undefined, message.parameters);
    };
  },
  "oauth-signature"() {
    const { generate } = require("oauth-signature");
    return headerOf(({ method, url }, all) => generate(method, url, all, SECRET, "", { encodeSignature: false }));
  },
  /** Signs with RSA, and parses the key each time. */
  "mastercard-oauth1-signer"() {
    const mastercard = require("mastercard-oauth1-signer");
    const pem = newPrivateKey(2048);
    return ({ request: { url, method, form } }: Work) =>
      mastercard.getAuthorizationHeader(url, method, formatForm(form), CONSUMER_KEY, pem);
  },
};

function protocol({ options }: Work): [string, string][] {
  return Object.entries({
    oauth_consumer_key: CONSUMER_KEY,
    oauth_nonce: options.nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: options.timestamp,
    oauth_version: "1.0",
  });
}

/** For packages that only compute signatures and leave the header to their user: the shortest valid header. */
function headerOf(signatureOf: (request: Work["request"], all: Record<string, string>) => string) {
  return (work: Work): string => {
    const parameters = protocol(work);
    const signature = signatureOf(work.request, Object.fromEntries([...parameters, ...work.request.form]));
    const all = [...parameters, ["oauth_signature", signature] as const];
    return `OAuth ${all.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(", ")}`;
  };
}

function packageRow(name: keyof typeof PACKAGES, given: () => readonly Work[]): Row {
  return row(`${name} ${require(`${name}/package.json`).version}`, () => {
    const sign = PACKAGES[name]();
    return lapsOver(given(), () => (work) => [sign(work), formatForm(work.request.form)]);
  });
}

/** A table of times, each compared with the first row. */
function compared(id: string, title: string, rows: readonly Row[], rounds = 5): Table {
  return { id, title, unit: "µs", isCompared: true, rounds, rows };
}

const signing = (works: readonly Work[], signer: Signer): Laps =>
  lapsOver(
    works,
    () =>
      ({ request, options }) =>
        signer.sign(request, options),
  );

function signTable(parameters: 3 | 16, most: number, mostWithNonce: number): Table {
  const given = (): Work[] => works(parameters, LAP);
  const signer = createSigner(HMAC);
  const packages = ["oauth-1.0a", "oauth-sign", "oauth", "node-oauth1", "oauth-signature"] as const;
  return compared(`sign-${parameters}`, `HMAC-SHA1, ${parameters} parameters`, [
    row("createHmac alone", () => hmacAlone(given())),
    row(
      "countersign",
      () =>
        lapsOver(
          given(),
          () =>
            ({ request }) =>
              signer.sign(request),
        ),
      most,
    ),
    row("countersign, nonce given", () => signing(given(), signer), mostWithNonce),
    ...packages.map((name) => packageRow(name, given)),
  ]);
}

function signRsaTable(bits: 2048 | 4096, most: number): Table {
  const given = (): Work[] => works(3, RSA_LAP);
  return compared(`sign-rsa-${bits}`, `RSA-SHA256, ${bits} bits, 3 parameters`, [
    row("crypto.sign alone", () => {
      const key = createPrivateKey(newPrivateKey(bits));
      return lapsOver(
        given(),
        () =>
          ({ request }) =>
            cryptoSign("sha256", Buffer.from(request.url), key),
      );
    }),
    row("countersign", () => signing(given(), createSigner(rsaCredentials(bits))), most),
    ...(bits === 2048 ? [packageRow("mastercard-oauth1-signer", given)] : []),
  ]);
}

/** Uses elapsed time, because CPU time would not show that threads share the work. */
function poolTable(bits: 2048 | 4096): Table {
  const given = works(3, RSA_LAP);
  const elapsed = (name: string, lapsOf: (signer: Signer) => Laps): Row => ({
    name,
    measure: async (effort) => (await timed([lapsOf(createSigner(rsaCredentials(bits)))], effort, wallTime))[0]!,
  });
  const all = (signer: Signer) => (): unknown =>
    Promise.all(given.map(({ request, options }) => signer.signAsync(request, options)));
  return compared(`pool-${bits}`, `RSA-SHA256, ${bits} bits`, [
    elapsed("sign", (signer) => signing(given, signer)),
    elapsed("signAsync", (signer) => ({ pieces: given.length, prepare: () => all(signer) })),
  ]);
}

/** Each request is awaited before the next. Each lap has a separate nonce store, so that every nonce in it is new. */
function verifying(requests: readonly ReceivedRequest[], newVerifier: () => Verifier): Laps {
  return lapsOver(requests, () => {
    const verifier = newVerifier();
    return (received) => accept(verifier, received);
  });
}

function verifyTable(parameters: 3 | 16, most: number): Table {
  const given = (): Work[] => works(parameters, LAP);
  return compared(`verify-${parameters}`, `HMAC-SHA1, ${parameters} parameters`, [
    row("createHmac alone", () => hmacAlone(given())),
    row("countersign verify", () => verifyingSigned(given(), HMAC, { consumerSecret: SECRET }), most),
  ]);
}

function verifyingSigned(given: readonly Work[], credentials: Credentials, stored: StoredKey): Laps {
  const signer = createSigner(credentials);
  const received = given.map(({ request, options }) => receivedFrom(signer.sign(request, options)));
  return verifying(received, () => verifierWith(() => stored));
}

function verifyRsaTable(bits: 2048 | 4096, most: number): Table {
  const given = (): Work[] => works(3, 4 * RSA_LAP);
  return compared(`verify-rsa-${bits}`, `RSA-SHA256, ${bits} bits, 3 parameters`, [
    row("crypto.verify alone", () => {
      const credentials = rsaCredentials(bits);
      const [signer, key] = [createSigner(credentials), createPublicKey(publicKeyOf(credentials))];
      const ready = given().map(({ request, options }) => {
        const { baseString, signature } = signer.sign(request, options);
        return { octets: Buffer.from(baseString), signature: Buffer.from(signature, "base64") };
      });
      return lapsOver(ready, () => ({ octets, signature }) => {
        if (!cryptoVerify("sha256", octets, key, signature)) throw new Error("crypto.verify rejects a signature");
        return true;
      });
    }),
    row(
      "countersign verify",
      () => {
        const credentials = rsaCredentials(bits);
        return verifyingSigned(given(), credentials, { publicKey: publicKeyOf(credentials) });
      },
      most,
    ),
  ]);
}

/** 60 requests of each of 40 layouts: one layout after the other, or one request of each in turn. */
function mixedTable(action: "sign" | "verify"): Table {
  const laps = (isMixed: boolean): Laps => {
    const requests = Array.from({ length: 2400 }, (_, at) =>
      isMixed ? requestOfLayout(at % 40, Math.floor(at / 40)) : requestOfLayout(Math.floor(at / 60), at % 60),
    );
    if (action === "sign")
      return lapsOver(
        requests,
        () =>
          ({ sign }) =>
            sign(),
      );
    const received = requests.map((one) => one.received);
    return verifying(received, () => verifierWith(mixedCredentials));
  };
  return compared(
    `mixed-${action}-40`,
    `${action}, 40 layouts in rotation`,
    [row("one layout after the other", () => laps(false)), row("layouts mixed", () => laps(true), 1.3)],
    8,
  );
}

/** Octets of all requests in a lap: several requests, so that the lap also pays for collecting their garbage. */
const LAP_OCTETS = 3 * MEBIBYTE;
/** The maximum number of requests; the cost of a small request does not depend on its size alone. */
const MOST_PIECES = 60;
/** Requests that wait for their credentials at once. */
const WAITING = 8;

/** A verifier that accepts a body of 1 MiB, which is more than the default limit. */
export function withLargeBodies(credentials: CredentialsLookup): Verifier {
  return verifierWith(credentials, { limits: { body: MEBIBYTE }, nonceStore: { claim: () => "fresh" } });
}

/** A lap that repeats one request, after a garbage collection. */
function collected({ octets }: WorstShape, request: WorstRequest, run: (request: WorstRequest) => unknown): Laps {
  const repeats = Math.round(Math.min(LAP_OCTETS / octets, MOST_PIECES));
  return lapsOver(
    Array.from({ length: repeats }, () => request),
    () => {
      collectGarbage();
      return run;
    },
  );
}

function verifyingWorst(shape: WorstShape, divisor = 1): Laps {
  const verifier = withLargeBodies(() => ({ consumerSecret: SECRET }));
  return collected(shape, shape.make(shape.octets / divisor), ({ received }) => accept(verifier, received));
}

/** The work that no verifier can leave out. */
function hashing(shape: WorstShape): Laps {
  return collected(shape, shape.make(shape.octets), ({ baseString, hashedBody }) => {
    const digest = createHmac("sha1", `${SECRET}&`).update(baseString).digest("base64");
    return hashedBody.length > 0 ? createHash("sha1").update(hashedBody).digest("base64") : digest;
  });
}

/** Octets of memory per request, while several wait for their credentials. All share one body, which is not counted. */
async function memoryHeld(shape: WorstShape): Promise<number> {
  const { received } = shape.make(shape.octets);
  const answers: ((key: StoredKey) => void)[] = [];
  const verifier = withLargeBodies(() => new Promise((resolve) => answers.push(resolve)));
  const before = await usedMemory();
  const verdicts = Array.from({ length: WAITING }, () => accept(verifier, received));
  await setImmediate();
  const held = (await usedMemory()) - before;
  if (answers.length !== WAITING) throw new Error(`${answers.length} of ${WAITING} requests wait for credentials`);
  for (const answer of answers) answer({ consumerSecret: SECRET });
  await Promise.all(verdicts);
  return held / WAITING;
}

/** The bounds apply to the body of 1 MiB: many short parameters cost more for each octet. */
function worstTables(): Table[] {
  const rows = (measure: (shape: WorstShape, effort: Effort) => Promise<number>, most?: number): Row[] =>
    WORST_SHAPES.map((shape) => ({
      name: shape.name,
      measure: (effort) => measure(shape, effort),
      ...(most !== undefined && shape.octets === MEBIBYTE && { most }),
    }));
  const ratio = async (one: Laps, other: Laps, effort: Effort): Promise<number> => {
    const [floor, whole] = await timed([one, other], effort);
    return whole! / floor!;
  };
  const toHmac = rows((shape, effort) => ratio(hashing(shape), verifyingWorst(shape), effort), 15);
  const toHalf = rows((shape, effort) => ratio(verifyingWorst(shape, 2), verifyingWorst(shape), effort));
  return [
    { id: "worst", title: "Compared with the HMAC", unit: "×", rounds: 3, rows: toHmac },
    { id: "worst-growth", title: "Compared with half the size", unit: "×", rounds: 3, rows: toHalf },
    { id: "worst-held", title: "Memory held", unit: "MiB", rounds: 1, rows: rows(memoryHeld, 16) },
  ];
}

type Received = Partial<ReceivedRequest> & { readonly headers?: Readonly<Record<string, string>> };

const inBrackets = (octets: number): string => `[${"1:".repeat(octets / 2 - 2)}x]`;
const FORM_FIELD = { "content-type": "application/x-www-form-urlencoded" };

/** Every place of a request that a verifier reads, and the fields of a proxy, with the text that costs most to reject. */
const UNSIGNED: Readonly<Record<string, (octets: number) => Received>> = {
  path: (octets) => ({ url: `/${";".repeat(octets - 1)}` }),
  query: (octets) => ({ url: `/?${"%=&".repeat(octets / 3)}` }),
  "host of an absolute URL": (octets) => ({ url: `http://${inBrackets(octets)}/` }),
  "userinfo of an absolute URL": (octets) => ({ url: `http://${"@".repeat(octets - 7)}` }),
  Authorization: (octets) => ({ headers: { authorization: `OAuth a="${"\\".repeat(octets)}` } }),
  "Content-Type": (octets) => ({ headers: { "content-type": ";".repeat(octets) }, body: "a" }),
  form: (octets) => ({ headers: FORM_FIELD, body: "%=&".repeat(octets / 3) }),
  "Host behind a proxy": (octets) => ({ headers: { host: inBrackets(octets) } }),
  "X-Forwarded-Host": (octets) => ({ headers: { "x-forwarded-host": inBrackets(octets) } }),
  "X-Forwarded-Proto": (octets) => ({ headers: { "x-forwarded-proto": " ".repeat(octets) } }),
  "address of the connection": (octets) => ({ remoteAddress: "1:".repeat(octets / 2) }),
};

function rejecting({ headers, ...changed }: Received): Laps {
  const proxy = { addresses: ["10.0.0.7"], hosts: ["sandbox.example.com"] };
  const verifier = verifierWith(() => undefined, { origin: undefined, proxy });
  const own = { host: "sandbox.example.com", "x-forwarded-proto": "https", ...headers };
  const received = { method: "POST", url: "/pay", remoteAddress: "10.0.0.7", ...changed, headers: own };
  return lapsOver(
    Array.from({ length: MOST_PIECES }, () => received),
    () => (one) => verifier.verify(one),
  );
}

/** How long a nonce is remembered under the verifier's defaults: tolerance and skew. */
const LIFETIME = 360;
const MILLION = 1_000_000;

/** Claims at the rate that keeps `live` nonces alive: as many expire as are added, as on a server that has run for a while. */
function* claims(live: number, clients: number): Generator<NonceClaim, never> {
  for (let index = 0; ; index++) {
    const now = 1_700_000_000 + (index / live) * LIFETIME;
    const timestamp = Math.floor(now);
    const nonce = `a1b2c3d4e5f60718293a4b5c${index.toString(16).padStart(8, "0")}`;
    yield { consumerKey: `client-${index % clients}`, timestamp, nonce, expiresAt: timestamp + LIFETIME, now };
  }
}

function* take(count: number, from: Generator<NonceClaim, never>): Generator<NonceClaim> {
  for (let index = 0; index < count; index++) yield from.next().value;
}

/** Claims in a store; each must be fresh. */
function claimAll(store: InstanceType<typeof MemoryNonceStore>, list: Iterable<NonceClaim>): void {
  for (const claim of list) {
    const answer = store.claim(claim);
    if (answer !== "fresh") throw new Error(`expected a fresh nonce, but the store answered ${String(answer)}`);
  }
}

/** Claims in a filled store; each lap continues where the last one ended. */
function claiming(live: number): Laps {
  const store = new MemoryNonceStore();
  const endless = claims(live, 100);
  claimAll(store, take(live, endless));
  // Two time slices of the store (10 s each), at a million live nonces.
  const pieces = Math.round((20 / LIFETIME) * MILLION);
  const prepare = () => {
    const list = [...take(pieces, endless)];
    return () => claimAll(store, list);
  };
  return { pieces, prepare };
}

/** The octets of a store that holds a million nonces of this many clients. */
async function memoryOfMillion(clients: number): Promise<number> {
  // Compiles all code first, so that it is not counted.
  claimAll(new MemoryNonceStore(), take(10_000, claims(10_000, 100)));
  const before = await usedMemory();
  const store = new MemoryNonceStore({ perClient: MILLION });
  claimAll(store, take(MILLION, claims(MILLION, clients)));
  const octets = (await usedMemory()) - before;
  if (store.size !== MILLION) throw new Error(`the store holds ${store.size} nonces instead of a million`);
  return octets;
}

export const SECTIONS: readonly Section[] = [
  {
    title: "Sign",
    text: `Measured is all of \`signer.sign(request)\`, from the plain request to the finished header and body, with a nonce and a timestamp
of its own. The other packages of npm, and "nonce given", get both. The HMAC alone gets base strings that were made before.`,
    tables: [signTable(3, 4, 3.5), signTable(16, 6.4, 5.9), signRsaTable(2048, 1.1), signRsaTable(4096, 1.05)],
  },
  {
    title: "Sign with RSA on the thread pool",
    text: "`sign` one request after the other, and `signAsync` all at once, by the clock.",
    tables: [poolTable(2048), poolTable(4096)],
  },
  {
    title: "Verify",
    text: `Measured is all of \`await verifier.verify(request)\` with a MemoryNonceStore: from method, target, headers and body as node:http
delivers them to the verdict. The verifier accepts each request.`,
    tables: [verifyTable(3, 8.2), verifyTable(16, 12.3), verifyRsaTable(2048, 2.2), verifyRsaTable(4096, 1.55)],
  },
  {
    title: "Mixed traffic",
    text: `Layouts differ in names, number (0 to 30) and place of the parameters, in token, realm, order of the header, charset, and in
spelling: \`+\` for a space, raw UTF-8, escapes in lower case. The first row measures the requests of one layout after the other, the
second the same requests mixed. If the cost of a request depended on what came before it, the second row would be slower. Some
processes are slower for their whole life, so look at the highest of eight too.`,
    tables: [mixedTable("sign"), mixedTable("verify")],
  },
  {
    title: "The most expensive requests",
    text: `A body of 1 MiB, about ten times the default limit, filled with the octets that cost most to decode, encode, sort or decode by
charset. Each request has a valid signature and is accepted, so that no step is left out. The first table compares with the HMAC
of the request's own base string; for a body that is covered by its hash, with that HMAC and the hash of the body. The second compares
with a request of half the size: 2 is linear growth. The third has the memory that a request holds while its credentials are looked up
asynchronously, without its own body. Many short parameters cost more for each octet; the limits on the header and on the URL, 8 KiB
each, keep them few.`,
    tables: worstTables(),
  },
  {
    title: "Requests that nobody signed",
    text: `A text that is expensive to reject, in each place of a request and in the fields of a proxy: 8 KiB, and ten times as much, which
exceeds the default limits of the URL and the Authorization header.`,
    tables: [
      {
        id: "cost",
        title: "One request",
        unit: "ms",
        rounds: 1,
        rows: Object.entries(UNSIGNED).flatMap(([name, change]) => [
          row(name, () => rejecting(change(8192))),
          row(`${name}, ten times`, () => rejecting(change(81_920))),
        ]),
      },
    ],
  },
  {
    title: "Claims in a MemoryNonceStore",
    text: "One claim, in a store where as many nonces expire as are added; and the memory of a million live nonces.",
    tables: [
      compared(
        "claims",
        "One claim",
        [10_000, MILLION].map((live) => row(`${live.toLocaleString("en")} live nonces`, () => claiming(live))),
      ),
      {
        id: "claims-memory",
        title: "A million nonces",
        unit: "MB",
        rounds: 1,
        rows: [1, 1000, 100_000].map((clients) => ({
          name: `of ${clients.toLocaleString("en")} ${clients === 1 ? "client" : "clients"}`,
          measure: () => memoryOfMillion(clients),
        })),
      },
    ],
  },
];
