/** The OpenAPI document in docs/data/gateway.openapi.json: it is valid, complete, and its examples work. */

import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fitsType } from "../../src/gateway/arguments.ts";
import { OPERATIONS, type Operation, parseGatewayResponse, verifyCallback } from "../../src/gateway/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSigner, type Signer } from "../../src/oauth1/index.ts";
import { sample } from "./simulator/shared-sample.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is of a standard whose types this project does not have
type Json = any;

const TEXT = readFileSync("docs/data/gateway.openapi.json", "utf8");
const read = (): Json => JSON.parse(TEXT);
const document: Json = read();
const { components } = document;
const ROWS = Object.entries(OPERATIONS) as [keyof typeof OPERATIONS, Operation][];
const FORM_TYPE = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/vnd.pay+json";

const formOf = (name: string): Json => components.requestBodies[name].content[FORM_TYPE];
const schemes: Readonly<Record<string, string>> = { "RSA-SHA256": "oauth1RsaSha256", "HMAC-SHA1": "oauth1HmacSha1" };

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(read(), "document");
const fits = (schema: string, value: unknown): boolean =>
  ajv.validate({ $ref: `document#/components/schemas/${schema}` }, value);

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1, which a document with a mistake is not", { tags: ["deep"] }, async () => {
    const validate = async (one: Json) => (await new Validator().validate(one)).errors ?? [];
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await validate(read())).toEqual([]);
    const wrong = read();
    wrong.paths["/v4/payout/{endpoint}"].post.requestBody = { content: "form" };
    expect(await validate(wrong)).not.toEqual([]);
  });

  test("names only prefixes that the simulator accepts", async () => {
    const { data, endpoint } = sample;
    const simulator = await startGatewaySimulator({ data });
    const { enum: prefixes } = document.servers[0].variables.prefix;
    for (const prefix of prefixes) {
      const url = `${simulator.origin}${prefix}/v4/payout/${endpoint}`;
      expect((await fetch(url, { method: "POST" })).status).toBe(403);
    }
    expect((await fetch(`${simulator.origin}/checkout/api/v4/payout/1`, { method: "POST" })).status).toBe(404);
    await simulator.close();
  });

  test("has only references to what it has", () => {
    const references = [...TEXT.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(30);
    const find = (path: string): Json => path.split("/").reduce((at: Json, step) => at?.[step], document);
    expect(references.filter((path) => find(path) === undefined)).toEqual([]);
  });

  test("has a path for each operation, and another one for groups, and no more", () => {
    const paths = ROWS.flatMap(([, { version, path, hasGroups }]) => [
      `/${version}/${path}/{endpoint}`,
      ...(hasGroups ? [`/${version}/${path}/group/{endpointGroup}`] : []),
    ]);
    expect(Object.keys(document.paths), "run npm run generate -- openapi").toEqual(paths);
  });

  test.each(ROWS)("describes %s as the table of operations does", (name, row) => {
    const { post } = document.paths[`/${row.version}/${row.path}/{endpoint}`];
    expect(post.security).toEqual([{ [schemes[row.signatureMethod]!]: [] }]);
    expect(post.description).toContain(row.methodFrom === "specification" ? "the specification" : "public documents");
    expect("orderFinal" in (post.callbacks ?? {})).toBe("serverCallbackUrl" in row.parameters);

    const { properties, required } = components.schemas[name];
    const parameters = Object.values(row.parameters);
    expect(Object.keys(properties)).toEqual(parameters.map((one) => one.name));
    expect(required).toEqual(parameters.filter(({ need }) => need === "required").map((one) => one.name));
    for (const { name: parameter, length, otherNames = [], nameFrom, rulesFrom } of parameters) {
      const schema = properties[parameter];
      expect(schema["x-sources"]).toEqual({ name: nameFrom, rules: rulesFrom });
      if (length !== undefined) expect([schema.minLength, schema.maxLength]).toEqual(length);
      for (const other of otherNames) expect(schema.description).toContain(`\`${other}\``);
    }
  });

  test("accepts values of a type as the client does", () => {
    const values = [
      "0",
      "1",
      "12",
      "013",
      "123",
      "1234",
      "12345",
      "13",
      "00",
      "2099",
      "10.42",
      "10.4242",
      "0.00",
      "01.00",
    ];
    const words = [
      "EUR",
      "eur",
      "DE",
      "D1",
      "true",
      "yes",
      "http://a.example",
      "HTTPS://a.example/?a=1",
      "ftp://a.example",
    ];
    const types = new Map(ROWS.flatMap(([, row]) => Object.values(row.parameters)).map((one) => [one.type, one]));
    for (const [type, { name }] of types) {
      if (type === "text" || type === "ip-address") continue;
      const [operation] = ROWS.find(([, row]) => Object.values(row.parameters).some((one) => one.name === name))!;
      const { pattern, enum: choices } = components.schemas[operation].properties[name];
      const schema = { type: "string", ...(pattern && { pattern }), ...(choices && { enum: choices }) };
      for (const value of [...values, ...words]) {
        expect({ type, value, fits: ajv.validate(schema, value) }).toEqual({
          type,
          value,
          fits: fitsType(type, value),
        });
      }
    }
  });

  test("accepts its own examples, and no form without a required or with half of a card", () => {
    for (const [name] of ROWS) expect(fits(name, formOf(name).examples.accepted.value)).toBe(true);
    const { orderid, ...half } = formOf("createCardRef").examples.accepted.value;
    expect(orderid).toBeDefined();
    expect(fits("createCardRef", half)).toBe(false);
    const { cvv2, ...withoutCvv2 } = formOf("transfer").examples.accepted.value;
    expect(cvv2).toBeDefined();
    expect(fits("transfer", withoutCvv2)).toBe(false);
    const both = { ...formOf("transferByRef").examples.accepted.value, "destination-card-no": "4444555566661111" };
    expect(fits("transferByRef", both)).toBe(false);
  });

  test("has an example of a callback whose checksum is correct", () => {
    const { parameters } = components.callbacks.orderFinal["{$request.body#/server_callback_url}"].get;
    const fields = parameters.filter((one: Json) => one.example !== undefined);
    const query = new URLSearchParams(fields.map((one: Json) => [one.name, one.example]));
    expect(verifyCallback(query, { controlKey: "test-merchant-control" })).toMatchObject({ verified: true });
  });
});

