/** The smallest requests that show the faults, with the key that signs those of RSA. */

import type { Fault } from "../../src/faults/index.ts";
import type { SigningInput } from "../../src/model/index.ts";
import { isRsaMethod } from "../../src/spec/signature-methods.ts";

/** A PKCS#8 key of 2048 bits. It protects nothing. */
export const TRIGGER_PRIVATE_KEY: string = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC2l5CeKekJhb2m
mJDr+BvUgLw5Hh682WDbIIJgNGDmIs7qHZmiDSwD9GJLH3RuEcySs7pjYvJFaILR
ZpY1t5Tgld23Eoni2FATKuDKjBmt1KKZlXdi7F2WogeysHApZ1dyBqp7T/SfS9Zy
T13hYZr6HGQZih+f1D35ySAeww08MSBuJhwn8lb2gRbAsJQD1CnP9Fb+xSIrqlDv
AYH5kwjAU+yEcHtLUyhiW/QALzOsOZgzhOAHOFBo1sBSdI94u1tRzDaHUM2+nst2
gaJZUfsZDYESUiCpwDpoRKwyqD5tj0jDOV/mBDG+69EDYvDPNxa1h8dlrxrVHiU7
VI/P+wJPAgMBAAECggEAGzohlfwg5EsdmxR/87flCnyB1LCRm858W2CPIGJfGqIR
Iab1TE1ThWlxKMuRdIJR84Q6ZGySPNhXPXtjJbJw0EZ4r75jckCYPCt2Jq3afGnL
L0Sy7zzYvcf+ht45c2sWBopI7KdhDknkOdps4NlJn0cRhB9tFMu0zCT6Faw3MoTO
MzOpV6iaot1jkwSaXm6l91eb8QYZUxcxMQx0q+RXqYHZZmdRdTU7UAH2jkftAplB
feOO6gmTxvbX2T5LcYCvauCJJlfDgIgTdcNZFfqeHpyJTjpF1qOj01pSTWfmSkny
mWzSm5D9DiBrx2v2pUvu6dowgyiMiysFyzmDY3TadQKBgQDnxUWAKMcWNd4gdDuY
IxqIJcTklaK20nNHYqhh798mAioh8L2riGLKhXEDnNBqT0QWN2vOT+nSHF/rmbGp
dkEhMQfEquLDe7/Qvt7+Kg/RBlIdKeq6yCgwMNu1QjzZowZt5X5AFXrUAQId+rLj
dK0JWBPx9Ueurmz3vHIrCYYF8wKBgQDJrijUmQugbx01Bv5l05MFdWKqagYoabEa
Yswor8Isl9nyzqxHgKUk+N/sBSgvwzHjFuHJrLXoIRf3mXC3hGSXXvHXdxssWPcb
JvJs0vBF8I4m6q5PBw4AUIcw0CrAA33Q96dl2jamNb82REbzxDmL6QWXc0iwdupd
T1Sk9MPdNQKBgQC4qFTKWjLcgEicxN6iRP2jkawAjzPXw26zZmhPt2SsDLdy2TLU
0tIbFxxGy47F1Kejp75N3x+lFpRZytdg8+XKQx00VQ5cv2DBOQHDsNFvMUEFGVt6
O3TBiHvUO5TttVSvBFSFTFfTR4ZfSllynYgr1K/3a/wTsccBznOL1IeifwKBgEp6
YGWyZxLGNdkBTi04ZtDbOqaIJOIDtf1ygsZ7sY9aPIhoPkLhhRsUNU0p0l9hDCk6
qAMcHsksf3dWWMPMxoEH9POG7qf/6rFCPsBlXYnWfghtHhXdGxSOqH4kQcVLBMmI
y27XmNrkekqGCFW5Hy9FzGTTlAJmx8HRrAaGxVYJAoGBAIDxtHLBSivmrpOSMyg7
aH6iPotUCBdOurpkWUmMf2iEp0xQMa5hlk19XFbbD17G63LKlBwQhN7VVQRP9es0
SzR1HqGjrt5PBcL0QU/zoSpPVcSQqQ4NDF8iFU0DZudWsanvNfRznCIM3VMGnODc
LzhEEP7XD6CxLaFKhSzo2BS2
-----END PRIVATE KEY-----
`;

const complete = new Map<SigningInput, SigningInput>();

/** The trigger of a fault, with a key: the identical request each time. */
export function triggerOf({ trigger }: Pick<Fault, "trigger">): SigningInput {
  if (!isRsaMethod(trigger.signatureMethod)) return trigger;
  const signed = complete.get(trigger) ?? { ...trigger, privateKey: TRIGGER_PRIVATE_KEY };
  complete.set(trigger, signed);
  return signed;
}
