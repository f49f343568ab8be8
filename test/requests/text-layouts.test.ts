import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { type PastedRequest, readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const OAUTH =
  'OAuth oauth_consumer_key="ck", oauth_nonce="n1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_version="1.0", oauth_signature="ZKVLuHzD%2BpS87zbxCopf1rF3njM%3D"';
const TYPE = "application/x-www-form-urlencoded";
const URL_SENT = "https://api.example.com/v1/pay";
const BODY = "amount=10.42&note=two%20shirts%2A";
const HEAD = `POST /v1/pay HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: ${OAUTH}\r\nContent-Type: ${TYPE}\r\nContent-Length: ${BODY.length}\r\n\r\n`;
const quoted = JSON.stringify(OAUTH);
const PARAMETERS = {
  amount: "10.42",
  note: "two shirts*",
  oauth_consumer_key: "ck",
  oauth_nonce: "n1",
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: "1764210000",
  oauth_version: "1.0",
  oauth_signature: "ZKVLuHzD+pS87zbxCopf1rF3njM=",
};
const rows = (row: (name: string, value: string) => string): string =>
  Object.entries(PARAMETERS)
    .map(([name, value]) => `${row(name, value)}\n`)
    .join("");

/** As curl writes it: 64 characters or 16 octets a line, with the offset of each. */
function traced(text: string, isHex: boolean): string {
  const lines: string[] = [];
  const add = (at: number, shown: string): void => {
    lines.push(`${at.toString(16).padStart(4, "0")}: ${shown}`);
  };
  if (isHex) {
    for (let at = 0; at < text.length; at += 16) {
      const part = text.slice(at, at + 16);
      const octets = [...Buffer.from(part)].map((octet) => `${octet.toString(16).padStart(2, "0")} `).join("");
      add(at, `${octets.padEnd(48)}${part.replace(/[\r\n]/g, ".")}`);
    }
    return lines.join("\n");
  }
  let start = 0;
  for (const line of text.replace(/\r\n$/, "").split("\r\n")) {
    for (let at = 0; at === 0 || at < line.length; at += 64) add(start + at, line.slice(at, at + 64));
    start += line.length + 2;
  }
  return lines.join("\n");
}
const curlTrace = (isHex: boolean): string =>
  `== Info: Connected\n=> Send header, ${HEAD.length} bytes\n${traced(HEAD, isHex)}\n=> Send data, ${BODY.length} bytes\n${traced(BODY, isHex)}\n<= Recv header, 24 bytes\n0000: HTTP/1.1 403 Forbidden\n`;

const read = (text: string, origin?: string): PastedRequest =>
  readRequest(Buffer.from(text), origin === undefined ? {} : { origin: [origin] }) as PastedRequest;
const formOf = ({ body }: HttpRequest): object =>
  Object.fromEntries(new URLSearchParams(Buffer.from(body ?? []).toString()));
const { amount, note } = PARAMETERS;

describe("readRequest undoes the layout of", () => {
  testEach([
    ["curl --trace-ascii, which cuts long lines", curlTrace(false)],
    ["curl --trace", curlTrace(true)],
    [
      "Indy, with <EOL>",
      `Sent 28.11.2026 12:00:00: ${HEAD.replaceAll("\r\n", "<EOL>")}\nSent 28.11.2026 12:00:01: ${BODY}\n`,
    ],
    [
      "the panel of Chrome, with values below their names",
      `Request URL:\n${URL_SENT}\nRequest Method:\nPOST\nStatus Code:\n403\n\nauthorization:\n${OAUTH}\ncontent-type:\n${TYPE}\n\n${BODY}\n`,
    ],
    [
      "the panel of Chrome, with the fields of the form",
      `Request URL:\n${URL_SENT}\nRequest Method:\nPOST\nAuthorization:\n${OAUTH}\nContent-Type:\n${TYPE}\nForm Data\namount: ${amount}\nnote: ${note}\n`,
    ],
    [
      "RestSharp",
      `Method: Post\nResource: ${URL_SENT}\nParameters:\namount=${amount} (GetOrPost)\nnote=${note} (GetOrPost)\nContent-Type=${TYPE} (HttpHeader)\nAuthorization=${OAUTH} (HttpHeader)\n`,
    ],
    [
      "the console of Postman, in quotation marks",
      `POST ${URL_SENT}: {\n  "Request Headers": {\n    "content-type": "${TYPE}",\n    "authorization": ${quoted}\n  },\n  "Request Body": {\n    "amount": "${amount}",\n    "note": "${note}"\n  },\n  "Response Headers": {\n    "content-length": "0"\n  }\n}\n`,
    ],
    [
      "Charles",
      JSON.stringify([
        {
          method: "POST",
          scheme: "https",
          host: "api.example.com",
          path: "/v1/pay",
          query: null,
          request: {
            sizes: { headers: 400, body: BODY.length },
            header: {
              headers: [
                ["Content-Type", TYPE],
                ["Authorization", OAUTH],
              ].map(([name, value]) => ({ name, value })),
            },
            body: { text: BODY },
          },
        },
      ]),
    ],
    [
      "a request of Rust",
      `Request { method: POST, url: Url { scheme: "https", username: "", password: None, host: Some(Domain("api.example.com")), port: None, path: "/v1/pay", query: None }, headers: {"content-type": "${TYPE}", "authorization": ${quoted}}, body: Some("${BODY}") }`,
    ],
    [
      "a request of Go with its body",
      `&{Method:POST URL:${URL_SENT} Header:map[Authorization:[${OAUTH}] Content-Type:[${TYPE}]] Body:{Reader:${BODY}} GetBody:0x5fc7c0 ContentLength:${BODY.length} Form:map[]}`,
    ],
    [
      "a request of Swift",
      `url = "${URL_SENT}"\nhttpMethod = Optional("POST")\nallHTTPHeaderFields = Optional(["Content-Type": "${TYPE}", "Authorization": ${quoted}])\nhttpBody = "${BODY}"\n`,
    ],
    [
      "AFNetworking",
      `2026-11-28 Demo[901:1b] POST '${URL_SENT}': {\n    Authorization = ${quoted};\n    "Content-Type" = "${TYPE}";\n} ${BODY}\n`,
    ],
    [
      "a request of Elixir",
      `%HTTPoison.Request{method: :post, url: "${URL_SENT}", headers: [{"Authorization", ${quoted}}, {"Content-Type", "${TYPE}"}], body: {:form, [{"amount", "${amount}"}, {"note", "${note}"}]}}\n`,
    ],
    [
      "a list with labels",
      `Method: POST\nRequestUri: ${URL_SENT}\nHeader Authorization: ${OAUTH}\nHeader Content-Type: ${TYPE}\nContent: ${BODY}\n`,
    ],
    [
      "the debug log of oauthlib",
      `DEBUG:oauthlib.oauth1.rfc5849:Collected params: [('amount', '${amount}'), ('oauth_nonce', 'n1')]\nDEBUG:oauthlib.oauth1.rfc5849:Normalized URI: ${URL_SENT}\nDEBUG:requests_oauthlib.oauth1_auth:Updated url: ${URL_SENT}\nDEBUG:requests_oauthlib.oauth1_auth:Updated headers: {b'Content-Type': b'${TYPE}', 'Authorization': b'${OAUTH}'}\nDEBUG:requests_oauthlib.oauth1_auth:Updated body: ${BODY}\nDEBUG:urllib3.connectionpool:https://api.example.com:443 "POST /v1/pay HTTP/1.1" 403 0\n`,
    ],
  ])("%s", (_, text) => {
    const request = read(text);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT });
    expect(request.methodIsAssumed).toBeUndefined();
    expect(formOf(request)).toEqual({ amount, note });
    const field = (name: string) => request.headers.find(([other]) => other.toLowerCase() === name)?.[1];
    expect([field("authorization"), field("content-type")]).toEqual([OAUTH, TYPE]);
  });
});

