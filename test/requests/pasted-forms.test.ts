import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const VALUES =
  'oauth_consumer_key="ck_demo", oauth_nonce="n8Fh2Lq90", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764210000", oauth_version="1.0", oauth_signature="ZKVLuHzD%2BpS87zbxCopf1rF3njM%3D"';
const OAUTH = `OAuth ${VALUES}`;
const BODY = "amount=10.42&note=two%20shirts%2A%20ok";
const FORM_TYPE = "application/x-www-form-urlencoded";
const URL_SENT = "https://api.example.com/v1/pay";
const IN_QUERY =
  "https://shop.example/products?search=blue%20shirt%2A&oauth_consumer_key=ck&oauth_nonce=n1&oauth_signature_method=HMAC-SHA256&oauth_timestamp=1764210000&oauth_version=1.0&oauth_signature=Bq%2BEeUPc%3D";
const HEAD = `POST /v1/pay HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: 38\r\nAuthorization: ${OAUTH}\r\nContent-Type: ${FORM_TYPE}\r\n\r\n`;
const RAW = `${HEAD}${BODY}`;
const FIELDS = { Host: "api.example.com", "Content-Type": FORM_TYPE, Authorization: OAUTH };
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
/** Lines with the same text before each. */
const marked = (mark: string, text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `${mark}${line}`)
    .join("\n");

const LTI: Readonly<Record<string, string>> = {
  lti_message_type: "basic-lti-launch-request",
  context_title: "Design & more*",
  custom: 'it\'s "q"',
  oauth_consumer_key: "ck_demo",
  oauth_nonce: "n8Fh2Lq90",
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: "1764210000",
  oauth_version: "1.0",
  oauth_signature: "4/KiJ+CRMQnjISpTpN83Wf36jOmQ=",
};

const textOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString();
const read = (text: string): HttpRequest => readRequest(Buffer.from(text)) as HttpRequest;
const fieldOf = ({ headers }: HttpRequest, name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1];
const decoded = (form: string): Record<string, string> => Object.fromEntries(new URLSearchParams(form));

