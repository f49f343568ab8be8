import { describe, expect, test } from "vitest";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { FAULTS, type Fault, faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { causesIn } from "./requests.ts";

/** The request with every protocol parameter that a server needs. */
function complete({ protocolParameters, signatureMethod, ...rest }: SigningInput): SigningInput {
  const needed = { oauth_signature_method: signatureMethod, oauth_timestamp: "1700000000", oauth_nonce: "n" };
  const missing = Object.entries(needed).filter(([name]) => !protocolParameters.some(([other]) => other === name));
  return { ...rest, signatureMethod, protocolParameters: [...protocolParameters, ...missing] };
}

/** What is wrong with the signature, or with a request whose signature is valid. */
function idsOf(diagnosis: Diagnosis): string[] {
  return [...causesIn(diagnosis), ...diagnosis.notices].map(({ id }) => id);
}

const ROWS = FAULTS.map((fault) => [fault.id, fault] as const);

const diagnoses = new Map<Fault, Diagnosis>();

function diagnosisOf(fault: Fault): Diagnosis {
  const diagnosis = diagnoses.get(fault) ?? diagnosed(fault);
  diagnoses.set(fault, diagnosis);
  return diagnosis;
}

function diagnosed(fault: Fault): Diagnosis {
  const request = complete(triggerOf(fault));
  const { consumerSecret, tokenSecret, privateKey } = request;
  const key = privateKey === undefined ? { consumerSecret, tokenSecret } : { consumerSecret, privateKey };
  const sent = sendAs(request, fault.apply(specification))!;
  return diagnose({ request: sent, key }, { faults: [fault], budget: { combinations: 1000 } });
}

/** No server can see it in its smallest request, which decodes to what was signed. */
const UNSEEN = "only-signature-encoded";

describe("each fault in its smallest request", () => {
  // A fault that changes what is sent, and signs that rightly, needs a notice with its id.
  test.each(ROWS.filter(([id]) => id !== UNSEEN))("is named: %s", (id, fault) => {
    expect(idsOf(diagnosisOf(fault))).toContain(id);
  });

  test(`is named, except ${UNSEEN}`, () => {
    expect(diagnosisOf(faultOf(UNSEEN)!)).toMatchObject({ kind: "right", notices: [] });
  });

  test.each(ROWS.filter(([, { isSignedAsSent }]) => isSignedAsSent))(
    "leaves the signature right if it is signed as sent: %s",
    (_, fault) => {
      expect(["right", "rejected"]).toContain(diagnosisOf(fault).kind);
    },
  );
});