/** The lines of a program that logs a request in parts. */
const logged = (line: (text: string, index: number) => string): string =>
  [`method: POST`, `url: ${URL_SENT}`, `Authorization: ${OAUTH}`, `body: ${BODY}`, "status: 401", "body: denied"]
    .map(line)
    .join("\n");
const dumped = (text: string): string => `string(${text.length}) "${text}"\n`;

describe("readRequest finds the body in a log with", () => {
  testEach([
    ["the name of the logger", logged((text) => `[pay] ${text}`)],
    ["time and level", logged((text, at) => `2024-01-02 12:00:0${at} ${at === 3 ? "INFO" : "DEBUG"} [pay] ${text}`)],
    ["colons", logged((text) => `DEBUG:pay:${text}`)],
    ["the name of a container", logged((text) => `pay-1  | ${text}`)],
    ["the time of Ruby", logged((text, at) => `I, [2024-01-02T12:00:00.${at} #12]  INFO -- : ${text}`)],
    ["objects of JSON", logged((text) => JSON.stringify({ level: 20, msg: text }))],
    ["the name of the header before its field", logged((text) => `[pay] ${text.replace("Auth", "header Auth")}`)],
    [
      "a request line",
      `[pay] POST ${URL_SENT}\n[pay] Authorization: ${OAUTH}\n[pay] Body: ${BODY}\n[pay] status: 401\n`,
    ],
    [
      "a sentence with the method",
      `[pay] sending POST to ${URL_SENT}\n[pay] Authorization: ${OAUTH}\n[pay] body: ${BODY}\n`,
    ],
    [
      "texts that var_dump prints without names",
      ["POST", URL_SENT, `Authorization: ${OAUTH}`, BODY].map(dumped).join(""),
    ],
  ])("%s before each line", (_, text) => {
    const request = read(text);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT });
    expect(Buffer.from(request.body ?? []).toString()).toBe(BODY);
  });
});

