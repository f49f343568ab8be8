/** Checks that a signer does what hello declares, and that every part of a question has an effect. */

import { isRsaMethod, isSignatureMethod } from "../../../spec/signature-methods.ts";
import type { Answer, InputOf, StageValues, VectorInput } from "../../vectors/index.ts";
import { type Hello, signatureMethodsOf } from "../contract.ts";
import { undeclared } from "../declared.ts";
import { type AskedDriver, type Check, DriverFault, DriverWarning } from "./check.ts";
import { probe } from "./probes.ts";

export const DECLARATION_CHECKS: readonly Check[] = [
  {
    id: "declared",
    title: "answers with every signature method, transport and HTTP method that hello declares",
    hint: "declare only what the implementation supports, in signatureMethods, transports and limits; docs/driver.md lists the limits",
    ask: checkDeclared,
  },
  {
    id: "effects",
    title: "passes everything in a question to the implementation",
    hint: "pass each member of the question on; if the implementation has no place for it, declare that in limits.without",
    ask: checkEffects,
  },
];

/** The operations whose questions name a signature method. */
const WITH_METHOD = ["sign", "sign-exactly", "signature", "verify-signature"] as const;

async function checkDeclared(driver: AskedDriver): Promise<string | undefined> {
  const questions = declaredQuestions(driver.hello);
  if (questions.length === 0) return "declares nothing but operations";
  const problems: string[] = [];
  for (const [what, input] of questions) {
    const answer = await driver.ask(input);
    const problem = answer.ok ? missingPlace(input, answer.stages) : reasonOf(answer);
    if (problem !== undefined) problems.push(`${what}: ${problem}`);
  }
  if (problems.length > 0) throw new DriverWarning(listed(problems));
  return undefined;
}

/** A question for each declared signature method, transport and HTTP method. */
function declaredQuestions(hello: Hello): (readonly [string, VectorInput])[] {
  const { operations, transports = [], limits = {} } = hello;
  const methods = WITH_METHOD.filter((operation) => operations.includes(operation)).flatMap((operation) =>
    (signatureMethodsOf(hello, operation) ?? []).filter(isSignatureMethod).map((method) => {
      const one = { ...hello, signatureMethods: [method], limits: { ...limits, signatureMethods: {} } };
      return [`${operation} with ${method}`, probe(operation, one)] as const;
    }),
  );
  if (!operations.includes("sign")) return methods;
  const places = transports.map(
    (transport) =>
      [`the transport ${transport}`, withoutQuery(probe("sign", { ...hello, transports: [transport] }))] as const,
  );
  const httpMethods = (limits.httpMethods ?? []).map((method) => {
    const only = { ...hello, limits: { ...limits, httpMethods: [method] } };
    return [`the HTTP method ${method}`, probe("sign", only)] as const;
  });
  return [...methods, ...places, ...httpMethods];
}

/** Some libraries do not sign a query together with protocol parameters in a body; vectors check that. */
function withoutQuery(input: InputOf<"sign">): InputOf<"sign"> {
  return { ...input, request: { ...input.request, url: input.request.url.replace(/\?.*/, "") } };
}

/** If the answer contains parts of the signed request, the signature must be where the transport puts it. */
function missingPlace(input: VectorInput, stages: StageValues): string | undefined {
  if (input.operation !== "sign") return undefined;
  const { "authorization-header": header, body, url } = stages;
  const place = { header, "header-and-body": header, body, query: url }[input.transport];
  const isShown = [header, body, url].some((part) => part !== undefined);
  const isThere = typeof place === "string" && place.includes("oauth_signature=");
  return isShown && !isThere ? "the answer has no oauth_signature there" : undefined;
}

/** A change to a question, and patterns for what a correct driver sends; no pattern if only the signature changes. */
interface Change {
  readonly what: string;
  readonly input: InputOf<"sign">;
  readonly sent?: RegExp;
  readonly notSent?: RegExp;
  /** Whether the change is signed. @default true */
  readonly isSigned?: boolean;
  /** The question without the change. @default the plain one */
  readonly from?: InputOf<"sign">;
}