describe("readRequest finds the method, the URL, the header fields and the form in", () => {
  testEach([
    [
      "the debug format of Guzzle",
      `>>>>>>>>\n${RAW.replaceAll("\r", "").replace("Content-Length: 38\n", "")}\n<<<<<<<<\nHTTP/1.1 401 Unauthorized\n\n\n--------\nNULL\n`,
    ],
    ["a dump of Go in a log, with %q", `2026/11/27 02:33:14 ${JSON.stringify(RAW)}\n`],
    [
      "the debug output of Net::HTTP of Ruby",
      `opening connection to api.example.com:443...\nopened\n<- ${JSON.stringify(HEAD)}\n<- ${JSON.stringify(BODY)}\n-> "HTTP/1.1 401 Unauthorized\\r\\n"\n-> "Content-Length: 0\\r\\n"\n`,
    ],
    ["the header text of a request of Node", `  _header: ${JSON.stringify(HEAD)},\n  _data: '',\n${BODY}\n`],
    [
      "the header text of a request of Node, on several lines",
      `    _header: 'POST /v1/pay HTTP/1.1\\r\\n' +\n      'Host: api.example.com\\r\\n' +\n      'Content-Type: ${FORM_TYPE}\\r\\n' +\n      'Authorization: ${OAUTH}\\r\\n' +\n      '\\r\\n' +\n      '${BODY}',\n`,
    ],
    [
      "View Results Tree of JMeter",
      `POST ${URL_SENT}\n\nPOST data:\n${BODY}\n\n[no cookies]\n\nRequest Headers:\nConnection: keep-alive\nAuthorization: ${OAUTH}\nContent-Type: ${FORM_TYPE}\nContent-Length: 38\nHost: api.example.com\n`,
    ],
    [
      "the flow of mitmproxy",
      `127.0.0.1:54321: POST ${URL_SENT} HTTP/2.0\n    authorization: ${OAUTH}\n    content-type: ${FORM_TYPE}\n    content-length: 38\n\n    ${BODY}\n\n << HTTP/2.0 401 Unauthorized 0b\n`,
    ],
    [
      "the timeline of Insomnia",
      `* Preparing request to ${URL_SENT}\n* Current time is 2026-11-27T02:33:14.000Z\n\n${marked("> ", RAW.replace(/\r\n\r\n.*/, "\n"))}\n| ${BODY}\n\n* We are completely uploaded and fine\n\n< HTTP/1.1 401 Unauthorized\n< content-length: 0\n`,
    ],
    [
      "a log of OkHttp on Android",
      marked(
        "11-27 02:33:14.123  1234  1234 D OkHttp  : ",
        `--> POST ${URL_SENT} h2\nContent-Type: ${FORM_TYPE}\nAuthorization: ${OAUTH}\n\n${BODY}\n--> END POST (38-byte body)\n<-- 401 ${URL_SENT} (12ms)`,
      ),
    ],
    ["a followed stream of Wireshark", `${RAW}HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n`],
    [
      "packet details of Wireshark",
      `Hypertext Transfer Protocol\n${marked("    ", HEAD.trim().replaceAll("\r\n", "\\r\\n\n"))}\\r\\n\n    \\r\\n\n    [Full request URI: ${URL_SENT}]\n${BODY}\n`,
    ],
    ["a log of Python with the time in each line", marked("2026-11-27 02:33:14,123 DEBUG client ", RAW)],
    ["a log of systemd", marked("Nov 27 02:33:14 web1 app[123]: ", RAW)],
    [
      "the JSON of an error of axios",
      json({
        message: "Request failed with status code 401",
        name: "AxiosError",
        config: { headers: FIELDS, method: "post", url: URL_SENT, data: BODY },
        code: "ERR_BAD_REQUEST",
        status: 401,
      }),
    ],
    [
      "a printed error of axios",
      `AxiosError: Request failed with status code 401\n    at settle (settle.js:19:12) {\n  code: 'ERR_BAD_REQUEST',\n  config: {\n    timeout: 0,\n    headers: Object [AxiosHeaders] {\n      Accept: 'application/json',\n      'Content-Type': '${FORM_TYPE}',\n      Authorization: '${OAUTH}'\n    },\n    method: 'post',\n    url: '${URL_SENT}',\n    data: '${BODY}'\n  },\n  response: { status: 401, headers: { 'content-type': 'text/plain' }, data: 'no' }\n}`,
    ],
    [
      "an event of AWS Lambda",
      json({
        httpMethod: "POST",
        path: "/v1/pay",
        headers: { ...FIELDS, "X-Forwarded-Proto": "https" },
        queryStringParameters: null,
        body: BODY,
        isBase64Encoded: false,
      }),
    ],
    [
      "an event of AWS Lambda with lists of values",
      json({
        httpMethod: "POST",
        path: "/v1/pay",
        multiValueHeaders: Object.fromEntries(Object.entries(FIELDS).map(([name, value]) => [name, [value]])),
        body: BODY,
        isBase64Encoded: false,
      }),
    ],
    [
      "an event of the second version of API Gateway",
      json({
        version: "2.0",
        routeKey: "POST /v1/pay",
        rawPath: "/v1/pay",
        rawQueryString: "",
        headers: { ...FIELDS, "x-forwarded-proto": "https" },
        requestContext: { http: { method: "POST", path: "/v1/pay", protocol: "HTTP/1.1" } },
        body: Buffer.from(BODY).toString("base64"),
        isBase64Encoded: true,
      }),
    ],
    [
      "a line of a log in JSON",
      `{"level":"info","msg":"sending","req":{"method":"POST","url":"${URL_SENT}","headers":${JSON.stringify(FIELDS)},"body":"${BODY}"}}\n`,
    ],
    [
      "JSON after the text of a log",
      `2026-11-27 02:33:14 INFO request ${JSON.stringify({ method: "POST", uri: URL_SENT, headers: FIELDS, body: BODY })}`,
    ],
    [
      "a file of Bruno",
      `meta {\n  name: pay\n  type: http\n}\n\npost {\n  url: ${URL_SENT}\n  body: formUrlEncoded\n  auth: none\n}\n\nheaders {\n  Authorization: ${OAUTH}\n}\n\nbody:form-urlencoded {\n  amount: 10.42\n  ~unused: 1\n  note: two shirts* ok\n}\n`,
    ],
    [
      "a dictionary of Python",
      `{'method': 'POST', 'url': '${URL_SENT}', 'headers': {'Content-Type': '${FORM_TYPE}', 'Authorization': '${OAUTH}'}, 'body': '${BODY}'}`,
    ],
    [
      "a dictionary of Python with octets",
      `DEBUG sent {'method': 'POST', 'url': '${URL_SENT}', 'headers': {b'Content-Type': b'${FORM_TYPE}', b'Authorization': b'${OAUTH}'}, 'data': {'amount': '10.42', 'note': 'two shirts* ok'}}`,
    ],
    [
      "a hash of Ruby",
      `{:method=>"POST", :url=>"${URL_SENT}", :headers=>{"Content-Type"=>"${FORM_TYPE}", "Authorization"=>${JSON.stringify(OAUTH)}}, :body=>"${BODY}"}`,
    ],
    [
      "a hash of Ruby 3.4",
      `{method: :post, url: "${URL_SENT}", headers: {"Content-Type" => "${FORM_TYPE}", "Authorization" => ${JSON.stringify(OAUTH)}}, body: {"amount" => "10.42", "note" => "two shirts* ok"}}`,
    ],
    [
      "a request of Go with %+v",
      `2026/11/27 02:33:14 &{Method:POST URL:${URL_SENT} Proto:HTTP/1.1 ProtoMajor:1 ProtoMinor:1 Header:map[Authorization:[${OAUTH}] Content-Type:[${FORM_TYPE}]] Body:{Reader:0xc000} ContentLength:38 TransferEncoding:[] Close:false Host:api.example.com Form:map[amount:[10.42] note:[two shirts* ok]] PostForm:map[]}`,
    ],
    [
      "print_r of PHP",
      `Array\n(\n    [method] => POST\n    [url] => ${URL_SENT}\n    [headers] => Array\n        (\n            [0] => Content-Type: ${FORM_TYPE}\n            [1] => Authorization: ${OAUTH}\n        )\n\n    [body] => ${BODY}\n)\n`,
    ],
    [
      "var_dump of PHP",
      `array(4) {\n  ["method"]=>\n  string(4) "POST"\n  ["url"]=>\n  string(${URL_SENT.length}) "${URL_SENT}"\n  ["headers"]=>\n  array(1) {\n    ["Authorization"]=>\n    string(${OAUTH.length}) "${OAUTH}"\n  }\n  ["body"]=>\n  string(38) "${BODY}"\n}\n`,
    ],
    [
      "var_export of PHP",
      `array (\n  'method' => 'POST',\n  'url' => '${URL_SENT}',\n  'headers' => \n  array (\n    'Authorization' => '${OAUTH}',\n  ),\n  'body' => '${BODY}',\n)`,
    ],
    [
      "the panel of Chrome",
      `General\nRequest URL: ${URL_SENT}\nRequest Method: POST\nStatus Code: 401 Unauthorized\nRequest Headers\nAuthorization: ${OAUTH}\nContent-Type: ${FORM_TYPE}\nForm Data\namount=10.42&note=two%20shirts%2A%20ok\n`,
    ],
    [
      "the console of Postman",
      `POST ${URL_SENT}\n\nRequest Headers\nUser-Agent: PostmanRuntime/7\nAuthorization: ${OAUTH}\nContent-Type: ${FORM_TYPE}\n\nRequest Body\namount: "10.42"\nnote: "two shirts* ok"\n\nResponse Headers\nContent-Length: 0\n`,
    ],
    [
      "a printed Request of OkHttp",
      `Request{method=POST, url=${URL_SENT}, headers=[Authorization:${OAUTH}, Content-Type:${FORM_TYPE}]}\n${BODY}\n`,
    ],
    [
      "a log with its mark before the first line only",
      `2026-11-27 02:33:14 DEBUG client ${RAW}\n2026-11-27 02:33:15 DEBUG client done\n`,
    ],
    [
      "lines with names",
      `URL: ${URL_SENT}\nMethod: POST\nAuthorization: ${OAUTH}\nContent-Type: ${FORM_TYPE}\nBody: ${BODY}\n`,
    ],
    [
      "a page that shows the raw request",
      `<pre>${RAW.replaceAll('"', "&quot;").replaceAll("&amount", "&amp;amount").replace("&note", "&amp;note")}</pre>`,
    ],
    [
      "the source of a page that is no page",
      RAW.replaceAll('"', "&quot;").replaceAll("&amount", "&amp;amount").replaceAll("&note", "&amp;note"),
    ],
    [
      "the log of Faraday, with values in quotation marks on lines of their own",
      `I, [2026]  INFO -- request: POST ${URL_SENT}\nI, [2026]  INFO -- request: Content-Type: ${json(FORM_TYPE)}\nAuthorization: ${json(OAUTH)}\nI, [2026]  INFO -- request: ${json(BODY)}\nI, [2026]  INFO -- response: Status 401\n`,
    ],
    [
      "the log of Feign",
      marked(
        "[Api#pay] ",
        `---> POST ${URL_SENT} HTTP/1.1\nAuthorization: ${OAUTH}\nContent-Type: ${FORM_TYPE}\n\n${BODY}\n---> END HTTP (38-byte body)\n<--- HTTP/1.1 401 (12ms)`,
      ),
    ],
    [
      "a log whose body has a name",
      `DEBUG HTTP POST ${URL_SENT}\nDEBUG headers [Authorization:${json(OAUTH)}, Content-Type:"${FORM_TYPE}"]\nbody=${BODY}`,
    ],
    [
      "the text of an object of Perl",
      `$VAR1 = bless( { '_method' => 'POST', '_uri' => '${URL_SENT}', '_headers' => { 'content-type' => '${FORM_TYPE}', 'authorization' => '${OAUTH}' }, '_content' => '${BODY}' }, 'HTTP::Request' );`,
    ],
    [
      "an error of axios with a base URL",
      json({
        config: {
          url: "/v1/pay",
          baseURL: "https://api.example.com/",
          method: "post",
          data: BODY,
          headers: { Authorization: OAUTH, "Content-Type": FORM_TYPE },
        },
      }),
    ],
    [
      "JSON with lines of header fields",
      json({ method: "POST", url: URL_SENT, body: BODY, headers: [`Authorization: ${OAUTH}`] }),
    ],
    [
      "a call of a library",
      `requests.post(\n  "${URL_SENT}",\n  headers={"Authorization": '${OAUTH}'},\n  data="${BODY}",\n)`,
    ],
    [
      "the environment of CGI",
      `{'REQUEST_METHOD': 'POST', 'wsgi.url_scheme': 'https', 'HTTP_HOST': 'api.example.com', 'PATH_INFO': '/v1/pay', 'CONTENT_TYPE': '${FORM_TYPE}', 'HTTP_AUTHORIZATION': '${OAUTH}', 'body': '${BODY}'}`,
    ],
    ["a wget command", `wget -q --header='Authorization: ${OAUTH}' --post-data='${BODY}' '${URL_SENT}'`],
    ["a raw request whose header is wrapped", RAW.replace(", oauth_timestamp", ",\noauth_timestamp")],
  ])("%s", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, decoded(textOf(request))]).toEqual(["POST", URL_SENT, decoded(BODY)]);
    expect(fieldOf(request, "authorization")?.replace(/,\s*/g, ", ")).toBe(OAUTH);
    expect(fieldOf(request, "content-type")).toBe(FORM_TYPE);
  });
});

