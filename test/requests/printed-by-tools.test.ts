import { describe, expect, test } from "vitest";
import { type PastedRequest, readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const HOST = "pay.example";
const PATH = "/v2/charges";
const URL_SENT = `https://${HOST}${PATH}`;
const TYPE = "application/x-www-form-urlencoded";
const PAIRS = { amount: "12.50", ref: "Order #7* (blue)", currency: "EUR" };
const FORM = "amount=12.50&ref=Order%20%237%2A%20%28blue%29&currency=EUR";
const LENGTH = FORM.length;
const OAUTH =
  'OAuth oauth_consumer_key="shop", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1764300000", oauth_nonce="q7Zk20", oauth_version="1.0", oauth_signature="CJBCxL9yHCtpkZPi%2FeVO2axlYfw%3D"';
const quoted = JSON.stringify(OAUTH);
const RAW = `POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: ${OAUTH}\r\nContent-Type: ${TYPE}\r\nContent-Length: ${LENGTH}\r\n\r\n${FORM}`;
const HEAD = RAW.slice(0, -LENGTH);
const lines = (prefix: string, text: string): string =>
  text
    .split("\r\n")
    .map((line) => `${prefix}${line}\n`)
    .join("");
const pairs = (row: (name: string, value: string) => string): string =>
  Object.entries(PAIRS)
    .map(([name, value]) => row(name, value))
    .join("");

const read = (text: string, origin?: string): PastedRequest =>
  readRequest(Buffer.from(text), origin === undefined ? {} : { origin: [origin] }) as PastedRequest;
const bodyOf = ({ body }: PastedRequest): string => Buffer.from(body ?? []).toString();

const WHOLE: readonly (readonly [tool: string, text: string])[] = [
  [
    "the Headers and Payload panels of Chrome",
    `Request URL\n${URL_SENT}\nRequest Method\nPOST\nStatus Code\n403 Forbidden\nRequest Headers\n:authority\n${HOST}\n:method\nPOST\n:path\n${PATH}\n:scheme\nhttps\nauthorization\n${OAUTH}\ncontent-length\n${LENGTH}\ncontent-type\n${TYPE}\nForm Data\nview source\nview URL-encoded\n${pairs((name, value) => `${name}\n${value}\n`)}`,
  ],
  [
    "the inspector of Safari",
    `Summary\nURL: ${URL_SENT}\nStatus: 403\n\nRequest\n:method: POST\n:scheme: https\n:authority: ${HOST}\n:path: ${PATH}\nAuthorization: ${OAUTH}\nContent-Type: ${TYPE}\nContent-Length: ${LENGTH}\n\nResponse\n:status: 403\nContent-Type: text/plain\nDate: Fri, 28 Nov 2025 03:20:01 GMT\n\nRequest Data\nMIME Type: ${TYPE}\n${pairs((name, value) => `${name}: ${value}\n`)}`,
  ],
  [
    "the tree of Wireshark",
    `Hypertext Transfer Protocol\n${lines("    ", HEAD.replaceAll("\r\n", "\\r\\n\r\n"))}    [Full request URI: ${URL_SENT}]\nHTML Form URL Encoded: ${TYPE}\n${pairs((name, value) => `    Form item: "${name}" = "${value}"\n        Key: ${name}\n        Value: ${value}\n`)}`,
  ],
  [
    "mitmdump, which decodes the form",
    `127.0.0.1:51512: POST ${URL_SENT}\n    authorization: ${OAUTH}\n    content-type: ${TYPE}\n    content-length: ${LENGTH}\n\n${pairs((name, value) => `    ${name}:   ${value}\n`)}\n << 403 Forbidden 9b\n`,
  ],
  [
    "ngrok",
    JSON.stringify({
      request: { method: "POST", headers: { Host: [HOST] }, uri: PATH, raw: Buffer.from(RAW).toString("base64") },
      note: "oauth_signature",
    }),
  ],
  ["requests-toolbelt", `${lines("< ", RAW)}> HTTP/1.1 403 Forbidden\n> Content-Length: 0\n>\n`],
  [
    "a console of Python",
    `>>> r.request.method, r.request.url\n('POST', '${URL_SENT}')\n>>> r.request.headers\n{'Content-Type': '${TYPE}', 'Authorization': '${OAUTH}', 'Content-Length': '${LENGTH}'}\n>>> r.request.body\n'${FORM}'\n>>> r.status_code\n403\n`,
  ],
  [
    "a view of Django",
    `{'REQUEST_METHOD': 'POST', 'PATH_INFO': '${PATH}', 'QUERY_STRING': '', 'HTTP_HOST': '${HOST}', 'HTTP_AUTHORIZATION': '${OAUTH}', 'CONTENT_TYPE': '${TYPE}', 'CONTENT_LENGTH': '${LENGTH}', 'wsgi.url_scheme': 'https'}\n<QueryDict: {${pairs((name, value) => `'${name}': ['${value}'], `)}}>\n`,
  ],
  [
    "print_r of $_SERVER and $_POST",
    `Array\n(\n    [HTTP_HOST] => ${HOST}\n    [HTTP_AUTHORIZATION] => ${OAUTH}\n    [CONTENT_TYPE] => ${TYPE}\n    [CONTENT_LENGTH] => ${LENGTH}\n    [REQUEST_METHOD] => POST\n    [REQUEST_URI] => ${PATH}\n)\nArray\n(\n${pairs((name, value) => `    [${name}] => ${value}\n`)})\n`,
  ],
  ...["{:method=>:post, :url=>", "{method: :post, url: "].map((start): readonly [string, string] => {
    const arrow = start.includes("=>");
    const inspected = (name: string, value: string): string => (arrow ? `:${name}=>"${value}"` : `${name}: "${value}"`);
    const key = (name: string): string => (arrow ? `:${name}=>` : `${name}: `);
    return [
      `a hash in a hash of Ruby, ${start}`,
      `${start}"${URL_SENT}", ${key("headers")}{"Authorization"=>${quoted}, "Content-Type"=>"${TYPE}"}, ${key("payload")}{${Object.entries(PAIRS).map((pair) => inspected(...pair))}}}\n`,
    ];
  }),
  [
    "an object of Faraday",
    `#<Faraday::Env @method=:post @body="${FORM}" @url=#<URI::HTTPS ${URL_SENT}> @request_headers={"Authorization"=>${quoted}, "Content-Type"=>"${TYPE}"}>\n`,
  ],
  [
    "the log of rest-client",
    `RestClient.post "${URL_SENT}", "${FORM}", "Authorization"=>${quoted}, "Content-Length"=>"${LENGTH}", "Content-Type"=>"${TYPE}"\n# => 403 Forbidden | text/plain 9 bytes\n`,
  ],
  [
    "the log of HTTParty",
    `${lines("[HTTParty] [2025-11-28] > ", `POST ${URL_SENT}\r\nAuthorization: ${OAUTH}\r\nContent-Type: ${TYPE}\r\n`)}[HTTParty] [2025-11-28] ${FORM}\n[HTTParty] [2025-11-28] < HTTP/1.1 403\n`,
  ],
  [
    "REST Assured",
    `Request method:\tPOST\nRequest URI:\t${URL_SENT}\nQuery params:\t<none>\nForm params:\t${pairs((name, value) => `${name}=${value}\n\t\t\t\t`).trimEnd()}\nHeaders:\t\tAuthorization=${OAUTH}\n\t\t\t\tContent-Type=${TYPE}\nCookies:\t\t<none>\nBody:\t\t\t<none>\n`,
  ],
  [
    "the log of API Gateway",
    `(a1) HTTP Method: POST, Resource Path: ${PATH}\n(a1) Method request headers: {Authorization=${OAUTH}, Content-Type=${TYPE}, Host=${HOST}, X-Forwarded-Proto=https}\n(a1) Method request body before transformations: ${FORM}\n`,
  ],
  [
    "resty, whose User-Agent contains an address",
    `==========\n~~~ REQUEST ~~~\nPOST  ${PATH}  HTTP/1.1\nHOST   : ${HOST}\nHEADERS:\n\tAuthorization: ${OAUTH}\n\tContent-Type: ${TYPE}\n\tUser-Agent: go-resty/2.11.0 (https://github.com/go-resty/resty)\nBODY   :\n${FORM}\n----------\n~~~ RESPONSE ~~~\nSTATUS       : 403 Forbidden\nHEADERS      :\n\tContent-Length: 0\n`,
  ],
  [
    "a request of Rust, in one line",
    `Request { method: POST, uri: ${URL_SENT}, version: HTTP/1.1, headers: {"authorization": ${quoted}, "content-type": "${TYPE}"}, body: Full { data: Some(b"${FORM}") } }\n`,
  ],
  [
    "a request of Rust, on many lines",
    `Request {\n    method: POST,\n    url: Url {\n        scheme: "https",\n        host: Some(\n            Domain(\n                "${HOST}",\n            ),\n        ),\n        port: None,\n        path: "${PATH}",\n        query: None,\n    },\n    headers: {\n        "content-type": "${TYPE}",\n        "authorization": ${quoted},\n    },\n}\nbody: ${FORM}\n`,
  ],
  [
    "NSLog",
    `Shop[811:22] request <NSMutableURLRequest: 0x600000c3> { URL: ${URL_SENT} }\nShop[811:22] method POST\nShop[811:22] headers {\n    Authorization = ${quoted};\n    "Content-Type" = "${TYPE}";\n}\nShop[811:22] body ${FORM}\n`,
  ],
  ["httr of R", `${lines("-> ", HEAD.trimEnd())}-> \n>> ${FORM}\n\n<- HTTP/1.1 403 Forbidden\n<- Content-Length: 0\n`],
  [
    "hurl --very-verbose",
    `${lines("> ", HEAD.trimEnd())}>\n* Request body:\n* ${FORM}\n*\n< HTTP/2 403\n< content-length: 0\n`,
  ],
  [
    "wget --debug",
    `---request begin---\n${HEAD}---request end---\n[POST data: ${FORM}]\n---response begin---\nHTTP/1.1 403 Forbidden\r\n`,
  ],
  ["HTTP.jl of Julia", `HTTP.Messages.Request:\n"""\n${RAW}"""\n`],
  [
    "dio of Dart",
    `flutter: *** Request ***\nflutter: uri: ${URL_SENT}\nflutter: method: POST\nflutter: headers:\nflutter:  Authorization: ${OAUTH}\nflutter:  content-type: ${TYPE}\nflutter: data:\nflutter: {${Object.entries(
      PAIRS,
    )
      .map((pair) => ` ${pair.join(": ")}`)
      .join(",")
      .trim()}}\nflutter: \n`,
  ],
  [
    "OpenTelemetry",
    `    -> http.method: Str(POST)\n    -> http.url: Str(${URL_SENT})\n    -> http.request.header.authorization: Str(${OAUTH})\n    -> http.request.body: Str(${FORM})\n`,
  ],
  [
    "dd of Laravel",
    `array:4 [\n  "method" => "POST"\n  "url" => "${URL_SENT}"\n  "headers" => array:1 [\n    "Authorization" => ${quoted}\n  ]\n  "form_params" => array:3 [\n${pairs((name, value) => `    "${name}" => "${value}"\n`)}  ]\n]\n`,
  ],
  [
    "the log of Docker",
    `POST ${URL_SENT} HTTP/1.1\nAuthorization: ${OAUTH}\nContent-Type: ${TYPE}\n\n${FORM}`
      .split("\n")
      .map((line) => `${JSON.stringify({ log: `${line}\n`, stream: "stdout", time: "2025-11-28T03:20:00Z" })}\n`)
      .join(""),
  ],
  [
    "a call of Python",
    `requests.post('${URL_SENT}', data={${Object.entries(PAIRS).map(([name, value]) => `'${name}': '${value}'`)}}, headers={'Authorization': '${OAUTH}'})\n`,
  ],
  [
    "options of curl in PHP",
    `curl_setopt($ch, CURLOPT_URL, '${URL_SENT}');\ncurl_setopt($ch, CURLOPT_POSTFIELDS, '${FORM}');\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: ${OAUTH}', 'Content-Type: ${TYPE}']);\n`,
  ],
  [
    "an export of Burp",
    `<?xml version="1.0"?>\n<items>\n  <item>\n    <url><![CDATA[${URL_SENT}]]></url>\n    <request base64="false"><![CDATA[${RAW}]]></request>\n    <status>401</status>\n  </item>\n</items>\n`,
  ],
  [
    "HTTPie, below the command",
    `$ http -v POST ${HOST}${PATH} amount=12.50\n${RAW}\n\n\nHTTP/1.1 401 Unauthorized\n\nno\n`,
  ],
  [
    "an export of Insomnia",
    JSON.stringify({
      resources: [
        {
          url: URL_SENT,
          method: "POST",
          headers: [{ name: "Authorization", value: OAUTH }],
          body: { mimeType: TYPE, params: Object.entries(PAIRS).map(([name, value]) => ({ name, value })) },
        },
      ],
    }),
  ],
  [
    "Sentry",
    JSON.stringify({
      request: {
        url: URL_SENT,
        method: "POST",
        headers: [
          ["Authorization", OAUTH],
          ["Content-Type", TYPE],
        ],
        data: FORM,
      },
    }),
  ],
  [
    "a log of Docker with a blank after each colon",
    RAW.split("\r\n")
      .map(
        (line) =>
          `${JSON.stringify({ log: `${line}\n`, stream: "stdout" })
            .replaceAll('":', '": ')
            .replace('",', '", ')}\n`,
      )
      .join(""),
  ],
  ["tcpdump, which prints an octet before the method as a letter", `E.....@.@.p.\n...\n...#...X${RAW}\n`],
  [
    "Wireshark, with the interim response",
    `${RAW.slice(0, -LENGTH)}HTTP/1.1 100 Continue\r\n\r\n${FORM}HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n`,
  ],
  [
    "the timeline of Insomnia",
    `${lines("> ", HEAD.slice(0, -4))}\n| ${FORM}\n\n< HTTP/2 401 \n\n* Received ${"9".repeat(LENGTH - 16)} B chunk\n`,
  ],
  [
    "mitmdump, with a response that has pairs",
    `127.0.0.1:51512: POST ${URL_SENT}\n    authorization: ${OAUTH}\n    content-type: ${TYPE}\n    content-length: ${LENGTH}\n\n${pairs((name, value) => `    ${name}: ${value}\n`)}\n << 401 Unauthorized 78b\n\n    {\n        "${FORM.slice(4)}"\n    }\n`,
  ],
  [
    "the error of WebMock, with a stub in another order",
    `Unregistered request: POST ${URL_SENT} with body '${FORM}' with headers {'Authorization'=>'${OAUTH}', 'Content-Type'=>'${TYPE}'}\n\nstub_request(:post, "${URL_SENT}").\n  with(\n    body: {"currency"=>"EUR", "amount"=>"12.50"},\n    headers: {\n\t  'Authorization'=>'${OAUTH}',\n\t  'Content-Type'=>'${TYPE}'\n    })\n`,
  ],
  [
    "a logger, before a curl command in several lines",
    `[info] p.s.w.a.AhcCurlRequestLogger - curl \\\n  --request POST \\\n  --header '${`Authorization: ${OAUTH}`}' \\\n  --header 'Content-Type: ${TYPE}' \\\n  --data '${FORM}' \\\n  '${URL_SENT}'\n`,
  ],
  [
    "Alamofire, below its own line",
    `2026-11-30 18:20:31.001 App[3110:81233] [Request]: POST ${URL_SENT}\n$ curl -v \\\n\t-X POST \\\n\t-H "Authorization: ${OAUTH.replaceAll('"', '\\"')}" \\\n\t-H "Content-Type: ${TYPE}" \\\n\t-d "${FORM}" \\\n\t"${URL_SENT}"\n`,
  ],
  [
    "a program that prints names with =",
    `Method = POST\nURL = ${URL_SENT}\nAuthorization = ${OAUTH}\nBody = ${FORM}\n`,
  ],
  [
    "a map of Clojure",
    `{:method :post, :url "${URL_SENT}", :headers {"Authorization" ${quoted}, "Content-Type" "${TYPE}"}, :body "${FORM}"}\n`,
  ],
];

describe("readRequest finds the method, the URL and the form in", () => {
  testEach(WHOLE)("%s", (_, text) => {
    const request = read(text);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT });
    expect(bodyOf(request)).toBe(FORM);
  });
});

