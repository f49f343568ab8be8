/** Creates a certificate authority and a certificate for the loopback addresses, both valid for one day. */

import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import forge from "node-forge";

/** All in PEM. The key of the authority is not kept, so nobody can sign other certificates. */
export interface TemporaryCertificate {
  /** The certificate that a client must trust. */
  readonly authority: string;
  readonly cert: string;
  readonly key: string;
}

const HOUR = 3_600_000;
const AUTHORITY_NAME = [{ name: "commonName", value: "countersign, temporary authority" }];
// Types of alternative names (RFC 5280 4.2.1.6).
const DNS = 2;
const IP = 7;

/**
 * Takes a few tenths of a second.
 *
 * @param hostName - a name of the server in addition to localhost
 */
export async function makeCertificate(hostName = "localhost"): Promise<TemporaryCertificate> {
  const [authorityKeys, serverKeys] = await Promise.all([makeKeys(), makeKeys()]);
  const authority = unsigned(authorityKeys.publicKey, "01", AUTHORITY_NAME);
  authority.setExtensions([
    { name: "basicConstraints", critical: true, cA: true },
    { name: "keyUsage", critical: true, keyCertSign: true },
    { name: "subjectKeyIdentifier" },
  ]);
  const server = unsigned(serverKeys.publicKey, "02", [{ name: "commonName", value: "127.0.0.1" }]);
  server.setExtensions([
    { name: "basicConstraints", critical: true, cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectKeyIdentifier" },
    { name: "authorityKeyIdentifier", keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
    {
      name: "subjectAltName",
      altNames: [
        { type: IP, ip: "127.0.0.1" },
        { type: IP, ip: "::1" },
        ...[...new Set(["localhost", hostName])].map((value) => ({ type: DNS, value })),
      ],
    },
  ]);
  const signingKey = forge.pki.privateKeyFromPem(authorityKeys.privateKey);
  for (const certificate of [authority, server]) certificate.sign(signingKey, forge.md.sha256.create());
  return {
    authority: forge.pki.certificateToPem(authority),
    cert: forge.pki.certificateToPem(server),
    key: serverKeys.privateKey,
  };
}

function makeKeys(): Promise<{ publicKey: string; privateKey: string }> {
  return promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    // node-forge reads PKCS#1.
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
}

function unsigned(
  publicKey: string,
  serialNumber: string,
  subject: forge.pki.CertificateField[],
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = serialNumber;
  certificate.validity.notBefore = new Date(Date.now() - HOUR);
  certificate.validity.notAfter = new Date(Date.now() + 24 * HOUR);
  certificate.setSubject(subject);
  certificate.setIssuer(AUTHORITY_NAME);
  return certificate;
}