describe("the form of a request of Go", () => {
  test("may contain quotation marks", () => {
    const text = `&{Method:POST URL:${URL_SENT} Header:map[Authorization:[${OAUTH}]] PostForm:map[amount:[10.42] note:[a "b" c]]}`;
    expect(decoded(textOf(read(text)))).toEqual({ amount: "10.42", note: 'a "b" c' });
  });
});

describe("the method of a request", () => {
  testEach([["client.delete(\n  '"], ["xhr.open('DELETE', '"]])("is found in a call: %s", (call) => {
    expect(read(`${call}${URL_SENT}', {Authorization: '${OAUTH}'})`)).toMatchObject({
      method: "DELETE",
      url: URL_SENT,
    });
  });
});

describe("a GET in a text has no body", () => {
  const FIELD = `Authorization: ${OAUTH}\n`;
  testEach([
    [
      "a log of curl -v with HTTP/2",
      `* [HTTP/2] [1] [:method: GET]\n* [HTTP/2] [1] [:path: /a]\n> GET /a HTTP/2\n> Host: a\n> ${FIELD}> \n* Request completely sent off\n< HTTP/2 401 \n`,
    ],
    [
      "a panel of a browser",
      `Summary\nURL: https://a/a\nStatus: 401\n\nRequest\nGET /a HTTP/1.1\n${FIELD}Host: a\n\nResponse\nHTTP/1.1 401 Unauthorized\n`,
    ],
    ["JMeter", `GET https://a/a\n\nGET data:\n\n\n[no cookies]\n\nRequest Headers:\n${FIELD}Host: a\n`],
    ["words after header fields in brackets", `GET https://a/a\nheaders: {authorization: ${OAUTH}, accept: */*}`],
  ])("%s", (_, text) => {
    const request = read(text);
    expect(request).toMatchObject({ method: "GET", url: "https://a/a" });
    expect(fieldOf(request, "authorization")).toBe(OAUTH);
    expect(request.body).toBeUndefined();
  });
});