describe("readRequest finds everything but the form in", () => {
  testEach([
    [
      "the debugger of Swift",
      `(lldb) po request\n▿ ${URL_SENT}\n  ▿ url : Optional<URL>\n    ▿ some : ${URL_SENT}\n  ▿ httpMethod : Optional<String>\n    - some : "POST"\n  ▿ allHTTPHeaderFields : Optional<Dictionary<String, String>>\n    ▿ some : 2 elements\n      ▿ 0 : 2 elements\n        - key : "Content-Type"\n        - value : "${TYPE}"\n      ▿ 1 : 2 elements\n        - key : "Authorization"\n        - value : ${quoted}\n  ▿ httpBody : Optional<Data>\n    ▿ some : ${LENGTH} bytes\n`,
    ],
    [
      "a request of Haskell",
      `Request {\n  host                 = "${HOST}"\n  port                 = 443\n  secure               = True\n  requestHeaders       = [("Authorization",${quoted}),("Content-Type","${TYPE}")]\n  path                 = "${PATH}"\n  queryString          = ""\n  method               = "POST"\n}\n`,
    ],
    [
      "the snippet of Postman for RestSharp",
      `var options = new RestClientOptions("https://${HOST}")\n{\n  MaxTimeout = -1,\n};\nvar request = new RestRequest("${PATH}", Method.Post);\nrequest.AddHeader("Content-Type", "${TYPE}");\nrequest.AddHeader("Authorization", ${quoted});\n`,
    ],
    [
      "a recording of nock",
      `nock('https://${HOST}:443', {"encodedQueryParams":true})\n  .post('${PATH}')\n  .matchHeader('content-type', '${TYPE}')\n  .matchHeader('authorization', '${OAUTH}')\n  .matchHeader('host', '${HOST}')\n  .reply(401)\n`,
    ],
    [
      "a request of OkHttp",
      `Request{method=POST, url=${URL_SENT}, headers=[Authorization:${OAUTH}, Content-Type:${TYPE}], tags={}}\n`,
    ],
    [
      "the log of Envoy",
      `[1][debug][http] request headers complete:\n':authority', '${HOST}'\n':path', '${PATH}'\n':method', 'POST'\n':scheme', 'https'\n'authorization', '${OAUTH}'\n'content-type', '${TYPE}'\n`,
    ],
  ])("%s", (_, text) => {
    const request = read(text);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT });
    expect(request.headers).toContainEqual([expect.stringMatching(/^content-type$/i), TYPE]);
    expect(request.body).toBeUndefined();
  });
});