async function checkEffects(driver: AskedDriver): Promise<string | undefined> {
  const { hello } = driver;
  if (!hello.operations.includes("sign")) return "does not declare sign";
  const input = probe("sign", hello);
  if (input.signatureMethod === "PLAINTEXT") return "a PLAINTEXT signature depends on nothing but the secrets";
  const plain = await driver.ask(input);
  if (!plain.ok) return "does not sign a plain request";
  const problems: string[] = [];
  for (const change of changesTo(input).filter((one) => undeclared(hello, one.input) === undefined)) {
    const before = change.from === undefined ? plain : await driver.ask(change.from);
    const after = before.ok ? await driver.ask(change.input) : before;
    const problem = before.ok && after.ok ? ignored(change, before.stages, after.stages, hello) : reasonOf(after);
    if (problem !== undefined) problems.push(`${change.what}: ${problem}`);
  }
  if (problems.length > 0) throw new DriverFault(listed(problems));
  return undefined;
}

function changesTo(input: InputOf<"sign">): readonly Change[] {
  const { request, credentials, version } = input;
  const changed = (change: object): InputOf<"sign"> => ({ ...input, ...change }) as InputOf<"sign">;
  const isInHeader = input.transport.startsWith("header");
  const hasToken = credentials.token !== undefined;
  const withToken = changed({ credentials: { ...credentials, token: "t2", tokenSecret: "ts" } });
  const toggled = version === null ? "1.0" : null;
  return [
    ...(isInHeader
      ? [{ what: "realm", input: changed({ realm: "Photos" }), sent: /realm="Photos"/, isSigned: false }]
      : []),
    {
      what: `version ${toggled}`,
      input: changed({ version: toggled }),
      ...(toggled === null ? { notSent: /oauth_version/ } : { sent: /oauth_version="?1\.0/ }),
    },
    {
      what: "protocolParameters",
      input: changed({ protocolParameters: [["oauth_callback", "oob"]] }),
      sent: /oauth_callback="?oob/,
    },
    {
      what: "credentials.token",
      input: changed({ credentials: { ...credentials, token: `${credentials.token ?? ""}t2` } }),
      ...(hasToken ? {} : { sent: /oauth_token="?t2/ }),
    },
    {
      what: "credentials.consumerKey",
      input: changed({ credentials: { ...credentials, consumerKey: "k2" } }),
    },
    ...(isRsaMethod(input.signatureMethod)
      ? []
      : [
          {
            what: "credentials.consumerSecret",
            input: changed({ credentials: { ...credentials, consumerSecret: "s2" } }),
          },
          {
            what: "credentials.tokenSecret",
            from: withToken,
            input: changed({ credentials: { ...withToken.credentials, tokenSecret: "ts2" } }),
          },
        ]),
    {
      what: "the query of the URL",
      input: changed({ request: { ...request, url: "https://gateway.example/pay?a=2" } }),
    },
    {
      what: "the path of the URL",
      input: changed({ request: { ...request, url: "https://gateway.example/other" } }),
    },
    { what: "form", input: changed({ request: { ...request, form: [["b", "3"]] } }) },
    {
      what: "method",
      input: changed({ request: { ...request, method: request.method === "PUT" ? "POST" : "PUT" } }),
    },
  ];
}

function reasonOf(answer: Answer): string | undefined {
  return answer.ok ? undefined : `${answer.error}: ${answer.message}`;
}

/** Returns how the answer shows that the driver ignored the change, if it does. */
function ignored(
  { sent, notSent, isSigned = true }: Change,
  plain: StageValues,
  stages: StageValues,
  { fixesNonceAndTimestamp }: Hello,
): string | undefined {
  const { "authorization-header": header, body, url } = stages;
  const shown = [header, body, url].filter((part) => typeof part === "string").join("&");
  if (shown !== "" && sent !== undefined && !sent.test(shown)) return "not sent";
  if (notSent?.test(shown)) return "sent although the question leaves it out";
  const isSame = stages.signature === plain.signature && fixesNonceAndTimestamp !== false;
  return isSigned && isSame ? "the signature does not depend on it" : undefined;
}

/** Maximum number of problems listed. */
const MOST = 5;

function listed(problems: readonly string[]): string {
  const more = problems.length > MOST ? `; and ${problems.length - MOST} more` : "";
  return `${problems.slice(0, MOST).join("; ")}${more}`;
}