describe("readRequest finds a signed query in", () => {
  testEach([
    ["a URL alone", `${IN_QUERY}\n`],
    ["an address in angle brackets", `<${IN_QUERY}>`],
    ["the source of a page", IN_QUERY.replaceAll("&", "&amp;")],
    ["a sentence", `The URL that my program prints is ${IN_QUERY}.\n`],
    [
      "an object of PHP",
      `stdClass Object ( [headers] => Array ( [0] => Accept: application/json [1] => User-Agent: a ) [method] => GET [url] => ${IN_QUERY} [params] => Array ( [oauth_consumer_key] => ck ) [data] => Array ( ) [body] => [duration] => 3.5 )`,
    ],
    ["JSON with escaped slashes", JSON.stringify({ url: IN_QUERY, status: 401 }).replaceAll("/", "\\/")],
    ["an error of Python", `requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: ${IN_QUERY}\n`],
    [
      "a line of an access log",
      `203.0.113.9 - - [27/Nov/2026:02:33:14 +0000] "GET ${IN_QUERY} HTTP/1.1" 401 12 "-" "curl/8"\n`,
    ],
  ])("%s", (_, text) => {
    expect(read(text)).toMatchObject({ method: "GET", url: IN_QUERY });
    expect(read(text).body).toBeUndefined();
  });
});

const escapedHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const htmlForm = (more = ""): string =>
  [
    '<html><body><form action="https://tool.example/launch" name="f" method="post" encType="application/x-www-form-urlencoded">',
    ...Object.entries(LTI).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapedHtml(value)}"/>`,
    ),
    `${more}<input type="submit" value="Launch">`,
    "</form></body></html>",
  ].join("\n");
const ADDRESS = "POST https://tool.example/launch\n";

describe("readRequest reads a form of a page", () => {
  test("without the fields that a browser does not send", () => {
    const more =
      '<input name="a" disabled value="1"><input type=checkbox name=b checked><input type="radio" name="c" value="checked"><textarea disabled name="d"></textarea>';
    expect(decoded(textOf(read(htmlForm(more))))).toEqual({ ...LTI, b: "on" });
  });

  test("with the whole address that its action needs", () => {
    const page = htmlForm().replace("https://tool.example", "");
    expect(() => read(page)).toThrow("the action of the form is not an absolute URL");
  });

  testEach([["<textarea name='a'>b</textarea>"], ['<select name="a"><option>b</select>']])(
    "only if all values are in the page, unlike %s",
    (more) => {
      expect(() => read(htmlForm(more))).toThrow("the form has a field whose value is not in the page");
      expect(decoded(textOf(read(`<form action="/a">${more}</form>${htmlForm()}`)))).toEqual(LTI);
    },
  );
});

describe("readRequest finds the signed pairs of a form in", () => {
  testEach([
    ["the launch page of LTI", htmlForm()],
    ["a page with other forms", `<form action="/search"><input name="q"></form>${htmlForm()}`],
    [
      "print_r after a line with method and URL",
      `${ADDRESS}Array\n(\n${Object.entries(LTI)
        .map(([name, value]) => `    [${name}] => ${value}\n`)
        .join("")})\n`,
    ],
    [
      "a hash of Ruby after a line with method and URL",
      `${ADDRESS}Parameters: {${Object.entries(LTI)
        .map((pair) => pair.map((one) => JSON.stringify(one)).join("=>"))
        .join(", ")}}`,
    ],
    [
      "pairs of Python",
      `POST https://tool.example/launch [${Object.entries(LTI)
        .map((pair) => `(${pair.map((one) => JSON.stringify(one)).join(", ")})`)
        .join(", ")}]`,
    ],
    ["JSON with a form", json({ method: "POST", url: "https://tool.example/launch", form: LTI })],
    [
      "JSON whose request has another name for its URL",
      json({ request: { uri: "https://tool.example/launch", body: new URLSearchParams(LTI).toString() } }),
    ],
  ])("%s", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, decoded(textOf(request))]).toEqual([
      "POST",
      "https://tool.example/launch",
      LTI,
    ]);
  });

  test("a log of Rails, with the address that was given", () => {
    const parameters = Object.entries(LTI).map((pair) => pair.map((one) => JSON.stringify(one)).join("=>"));
    const log = `Started POST "/launch" for 203.0.113.9 at 2026-11-27 02:33:14 +0000\n  Parameters: {${parameters.join(", ")}}\nCompleted 401 Unauthorized in 5ms\n`;
    expect(() => read(log)).toThrow(
      /oauth_signature: a request of the method POST, with its path, but its host was not found/,
    );
    const request = readRequest(Buffer.from(log), { origin: ["https://tool.example"] }) as HttpRequest;
    expect([request.method, request.url, decoded(textOf(request))]).toEqual([
      "POST",
      "https://tool.example/launch",
      LTI,
    ]);
  });
});