describe("readRequest finds the method and the URL in", () => {
  testEach([
    [
      "a console of Python, with a parameter that is a URL",
      `>>> r = oauth.post(url, data={'url': 'http://a.example/?c=d'})\n>>> r.request.method, r.request.url\n('POST', '${URL_SENT}')\n>>> r.request.headers\n{'Content-Type': '${TYPE}', 'Authorization': '${OAUTH}', 'Content-Length': '${LENGTH}'}\n>>> r.request.body\n'${FORM}'\n`,
    ],
    [
      "a request of Akka",
      `HttpRequest(HttpMethod(POST),${URL_SENT},List(Authorization: ${OAUTH}),HttpEntity.Strict(none/none,0 bytes total),HttpProtocol(HTTP/1.1))\n`,
    ],
  ])("%s", (_, text) => {
    expect(read(text)).toMatchObject({ method: "POST", url: URL_SENT });
  });
});

describe("a query with its signature", () => {
  const QUERY = "ctx=5&oauth_consumer_key=shop&oauth_signature=CJBC%3D";

  testEach([
    [
      "IIS",
      `#Fields: date time cs-method cs-uri-stem cs-uri-query s-port\n2026-11-30 07:00:12 GET ${PATH} ${QUERY} 443 - 401\n`,
    ],
    [
      "nginx, between other requests",
      `203.0.113.7 - - [30/Nov/2026:08:14:02 +0000] "GET /favicon.ico HTTP/1.1" 404 153\n203.0.113.9 - - [30/Nov/2026:08:14:05 +0000] "GET ${PATH}?${QUERY} HTTP/1.1" 401 121\n203.0.113.7 - - [30/Nov/2026:08:14:06 +0000] "POST /a HTTP/1.1" 200 67\n`,
    ],
  ])("is read from a log of %s, if the address is given", (_, text) => {
    const request = read(text, `https://${HOST}`);
    expect(request).toMatchObject({ method: "GET", url: `${URL_SENT}?${QUERY}` });
    expect(request.unusedForm).toBeUndefined();
  });
});

