/**
 * Other clients with the simulator, over http and TLS: Python's requests-oauthlib, which signs with its own code, and curl.
 *
 * @module-tag clients
 */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewaySimulator, type SampleData, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../../src/gateway/simulator/sample-data.ts";
import { createSigner } from "../../../src/oauth1/index.ts";
import { makeCertificate } from "../../../src/request-log/certificate.ts";
import { isInstalled, PYTHON } from "../../programs.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "gateway-clients-"));
const authority = join(folder, "authority.pem");
const privateKey = join(folder, "private-key.pem");
let sample: SampleData;
const gateways: GatewaySimulator[] = [];

beforeAll(async () => {
  sample = await createSampleData();
  const certificate = await makeCertificate();
  writeFileSync(authority, certificate.authority);
  writeFileSync(privateKey, sample.privateKey, { mode: 0o600 });
  gateways.push(
    await startGatewaySimulator({ data: sample.data }),
    await startGatewaySimulator({ data: sample.data, tls: certificate }),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(gateways.map((gateway) => gateway.close()));
});

const PROGRAM = `
import json, sys
from requests import Session
from requests_oauthlib import OAuth1

base, ca, key_file, login, control_key = sys.argv[1:]
session = Session()
session.trust_env = False
session.verify = ca
key = open(key_file).read()
api = base + "/processing/api/"
hmac = lambda **more: OAuth1(login, control_key, **more)
rsa = lambda **more: OAuth1(login, signature_method="RSA-SHA256", rsa_key=key, **more)
first = {"client_orderid": "invoice-1", "orderid": "1001"}
payout = {"client-order-id": "o-1", "amount": "10.42", "currency": "EUR", "order_desc": "Gr\\u00f6\\u00dfe + 2 & ~*'()"}
calls = [
    ("v4/create-card-ref/39915", first, hmac(realm="")),
    ("v4/create-card-ref/39915", first, rsa()),
    ("v4/create-card-ref/group/174", first, rsa(signature_type="auth_header")),
    ("v2/pan-eligibility/send/39915", {"client-order-id": "p-1", "sending-card-ref-id": "7654321"}, hmac()),
    ("v4/transfer/39915", dict(first, amount="1.00", currency="EUR"), rsa()),
    ("v4/transfer-by-ref/39915", dict(payout, **{"destination-card-no": "4444555566661111"}), rsa()),
    ("v4/payout/39915", payout, rsa()),
    ("v4/payout/39915", payout, hmac()),
]
answers = [session.post(api + path, data=form, auth=auth) for path, form, auth in calls]
wrong = session.post(api + calls[0][0], data=first, auth=OAuth1(login, control_key + "x"))
seen = session.get(base + "/_countersign/requests?last=1").json()["requests"][0]
print(json.dumps({
    "answers": [[a.status_code, a.headers["content-type"], a.text.split("\\n&")[0]] for a in answers],
    "wrong": [wrong.status_code, wrong.text[:15], seen["code"]],
}))
`;

describe.each([0, 1])("the simulator over http and TLS (%i)", (index) => {
  test.skipIf(!isInstalled("requests-oauthlib"))(
    "python3-requests-oauthlib signs every operation (skipped if it is not installed)",
    async () => {
      const { origin } = gateways[index]!;
      const { stdout } = await run(PYTHON, [
        "-c",
        PROGRAM,
        origin,
        authority,
        privateKey,
        sample.login,
        sample.controlKey,
      ]);
      const { answers, wrong } = JSON.parse(stdout);
      const html = "text/html;charset=utf-8";
      expect(answers).toEqual([
        ...Array(3).fill([200, html, "type=create-card-ref-response"]),
        ...Array(5).fill([200, html, "type=async-response"]),
      ]);
      expect(wrong).toEqual([403, "<!DOCTYPE html>", "signature-mismatch"]);
    },
  );

  test.skipIf(!isInstalled("curl"))("accepts our header from curl, and rejects it with a changed body", async () => {
    const { origin } = gateways[index]!;
    const curl = async (...args: string[]): Promise<string> =>
      (await run("curl", ["--silent", "--show-error", "--max-time", "10", "--cacert", authority, ...args])).stdout;
    const { login, controlKey } = sample;
    const signer = createSigner({ consumerKey: login, signatureMethod: "HMAC-SHA1", consumerSecret: controlKey });
    const sign = () =>
      signer.sign(
        {
          method: "POST",
          url: `${origin}/processing/api/v4/create-card-ref/39915`,
          form: { client_orderid: "invoice-1", orderid: "1001" },
        },
        { transport: "header-and-body", realm: "" },
      );
    const post = (signed: ReturnType<typeof sign>, body: string): Promise<string> =>
      curl("-w", "%{http_code}", "-H", `Authorization: ${signed.authorization}`, "--data-raw", body, signed.url);

    const right = sign();
    expect(await post(right, String(right.body))).toMatch(/&status=approved\n200$/);
    const changed = sign();
    expect(await post(changed, String(changed.body).replace("oauth_timestamp=1", "oauth_timestamp=2"))).toMatch(
      /<\/html>\n403$/,
    );
    const { requests } = JSON.parse(await curl(`${origin}/_countersign/requests?last=1`));
    expect(requests[0].diagnosis).toMatchObject({ parameters: ["oauth_timestamp"] });
    expect(requests[0].diagnosis.lines.join("\n")).toContain("oauth_timestamp");
  });
});