describe("a list of parameters is a request without its address", () => {
  const LISTS = [
    ["CSV", `name,value\n${rows((name, value) => `${name},${value}`)}`],
    ["CSV with quotation marks", `"name","value"\n${rows((name, value) => `"${name}","${value}"`)}`],
    ["a table", `| name | value |\n| --- | --- |\n${rows((name, value) => `| ${name} | ${value} |`)}`],
    ["columns", rows((name, value) => `${name.padEnd(26)}${value}`)],
    ["tabs", rows((name, value) => `${name}\t${value}`)],
    ["lines with =", rows((name, value) => `${name}=${value}`)],
    ["JSON", JSON.stringify(PARAMETERS)],
  ] as const;

  testEach(LISTS)("%s asks for --origin", (_, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("--origin https://HOST/PATH") }),
    );
  });

  testEach(LISTS)("%s needs no more than that", (_, text) => {
    const request = read(text, URL_SENT);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT, methodIsAssumed: true });
    expect(formOf(request)).toEqual(PARAMETERS);
  });

  test("counts parameters in a member params once", () => {
    const { url, body } = read(JSON.stringify({ url: URL_SENT, method: "POST", params: PARAMETERS }));
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(PARAMETERS);
    expect(body).toBeUndefined();
  });
});

describe("what is left over in a text", () => {
  test("is named, and is no body", () => {
    const { body, repairs } = read(`url = "${URL_SENT}"\nMethod: POST\nAuthorization: ${OAUTH}\ntotal = 42\n`);
    expect(body).toBeUndefined();
    expect(repairs).toContain("line 4 of the text was not used");
  });

  test.each([
    [5, "lines 4, 5, 6, 7, 8 of the text were not used"],
    [6, "lines 4, 5, 6, 7, 8, … of the text were not used"],
  ])("is named by its first five lines, of %i", (count, repair) => {
    const rest = Array.from({ length: count }, (_, at) => `total${at} = 42\n`).join("");
    const { repairs } = read(`url = "${URL_SENT}"\nMethod: POST\nAuthorization: ${OAUTH}\n${rest}`);
    expect(repairs).toContain(repair);
  });

  test("is named with its line if it is a form", () => {
    const text = `method: GET\nurl: ${URL_SENT}\nAuthorization: ${OAUTH}\nwe send ${BODY}\n`;
    expect(read(text)).toMatchObject({ method: "GET", unusedForm: 4 });
  });

  test("is no body if it is the address of one", () => {
    const text = `&{Method:POST URL:${URL_SENT} Header:map[Authorization:[${OAUTH}] Content-Type:[${TYPE}]] Body:{Reader:0xc000010000} ContentLength:${BODY.length}}`;
    expect(read(text).body).toBeUndefined();
  });
});

describe("the language of a client", () => {
  testEach([
    [`Array\n(\n    [method] => POST\n    [url] => ${URL_SENT}\n    [Authorization] => ${OAUTH}\n)\n`, "PHP"],
    [`Request { method: POST, url: "${URL_SENT}", headers: {"authorization": ${quoted}} }`, "Rust"],
    [
      `10:00:01.0 (1)|CALLOUT_REQUEST|[28]|System.HttpRequest[Endpoint=${URL_SENT}, Method=POST]\nAuthorization: ${OAUTH}\n`,
      "Apex",
    ],
  ])("is seen in %j", (text, language) => {
    expect(read(text)).toMatchObject({ method: "POST", url: URL_SENT, language });
  });
});