describe("a list of parameters", () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ["launch_presentation_return_url", "https://lms.example/ret?a=1"],
    ["user_id", "5"],
    ["oauth_consumer_key", "shop"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_signature", "CJBC="],
  ];

  testEach([
    ["a table", ROWS.map(([name, value]) => `| ${name} | ${value} |\n`).join("")],
    ["lines", ROWS.map(([name, value]) => `${name}=${value}\n`).join("")],
  ])("in %s has no address, even if a value is a URL", (_, text) => {
    expect(() => read(text)).toThrow("parameters of a request, but its URL was not found");
    expect(read(text, URL_SENT)).toMatchObject({ method: "POST", url: URL_SENT });
  });

  test("on the error page of Django ends before the next heading", () => {
    const list = ROWS.map(([name, value]) => `${name}\t\n'${value}'\n`).join("");
    const page = `Request Method:\tPOST\nRequest URL:\t${URL_SENT}\n\nGET\nNo GET data\n\nPOST\nVariable\tValue\n${list}\nFILES\nNo FILES data\n\nMETA\nVariable\tValue\nCONTENT_TYPE\t\n'${TYPE}'\nREMOTE_USER\t\n'x'\n`;
    const request = read(page);
    expect(request).toMatchObject({ method: "POST", url: URL_SENT });
    expect(bodyOf(request)).toMatch(/^launch_presentation_return_url=.*&oauth_signature=CJBC%3D$/);
  });
});

