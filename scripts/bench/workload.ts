/** The timed requests: gateway requests of 3 and of 16 parameters, a different one each time. */

/** A request as the benchmark passes it to each signer, and the credentials that sign it. */
export interface Work {
  readonly request: {
    readonly method: "POST";
    readonly url: string;
    readonly form: readonly (readonly [name: string, value: string])[];
  };
  readonly options: { readonly nonce: string; readonly timestamp: string };
}

export const CONSUMER_KEY = "merchant";
export const SECRET = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";

const URL_3 = "https://sandbox.example.com/processing/api/v4/create-card-ref/39915";
const URL_16 = "https://sandbox.example.com/processing/api/v4/transfer/39915";

/** The parameters of create-card-ref: three short values. */
function three(index: number): [string, string][] {
  return [
    ["login", "merchant"],
    ["client_orderid", `invoice-${index}`],
    ["orderid", `${5624444333322221 + index}`],
  ];
}

/** The parameters of transfer: sixteen values, some with spaces, reserved and non-ASCII characters. */
function sixteen(index: number): [string, string][] {
  return [
    ["client_orderid", `invoice-${index}`],
    ["amount", "10.42"],
    ["currency", "EUR"],
    ["order_desc", "Gift card: 2 × «Größe M», 50% off!"],
    ["credit_card_number", "4444555566661111"],
    ["expire_month", "12"],
    ["expire_year", "2099"],
    ["cvv2", "123"],
    ["card_printed_name", "José Núñez"],
    ["destination-card-no", "4444333322221111"],
    ["ipaddress", "192.0.2.17"],
    ["email", "jose.nunez+test@example.com"],
    ["first_name", "José"],
    ["address1", "Hauptstraße 7/3"],
    ["redirect_url", "https://shop.example.com/done?order=1&lang=de"],
    ["server_callback_url", "https://shop.example.com/callback"],
  ];
}

/** Requests with 3 or 16 parameters, each with its own nonce. */
export function works(parameters: 3 | 16, count: number): Work[] {
  const [url, formOf] = parameters === 3 ? [URL_3, three] : [URL_16, sixteen];
  return Array.from({ length: count }, (_, index): Work => {
    const nonce = `a1b2c3d4e5f60718293a4b5c${index.toString().padStart(8, "0")}`;
    const timestamp = String(1_700_000_000 + (index % 1000));
    return { request: { method: "POST", url, form: formOf(index) }, options: { nonce, timestamp } };
  });
}
