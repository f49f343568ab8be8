/** The certificate of a server of the command line. */

import type { TemporaryCertificate } from "../../request-log/certificate.ts";

/** Makes a certificate for one run. The package that creates it is loaded only if it is needed. */
export async function makeCertificate(hostName: string | undefined): Promise<TemporaryCertificate> {
  return (await import("../../request-log/certificate.ts")).makeCertificate(hostName);
}