describe("literals of one request", () => {
  test("are joined across other literals, up to an answer", () => {
    const [start, rest] = [HEAD.slice(0, 40), HEAD.slice(40) + FORM].map((text) => JSON.stringify(text));
    const log = `send: ${start}\nbuffer: "flushed"\nsend: ${rest}\nreply: "HTTP/1.1 403 Forbidden\\r\\n"\nsend: "more"\n`;
    expect(bodyOf(read(log))).toBe(FORM);
  });
});

describe("a form that was added below", () => {
  test("belongs to the request that a literal contains", () => {
    const head = JSON.stringify(HEAD);
    expect(bodyOf(read(`["request_header"]=>\n${head}\n`))).toBe("");
    expect(bodyOf(read(`["request_header"]=>\n${head}\n\n${FORM}\n`))).toBe(FORM);
  });
});

describe("the method of header fields", () => {
  test("is not GET if they are those of a form", () => {
    const request = read(`Authorization: ${OAUTH}\nHost: ${HOST}\nContent-Type: ${TYPE}\n`, URL_SENT);
    expect(request).toMatchObject({ method: "POST", methodIsAssumed: true });
  });
});

describe("a pair of brackets is the form if its pairs have the length of the body", () => {
  const printed = (length: number): string =>
    `POST\n${URL_SENT}\n{ authorization: '${OAUTH}', 'content-type': '${TYPE}', 'content-length': '${length}' }\n{ ${Object.entries(PAIRS).map(([name, value]) => `${name}: '${value}'`)} }\n`;

  test("encoded as the length shows", () => {
    expect(bodyOf(read(printed(LENGTH)))).toBe(FORM);
    const asBrowser = `${new URLSearchParams(PAIRS)}`;
    expect(bodyOf(read(printed(asBrowser.length)))).toBe(asBrowser);
  });

  test("and no form otherwise", () => {
    expect(read(printed(LENGTH + 1)).body).toBeUndefined();
  });
});

describe("the language of a client", () => {
  testEach([
    [
      `{\n  headers: {\n    Authorization: '${OAUTH}',\n    'Content-Type': '${TYPE}'\n  },\n  method: 'post',\n  url: '${URL_SENT}'\n}\n`,
      "JavaScript",
    ],
    [
      `I, [2025-11-28T03:20:00 #8]  INFO -- request: POST ${URL_SENT}\nI, [2025-11-28T03:20:00 #8]  INFO -- request: Authorization: ${quoted}\n`,
      "Ruby",
    ],
    [
      `Request {\n    method: POST,\n    url: "${URL_SENT}",\n    headers: {\n        "authorization": ${quoted},\n    },\n}\n`,
      "Rust",
    ],
  ])("is seen in %j", (text, language) => {
    expect(read(text).language).toBe(language);
  });
});
