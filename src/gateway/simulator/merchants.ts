/** The merchants of a running simulator: from its data, and added by a test or through the control API. */

import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { CredentialsLookup } from "../../verifier/index.ts";
import { configurationError } from "../errors.ts";
import { checkMerchant, type Endpoint, type GatewayData, keysOf, type Merchant } from "./data.ts";

/** A merchant that is added while the simulator runs. It has no earlier payments. */
export type NewMerchant = Omit<Merchant, "payments">;

/** A merchant without its keys. */
export interface MerchantRecord {
  readonly login: string;
  readonly hasControlKey: boolean;
  /** The number of public keys. */
  readonly publicKeys: number;
  readonly endpoints: readonly Endpoint[];
  readonly endpointGroups: readonly string[];
}

/** Data whose list of merchants changes: read the list at each use. */
export interface Merchants extends GatewayData {
  find(login: string): Merchant | undefined;
  /** @throws {@link GatewayError} `configuration-invalid` */
  add(merchant: NewMerchant): MerchantRecord;
  records(): MerchantRecord[];
  /**
   * The control keys of all merchants, and the last 1,000 replaced keys: the log hides them, even in old requests.
   * Returns the same list until a key changes.
   */
  controlKeys(): readonly string[];
  /** Finds the keys of a merchant. The gateway uses no tokens, so a request with a token has no keys. */
  readonly credentials: CredentialsLookup;
  /** Restores the merchants of the data. */
  reset(): void;
}

/** Limits that are higher than any test needs. */
const MOST_MERCHANTS = 10_000;
const MOST_PUBLIC_KEYS = 20;
const MOST_REPLACED_KEYS = 1000;

export function createMerchants(data: GatewayData): Merchants {
  const byLogin = new Map<string, Merchant>();
  /** The replaced keys, the oldest first. */
  let replacedKeys: string[] = [];
  /** The list of keys; absent until it is first needed. */
  let controlKeys: readonly string[] | undefined;

  function store(merchant: Merchant): void {
    const before = byLogin.get(merchant.login)?.controlKey;
    byLogin.set(merchant.login, merchant);
    if (before === merchant.controlKey) return;
    controlKeys = undefined;
    if (before !== undefined) replacedKeys = [...replacedKeys, before].slice(-MOST_REPLACED_KEYS);
  }

  function allControlKeys(): readonly string[] {
    const current = [...byLogin.values()].flatMap(({ controlKey }) => controlKey ?? []);
    return [...new Set([...current, ...replacedKeys])];
  }

  function reset(): void {
    byLogin.clear();
    replacedKeys = [];
    controlKeys = undefined;
    for (const merchant of data.merchants) store(merchant);
  }

  reset();
  return {
    ...data,
    get merchants() {
      return [...byLogin.values()];
    },
    find: (login) => byLogin.get(login),
    add(merchant) {
      if (typeof merchant !== "object" || merchant === null) throw configurationError("a merchant must be an object");
      if (Object.hasOwn(merchant, "payments")) {
        throw configurationError("merchant.payments: make payments of a new merchant one by one");
      }
      if (Number(merchant.publicKeys?.length) > MOST_PUBLIC_KEYS) {
        throw configurationError(`merchant.publicKeys must have at most ${MOST_PUBLIC_KEYS} keys`);
      }
      const changed = { ...byLogin.get(merchant.login), ...merchant };
      checkMerchant(changed);
      if (byLogin.size >= MOST_MERCHANTS && !byLogin.has(merchant.login)) {
        throw configurationError(`there are ${MOST_MERCHANTS} merchants already: reset the simulator`);
      }
      store(changed);
      return recordOf(changed);
    },
    records: () => [...byLogin.values()].map(recordOf),
    controlKeys: () => (controlKeys ??= allControlKeys()),
    credentials({ consumerKey, token, signatureMethod }) {
      const merchant = token ? undefined : byLogin.get(consumerKey);
      return merchant === undefined ? undefined : keysOf(merchant, isRsaMethod(signatureMethod));
    },
    reset,
  };
}

function recordOf({ login, controlKey, publicKeys = [], endpoints, endpointGroups = [] }: Merchant): MerchantRecord {
  return { login, hasControlKey: controlKey !== undefined, publicKeys: publicKeys.length, endpoints, endpointGroups };
}