describe("a request of the OpenAPI document", () => {
  let simulator: GatewaySimulator;
  let signers: Readonly<Record<"oauth1HmacSha1" | "oauth1RsaSha256", Signer>>;
  beforeAll(async () => {
    const { login: consumerKey, controlKey: consumerSecret, privateKey } = sample;
    signers = {
      oauth1HmacSha1: createSigner({ consumerKey, signatureMethod: "HMAC-SHA1", consumerSecret }),
      oauth1RsaSha256: createSigner({ consumerKey, signatureMethod: "RSA-SHA256", privateKey }),
    };
    const callbackFetch = async () => ({ status: 200 });
    simulator = await startGatewaySimulator({ data: sample.data, strict: true, callbackFetch });
  });
  afterAll(() => simulator.close());

  function send(path: string, change: (form: Record<string, string>) => void = () => {}, accept = "*/*") {
    const { post } = document.paths[path];
    const [scheme] = Object.keys(post.security[0]);
    const form = { ...formOf(post.requestBody.$ref.split("/").at(-1)).examples.accepted.value };
    change(form);
    const signer = signers[scheme as keyof typeof signers];
    const [{ url: server }] = document.servers.slice(1);
    const filled = (server + path)
      .replace("{port}", String(simulator.port))
      .replace(/\{(endpoint|endpointGroup)\}/, (_, name) => components.parameters[name].example);
    const { url, headers, body } = signer.sign({ method: "POST", url: filled, form });
    return fetch(url, { method: "POST", headers: { ...headers, accept }, body: String(body) });
  }

  test.each(Object.keys(document.paths))("is accepted with --strict, and answered: %s", async (path) => {
    simulator.reset();
    const { responses, operationId } = document.paths[path].post;
    const { content } = components.responses[responses[200].$ref.split("/").at(-1)];
    const response = await send(path);
    expect(response.status).toBe(200);
    const type = response.headers.get("content-type")!;
    const body = await response.text();
    const operation = operationId.replace("ForGroup", "");
    parseGatewayResponse(operation, { status: 200, contentType: type, body });
    const namesOf = (text: string): string[] => text.split("&").map((pair) => pair.split("=")[0]!);
    expect(namesOf(body)).toEqual(namesOf(content[type].examples.accepted.value));

    simulator.reset();
    const json = (await (await send(path, () => {}, JSON_TYPE)).json()) as Record<string, string>;
    const { schema, examples } = content[JSON_TYPE];
    expect(Object.keys(json)).toEqual(Object.keys(examples.accepted.value));
    expect(fits(schema.$ref.split("/").at(-1), json)).toBe(true);
    const { properties } = components.schemas[schema.$ref.split("/").at(-1)];
    expect(Object.keys(json).filter((name) => !(name in properties))).toEqual([]);
  });

  test("gets the documented error without a required parameter, and 403 if unsigned", async () => {
    const path = "/v4/create-card-ref/{endpoint}";
    const { examples, schema } = components.responses.failed.content[JSON_TYPE];
    const failed = await send(path, (form) => delete form.orderid, JSON_TYPE);
    expect(failed.status).toBe(400);
    const answer = (await failed.json()) as Json;
    expect({ ...answer, "serial-number": "" }).toEqual({ ...examples["validation-error"].value, "serial-number": "" });
    expect(fits(schema.$ref.split("/").at(-1), answer)).toBe(true);

    const unsigned = await fetch(`${simulator.origin}/processing/api/v4/status/39915`, { method: "POST" });
    expect(unsigned.status).toBe(403);
    const { content } = components.responses.unauthorized;
    expect(await unsigned.text()).toBe(content["text/html"].examples.page.value);
  });

  test("leads to a callback with no other fields than the document has", async () => {
    simulator.reset();
    await send("/v4/transfer/{endpoint}");
    const [callback] = await simulator.callbacks();
    const { parameters } = components.callbacks.orderFinal["{$request.body#/server_callback_url}"].get;
    const sent = [...new URL(callback!.url).searchParams.keys()];
    expect(sent).toContain("control");
    expect(sent.filter((name) => !parameters.some((one: Json) => one.name === name))).toEqual([]);
  });
});
