/** The OpenAPI document of the gateway. */

import { DEFAULT_PREFIX, PATH_PREFIXES } from "../../src/gateway/environment.ts";
import { OPERATIONS, type Operation, type OperationName } from "../../src/gateway/index.ts";
import { answerReference, answerSchemas, CALLBACKS, PAYER_RETURNS } from "./answers.ts";
import { type Exchange, exampleForm, type RecordedAnswers } from "./examples.ts";
import { formSchema, type Json } from "./schemas.ts";

const NAMES = Object.keys(OPERATIONS) as OperationName[];

const SIGNING = `Every request is signed with OAuth 1.0 (RFC 5849), without a token:

1. The five protocol parameters \`oauth_consumer_key\` (the login), \`oauth_nonce\` (new for each request),
   \`oauth_signature_method\`, \`oauth_timestamp\` (seconds since 1970) and \`oauth_version\` (1.0) are signed with all
   parameters of the form.
2. Names and values are percent-encoded as in RFC 3986, sorted by name and then by value, and joined with \`=\` and \`&\`.
3. The base string is \`POST\`, the URL and that text, each percent-encoded (again), joined with \`&\`.
4. The signature, in base64, is the parameter \`oauth_signature\` of the header:
   \`Authorization: OAuth oauth_consumer_key="merchant", oauth_nonce="…", …, oauth_signature="…"\`. Each value is
   percent-encoded.

A program that is made of this document sends no such header by itself: add it with code of your own.`;

const SCHEMES = {
  "RSA-SHA256": {
    name: "oauth1RsaSha256",
    description: "The signature is RSASSA-PKCS1-v1_5 with SHA-256, made with the merchant's private key.",
  },
  "HMAC-SHA1": {
    name: "oauth1HmacSha1",
    description:
      "The signature is HMAC-SHA1; its key is the merchant's control key, percent-encoded, and an ampersand. Samples have " +
      'an empty realm (`OAuth realm="", …`). Older public documents repeat the five signed protocol parameters in the ' +
      "body; they are signed once.",
  },
} as const;

const JSON_TYPE = "application/vnd.pay+json";
const HTML_TYPE = "text/html;charset=utf-8";
const FORM_TYPE = "application/x-www-form-urlencoded";

function schemeOf({ signatureMethod }: Operation): { readonly name: string; readonly description: string } {
  return SCHEMES[signatureMethod as keyof typeof SCHEMES];
}

function sourceText({ methodFrom, movesMoney }: Operation): string {
  const from = methodFrom === "specification" ? "the specification" : "public documents";
  const money = movesMoney ? "**Moves money**: after a timeout, ask for the status before you send it again. " : "";
  return `${money}The signature method comes from ${from}.`;
}

/** An operation for one endpoint, or for a group of endpoints. */
function pathItem(name: OperationName, target: "endpoint" | "endpointGroup"): Json {
  const operation: Operation = OPERATIONS[name];
  const callbacks = [
    ["serverCallbackUrl", "orderFinal"],
    ["redirectUrl", "payerReturns"],
  ] as const;
  const called = callbacks.filter(([argument]) => argument in operation.parameters).map(([, callback]) => callback);
  return {
    post: {
      operationId: target === "endpoint" ? name : `${name}ForGroup`,
      summary: operation.summary + (target === "endpoint" ? "" : ", with an endpoint group"),
      description: sourceText(operation),
      tags: [operation.movesMoney ? "money" : "information"],
      security: [{ [schemeOf(operation).name]: [] }],
      parameters: [{ $ref: `#/components/parameters/${target}` }],
      requestBody: { $ref: `#/components/requestBodies/${name}` },
      responses: {
        200: { $ref: `#/components/responses/${name}` },
        "4XX": { $ref: "#/components/responses/failed" },
        401: { $ref: "#/components/responses/unauthorized" },
        403: { $ref: "#/components/responses/unauthorized" },
      },
      ...(called.length === 0
        ? {}
        : { callbacks: Object.fromEntries(called.map((one) => [one, { $ref: `#/components/callbacks/${one}` }])) }),
    },
  };
}

const DEFAULT_ANSWER =
  "Pairs as in a form. On public pages a line feed follows each value. An error comes with the status 200, too, and has " +
  "the type `validation-error` or `error`.";

