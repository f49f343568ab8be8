/** The npm package codebird: the inner function that signs its requests. It takes one value for each name. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { formBody, serve, splitQuery } from "./driver.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("codebird"), "utf8");
const module = { exports: {} };
new Function("module", source.replace("setConsumerKey: setConsumerKey,", "$& sign: _sign,"))(module);

function sign({ request, credentials }) {
  const codebird = module.exports();
  codebird.setConsumerKey(credentials.consumerKey, credentials.consumerSecret);
  codebird.setToken(credentials.token ?? null, credentials.tokenSecret ?? null);
  const { url, pairs } = splitQuery(request.url);
  const parameters = Object.fromEntries(request.form ?? pairs);
  return { authorization: codebird.sign(request.method, url, parameters), ...formBody(request) };
}

await serve({
  name: "codebird",
  url: "https://github.com/jublonet/codebird-js",
  operations: { sign },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: {
    httpMethods: ["GET", "POST"],
    without: [
      // The URLs of one service.
      ...["fragment", "port", "upper-case-uri", "userinfo", "empty-path", "path-characters", "ipv6"],
      ...["form-encoded", "form-with-query", "octets", "query-encoded", "repeated-names", "repeated-query-names"],
      ...["signature-parameter", "no-version", "realm", "protocol-parameters"],
    ],
  },
});
