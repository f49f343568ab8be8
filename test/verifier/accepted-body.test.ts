/** What the signature covers of a body, and how an application reads one parameter. */

import { describe, expect, test } from "vitest";
import { ParameterError, type ReceivedRequest } from "../../src/verifier/index.ts";
import { signedRequest } from "../signed-request.ts";
import { verifierWith, watchedStore, withHeaders } from "./requests.ts";

const authenticated = (request: ReceivedRequest) => verifierWith({ allowUnsignedBody: true }).authenticate(request);
const HASH = { oauth_body_hash: "Lve95gjOVATpfV8EL5X4nxwjKHE=" };

describe("the body of an accepted request", () => {
  test.each<[string, string, ReceivedRequest]>([
    ["none", "a GET", signedRequest({ method: "GET" })],
    ["none", "a POST without a body", signedRequest({})],
    ["none", "the type of a form without a form", signedRequest({ contentType: "application/x-www-form-urlencoded" })],
    ["form", "a form", signedRequest({ form: "a=1" })],
    ["form", "a form of a PATCH", signedRequest({ method: "PATCH", form: "a=1" })],
    ["form", "protocol parameters alone", signedRequest({ transport: "body" })],
    [
      "hashed",
      "JSON with its hash",
      signedRequest({ body: "Hello World!", contentType: "application/json", protocol: HASH }),
    ],
    ["hashed", "a body without a type, with its hash", signedRequest({ body: "Hello World!", protocol: HASH })],
    ["unsigned", "JSON", signedRequest({ body: "{}", contentType: "application/json" })],
    ["unsigned", "a body without a type", signedRequest({ body: "{}" })],
    ["unsigned", "JSON in a GET", signedRequest({ method: "GET", body: "{}", contentType: "application/json" })],
  ])("is %s: %s", async (expected, _what, request) => {
    expect((await authenticated(request)).body).toBe(expected);
  });

  test("is unsigned if somebody adds it in transit", async () => {
    const added = {
      ...withHeaders(signedRequest({}), { "content-type": "application/json" }),
      body: '{"amount":1000}',
    };
    expect((await authenticated(added)).body).toBe("unsigned");
  });
});

describe("a body that was not given", () => {
  test.each([{ "Content-Length": "2" }, { "transfer-encoding": "chunked" }])(
    "is unsigned if the headers announce it: %s",
    async (fields) => {
      const announced = () => withHeaders(signedRequest({ contentType: "application/json" }), fields);
      expect(await verifierWith().verify(announced())).toMatchObject({
        accepted: false,
        code: "body-hash-missing",
        message: "the headers announce a body that was not given, and oauth_body_hash is missing",
      });
      expect((await authenticated(announced())).body).toBe("unsigned");
      expect((await verifierWith().authenticate({ ...announced(), body: "" })).body).toBe("none");
    },
  );

  test("is none if its length is 0", async () => {
    expect((await verifierWith().authenticate(withHeaders(signedRequest({}), { "content-length": "0" }))).body).toBe(
      "none",
    );
  });
});

