import { describe, expect, test } from "vitest";
import {
  DRIVER_DEFAULTS,
  inProcessDriver,
  type ProcessGroup,
  runDoctor,
} from "../../../src/conformance/drivers/index.ts";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import { type InputOf, readInput } from "../../../src/conformance/vectors/index.ts";
import { settled, startDriver, stopClock } from "./driver-in-process.ts";

stopClock();

type Sign = InputOf<"sign">;

/** Starts a driver of this package with these members of hello, which changes questions before it passes them on. */
function start(hello: object, change: (input: Sign) => Sign | { readonly error: string }): ProcessGroup {
  const driver = inProcessDriver(countersign);
  const answerTo = async (id: number, input: ReturnType<typeof change>): Promise<object> => {
    if ("error" in input) return { id, ok: false, ...input };
    const answer = await driver.ask(input);
    if (!answer.ok) return { id, ok: false, error: answer.error, message: answer.message };
    const { "authorization-header": authorization, url, body } = answer.stages;
    return { id, ok: true, authorization, url, body };
  };
  return startDriver({
    hello: { operations: ["sign"], ...hello },
    async onQuestion(unsupported, question, { write }) {
      const { id, op, ...members } = question;
      const answer = op === "sign" ? await answerTo(id, change(readInput("question", op, members))) : unsupported;
      write(`${JSON.stringify(answer)}\n`);
    },
  });
}

async function checksOf(hello: object, change: Parameters<typeof start>[1] = (input) => input) {
  const { checks } = await settled(runDoctor({ ...DRIVER_DEFAULTS, start: () => start(hello, change) }));
  return Object.fromEntries(checks.map(({ id, verdict, message = "" }) => [id, `${verdict} ${message}`.trim()]));
}

const withoutRealm = ({ realm: _, ...input }: Sign): Sign => input as Sign;
const withoutFurther = ({ protocolParameters: _, ...input }: Sign): Sign => input as Sign;
const withSecrets = (input: Sign, secrets: object): Sign =>
  ({ ...input, credentials: { ...input.credentials, ...secrets } }) as Sign;
const withoutForm = (input: Sign): Sign => ({ ...input, request: { ...input.request, form: [] } });

describe("what a driver declares", () => {
  test("is done, and everything in a question has an effect", async () => {
    expect(await checksOf({})).toMatchObject({ effects: "ok", declared: "skipped declares nothing but operations" });
    const signatureMethods = ["HMAC-SHA1", "RSA-SHA256", "PLAINTEXT"];
    const all = { signatureMethods, transports: ["body", "header", "query"], limits: { httpMethods: ["GET", "PUT"] } };
    expect(await checksOf(all)).toMatchObject({ effects: "ok", declared: "ok" });
  });

  test.each<readonly [string, object, (input: Sign) => Sign | { readonly error: string }, string]>([
    [
      "a method",
      { signatureMethods: ["HMAC-SHA1", "PLAINTEXT"] },
      (input) => (input.signatureMethod === "PLAINTEXT" ? { error: "unsupported" } : input),
      "warning sign with PLAINTEXT: unsupported:",
    ],
    [
      "a transport",
      { transports: ["header", "query"] },
      (input) => ({ ...input, transport: "header" }),
      "warning the transport query: the answer has no oauth_signature there",
    ],
    [
      "an HTTP method",
      { limits: { httpMethods: ["POST", "PUT"] } },
      ({ request, ...input }) => (request.method === "PUT" ? { error: "failed" } : { ...input, request }),
      "warning the HTTP method PUT: failed:",
    ],
  ])("and is not done is a warning: %s", async (_what, hello, change, finding) => {
    expect((await checksOf(hello, change)).declared).toBe(finding);
  });

  test.each(["sign-exactly", "signature", "verify-signature"])(
    "and is not done is a warning: %s",
    async (operation) => {
      const { declared } = await checksOf({ operations: [operation], signatureMethods: ["HMAC-SHA1"] });
      expect(declared).toBe(`warning ${operation} with HMAC-SHA1: unsupported:`);
    },
  );

  test.each<readonly [string, (input: Sign) => Sign, string]>([
    ["the realm", withoutRealm, "fault realm: not sent"],
    [
      "a version",
      (input) => ({ ...input, version: "1.0" }),
      "fault version null: sent although the question leaves it out",
    ],
    ["protocol parameters", withoutFurther, "fault protocolParameters: not sent"],
    ["the form", withoutForm, "fault form: the signature does not depend on it"],
    [
      "the token secret",
      (input) => withSecrets(input, { tokenSecret: undefined }),
      "fault credentials.tokenSecret: the signature does not depend on it",
    ],
    [
      "the consumer secret",
      (input) => withSecrets(input, { consumerSecret: "s" }),
      "fault credentials.consumerSecret: the signature does not depend on it",
    ],
  ])("and ignores in questions is a fault: %s", async (_what, change, finding) => {
    expect((await checksOf({}, change)).effects).toBe(finding);
  });

  test.each([
    ["realm", withoutRealm],
    ["no-version", (input: Sign): Sign => ({ ...input, version: "1.0" })],
    ["protocol-parameters", withoutFurther],
    ["form", withoutForm],
  ] as const)("is not asked outside of its limits: %s", async (feature, change) => {
    expect(await checksOf({ limits: { without: [feature] } }, change)).toMatchObject({ effects: "ok" });
  });

  test("is not checked where this version does not know it, instead of something else in its place", async () => {
    const asked: string[] = [];
    const noting = (input: Sign): Sign => {
      asked.push(input.signatureMethod);
      return input;
    };
    expect(await checksOf({ signatureMethods: ["RSA-SHA256", "HMAC-SHA3"] }, noting)).toMatchObject({ declared: "ok" });
    expect(new Set(asked)).toEqual(new Set(["RSA-SHA256"]));
  });
});
