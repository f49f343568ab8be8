/** A self-signed certificate for the loopback address, made anew in each run. */

import forge from "node-forge";
import { testKeyPair } from "../../keys/index.ts";

const pair = testKeyPair("rsa-2048");
const privateKey = pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

/** Key and certificate, in PEM. */
export const tls: { readonly key: string; readonly cert: string } = { key: privateKey, cert: certificate() };

function certificate(): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(publicKey);
  made.serialNumber = "01";
  made.validity.notBefore = new Date(Date.now() - 3_600_000);
  made.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: "commonName", value: "127.0.0.1" }];
  made.setSubject(name);
  made.setIssuer(name);
  made.setExtensions([
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
  ]);
  made.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}
