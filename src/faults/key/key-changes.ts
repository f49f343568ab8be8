/** Functions that change the secrets or the key (RFC 5849 3.4.2). */

import type { Stages } from "../../model/index.ts";
import type { EncoderChange } from "../encoding/encoder-changes.ts";
import type { StageChange } from "../fault.ts";

import { changeResult, replaceStage } from "../helpers/stage-changes.ts";

/** Changes the secrets before they are encoded. */
export function changeSecrets(change: (secret: string, isTokenSecret: boolean) => string): StageChange {
  return replaceStage("key", (join, { consumerSecret, tokenSecret = "" }, all) =>
    join({ consumerSecret: change(consumerSecret, false), tokenSecret: change(tokenSecret, true) }, all),
  );
}

/** Changes the joined key. */
export function changeKey(change: (key: string) => string): StageChange {
  return changeResult("key", change);
}

/** Encodes one secret, or both, with another encoder. */
export function encodeSecretsBy(change: EncoderChange, which: "consumer" | "token" | "both" = "both"): StageChange {
  return replaceStage("key", (join, secrets, all) => {
    const { consumerSecret, tokenSecret = "" } = secrets;
    const changed: Stages = { ...all, percentEncode: change(all.percentEncode) };
    if (which === "both") return join(secrets, changed);
    const consumer = join({ consumerSecret, tokenSecret: "" }, which === "consumer" ? changed : all);
    const token = join({ consumerSecret: "", tokenSecret }, which === "token" ? changed : all);
    return consumer.replace(/&$/, "") + token;
  });
}