describe("an unsigned body", () => {
  const typed = (contentType: string, body = "{}") => signedRequest({ body, contentType });
  const json = typed("application/json");

  test.each<[string, ReceivedRequest]>([
    ["JSON", json],
    ["JSON in a GET", signedRequest({ method: "GET", body: "{}", contentType: "application/json" })],
    ["a body without a type", signedRequest({ body: "{}" })],
    ["a multipart form", typed("multipart/form-data; boundary=b", "--b\r\n\r\n--b--\r\n")],
    ["a type that only contains that of a form", typed("text/plain; of=application/x-www-form-urlencoded", "a=1")],
    [
      "JSON that was added in transit",
      { ...withHeaders(signedRequest(), { "content-type": "application/json" }), body: "{}" },
    ],
  ])("is rejected before the look-up and the claim: %s", async (_what, request) => {
    const nonceStore = watchedStore();
    let lookUps = 0;
    const verifier = verifierWith({ nonceStore, credentials: () => void lookUps++ });
    expect(await verifier.verify(request)).toMatchObject({
      accepted: false,
      code: "body-hash-missing",
      status: 400,
      claimed: { consumerKey: "ck" },
    });
    await expect(verifier.authenticate(request)).rejects.toMatchObject({ verdict: { code: "body-hash-missing" } });
    expect([lookUps, nonceStore.claims]).toEqual([0, []]);
  });

  test("is no body that is absent, empty, a form, or hashed", async () => {
    const requests = [
      ...[
        signedRequest(),
        signedRequest({ method: "GET" }),
        signedRequest({ method: "DELETE" }),
        typed("application/json", ""),
      ],
      ...[
        signedRequest({ form: "a=1" }),
        signedRequest({ transport: "body" }),
        signedRequest({ body: "Hello World!", protocol: HASH }),
      ],
    ];
    for (const request of requests) expect((await verifierWith().authenticate(request)).body).not.toBe("unsigned");
  });

  test("is accepted if the verifier or the call allows it, and the call decides", async () => {
    const [allowing, strict] = [{ allowUnsignedBody: true }, { allowUnsignedBody: false }];
    expect(await verifierWith(allowing).authenticate(json)).toMatchObject({ body: "unsigned" });
    expect(await verifierWith(strict).authenticate(json, allowing)).toMatchObject({ body: "unsigned" });
    expect(await verifierWith(allowing).verify(json, { allowUnsignedBody: undefined })).toMatchObject({
      accepted: true,
      body: "unsigned",
    });
    expect(await verifierWith(allowing).verify(json, strict)).toMatchObject({ code: "body-hash-missing" });
  });

  test.each<[string, unknown]>([
    ["option-unknown", { allowUnsignedBodies: false }],
    ["switch-invalid", { allowUnsignedBody: "no" }],
    ["options-invalid", null],
    ["options-invalid", true],
  ])("%s: a mistake in the option is an error", async (code, options) => {
    await expect(verifierWith().verify(signedRequest(), options as never)).rejects.toMatchObject({ code });
    await expect(verifierWith().authenticate(signedRequest(), options as never)).rejects.toMatchObject({ code });
  });
});

describe("one parameter", () => {
  test("is found wherever it is", async () => {
    const accepted = await authenticated(
      signedRequest({ target: "/pay?q=a+b", form: "r=c", protocol: { oauth_token: "t" } }),
    );
    expect([accepted.one("q"), accepted.one("r"), accepted.one("oauth_token"), accepted.one("s")]).toEqual([
      ...["a b", "c", "t"],
      undefined,
    ]);
  });

  test.each<[string, ReceivedRequest]>([
    ["in the query", signedRequest({ target: "/pay?a=1&a=2" })],
    ["in the body", signedRequest({ form: "a=1&a=2" })],
    ["with equal values", signedRequest({ form: "a=1&a=1" })],
    ["in query and body", signedRequest({ target: "/pay?a=1", form: "a=2" })],
    ["in two spellings", signedRequest({ form: "a=1&%61=2" })],
    ["once as octets", signedRequest({ form: "a=1&a=%FF" })],
  ])("is refused if its name is repeated %s", async (_where, request) => {
    const accepted = await authenticated(request);
    expect(() => accepted.one("a")).toThrow(ParameterError);
    expect(() => accepted.one("a")).toThrow(
      expect.objectContaining({
        name: "ParameterError",
        code: "parameter-repeated",
        status: 400,
        publicResponse: { status: 400, message: "A parameter is repeated." },
      }),
    );
    expect(accepted.parameters.filter(({ name }) => name === "a")).toHaveLength(2);
  });

  test("is refused if its value is not UTF-8", async () => {
    const accepted = await authenticated(signedRequest({ form: "a=%FF&b=1" }));
    expect(() => accepted.one("a")).toThrow(expect.objectContaining({ code: "parameter-not-text", status: 400 }));
    expect(accepted.one("b")).toBe("1");
  });

  test("can be read from a copy of the verdict", async () => {
    const copy = { ...(await authenticated(signedRequest({ form: "a=1" }))) };
    const { one } = copy;
    expect([copy.one("a"), one("a")]).toEqual(["1", "1"]);
  });
});