function answer(kind: Operation["answer"], { text, json }: Exchange, errors: RecordedAnswers["errors"]): Json {
  return {
    description: DEFAULT_ANSWER,
    content: {
      [HTML_TYPE]: {
        schema: { type: "string" },
        examples: {
          accepted: { value: text },
          "validation-error": { value: errors["validation-error"].text },
          error: { value: errors.error.text },
        },
      },
      [JSON_TYPE]: {
        schema: answerReference(kind),
        examples: { accepted: { summary: `With the header Accept: ${JSON_TYPE}`, value: json } },
      },
    },
  };
}

/** @param version - the version of this package */
export function openApiDocument(version: string, answers: RecordedAnswers): Json {
  const paths = NAMES.flatMap((name) => {
    const { version: api, path, hasGroups } = OPERATIONS[name];
    const own = [`/${api}/${path}/{endpoint}`, pathItem(name, "endpoint")] as const;
    if (!hasGroups) return [own];
    const group = [`/${api}/${path}/group/{endpointGroup}`, pathItem(name, "endpointGroup")] as const;
    return [own, group];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Card gateway of the PaynetEasy family",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description: `Made from the table of operations of countersign. It is no document of the gateway's maker. \`x-sources\` says
where a name (and its rules) come from: the gateway's specification, or only public documents of its family. The answers in
the examples are those of the simulator, \`npx --no -- countersign gateway\`.\n\n${SIGNING}`,
    },
    servers: [
      {
        url: "https://{host}{prefix}",
        description: "The gateway",
        variables: {
          host: { default: "sandbox.example.com", description: "Public pages have sandbox. and gate." },
          prefix: { default: DEFAULT_PREFIX, enum: PATH_PREFIXES },
        },
      },
      {
        url: "http://127.0.0.1:{port}/processing/api",
        description: "The simulator: npx --no -- countersign gateway --port 8080",
        variables: { port: { default: "8080" } },
      },
    ],
    tags: [
      { name: "money", description: "Operations that move money." },
      { name: "information", description: "Operations that move no money." },
    ],
    paths: Object.fromEntries(paths),
    components: components(answers),
  };
}

function components({ operations, errors, page }: RecordedAnswers): Json {
  const schemes = Object.values(SCHEMES).map(({ name, description }) => {
    return [name, { type: "http", scheme: "OAuth", description: `OAuth 1.0, RFC 5849. ${description}` }] as const;
  });
  const id = (name: string, description: string): Json => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", pattern: "^[0-9]+$" },
  });
  return {
    securitySchemes: Object.fromEntries(schemes),
    parameters: {
      endpoint: { ...id("endpoint", "The id of an endpoint: digits."), example: "39915" },
      endpointGroup: { ...id("endpointGroup", "The id of an endpoint group: digits."), example: "174" },
    },
    requestBodies: Object.fromEntries(
      NAMES.map((name) => [
        name,
        {
          required: true,
          content: {
            [FORM_TYPE]: {
              schema: { $ref: `#/components/schemas/${name}` },
              examples: { accepted: { value: exampleForm(name) } },
            },
          },
        },
      ]),
    ),
    responses: {
      ...Object.fromEntries(NAMES.map((name) => [name, answer(OPERATIONS[name].answer, operations[name], errors)])),
      failed: {
        description: "An error or a declined order, if the client accepts JSON.",
        content: {
          [JSON_TYPE]: {
            schema: answerReference("error"),
            examples: {
              "validation-error": { value: errors["validation-error"].json },
              error: { value: errors.error.json },
            },
          },
        },
      },
      unauthorized: {
        description:
          "The signature, the login, the timestamp or the nonce is wrong. The page does not say which. 403 in the " +
          "specification, 401 in notes of the gateway's maker.",
        content: { "text/html": { schema: { type: "string" }, examples: { page: { value: page } } } },
      },
    },
    schemas: {
      ...Object.fromEntries(NAMES.map((name) => [name, formSchema(OPERATIONS[name])])),
      ...answerSchemas(),
      payerReturns: PAYER_RETURNS,
    },
    callbacks: CALLBACKS,
  };
}