describe("an .http file", () => {
  const HEADERS = `Content-Type: ${FORM_TYPE}\nAuthorization: ${OAUTH}\n`;
  testEach([
    [
      "of VS Code, with a form on two lines and a second request",
      `### pay\n# @name pay\nPOST ${URL_SENT} HTTP/1.1\n${HEADERS}\namount=10.42\n&note=two%20shirts%2A%20ok\n\n### next\nGET ${URL_SENT}/2\n`,
    ],
    [
      "with variables that contain others",
      `@host = api.example.com\n@base = https://{{host}}\n\nPOST {{base}}/v1/pay\n${HEADERS}\n${BODY}\n`,
    ],
    [
      "of JetBrains, with a script after the body",
      `### pay\nPOST ${URL_SENT}\n${HEADERS}\namount = 10.42 &\nnote = two shirts%2A ok\n\n> {% client.log("a") %}\n`,
    ],
  ])("%s is read", (_, text) => {
    const request = read(text);
    expect([request.method, request.url, decoded(textOf(request))]).toEqual(["POST", URL_SENT, decoded(BODY)]);
  });

  testEach([
    [
      "a path in raw HTTP",
      "GET /v1/{{name}} HTTP/1.1\nHost: api.example.com\n\n",
      "https://api.example.com/v1/{{name}}",
    ],
    [
      "a text in Markdown",
      `### Steps\n\nI send\n\n\`\`\`http\n${RAW}\n\`\`\`\nand get\n\`\`\`\nno\n\`\`\`\n`,
      URL_SENT,
    ],
    ["a text after the opening of its code", `${RAW}\n\`\`\`\n`, URL_SENT],
  ])("is not %s", (_, text, url) => {
    expect(read(text).url).toBe(url);
    expect(textOf(read(text))).toBe(/pay$/.test(url) ? BODY : "");
  });

  test("may continue a URL on the next lines", () => {
    expect(read(`GET ${URL_SENT}\n  ?a=1\n  &b=2\nAuthorization: ${OAUTH}\n`).url).toBe(`${URL_SENT}?a=1&b=2`);
  });

  test("names a variable without a value", () => {
    expect(() => read(`POST {{base}}/v1/pay\n${HEADERS}\n`)).toThrow(
      'the value of the variable "base" is not in this file',
    );
  });

  test("with several signed requests needs --entry", () => {
    const one = (path: string): string => `###\nPOST ${URL_SENT}/${path}\n${HEADERS}\n${BODY}\n`;
    expect(() => read(one("a") + one("b"))).toThrow("a file of HTTP requests with 2 requests: choose one with --entry");
    expect(readRequest(Buffer.from(one("a") + one("b")), { entry: "/b" })).toMatchObject({ url: `${URL_SENT}/b` });
  });
});

describe("a text that contains a signature, but not one whole request", () => {
  testEach([
    ["without a URL", `Authorization: ${OAUTH}\n`, "but its URL was not found"],
    [
      "with two requests",
      `{'url': '${URL_SENT}', 'Authorization': '${OAUTH}'}\n{'url': '${URL_SENT}', 'Authorization': '${OAUTH.replace("ZKV", "AAA")}'}`,
      "expected one Authorization header, got 2",
    ],
    [
      "with two URLs",
      `{'url': '${URL_SENT}', 'uri': '${URL_SENT}/2', 'Authorization': '${OAUTH}'}`,
      "expected one URL, got 2",
    ],
  ])("%s is refused with the way out", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
