/** Further faults of encoding the parts of the base string, which composes them (RFC 5849 3.4.1.1). */

import { type EncoderRules, encodeWith, inPartsOfBaseString } from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

/** Everything that a part of a base string may contain and that must be escaped there. */
const IN_PARTS = "%&=:/@!$'()*+,;[]";
const ESCAPED_ONLY = ["&=", "&=%", "&", "=", "%", "&=/", "&=:/", "%/", "%&"];

const without = (characters: string, removed: string): string =>
  Array.from(characters, (one) => (removed.includes(one) ? "" : one)).join("");
const listed = (characters: string): string => [...characters].join(" ");

const composed = (how: string, rules: EncoderRules): Form => [
  `The client ${how} when it encodes the parts of the base string.`,
  inPartsOfBaseString(encodeWith(rules)),
];

/** Sizes of buffers, with and without a NUL at the end. */
const BUFFERS = [255, 256, 511, 512, 1000, 1023, 1024, 2000, 2047, 2048, 4000, 4095, 4096];

export const FURTHER_COMPOSING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "base-string-encoded-differently",
      title: "Parts of the base string encoded differently",
      trigger: get("/r?a=%26"),
      fix: { text: "Encode the parts of the base string with the same function as names and values." },
    },
    comprising(
      ["parameters-not-encoded-in-base", "uri-not-encoded-in-base"],
      [
        composed("leaves % unencoded", { bare: "%" }),
        ...["/", ":", ":/", "&", "=", "&=", "&=%", "%/", "%:/", "=/", "=:/", "&=:/", "@", "!*'()"].map((bare) =>
          composed(`leaves ${listed(bare)} unencoded`, { bare }),
        ),
        ...ESCAPED_ONLY.map((kept) => composed(`escapes only ${listed(kept)}`, { bare: without(IN_PARTS, kept) })),
        ...["~", "-", ".", "_", "-._", "-._~", "-.", "._", "-_", ".~", "_~", "-.~"].map((escaped) =>
          composed(`escapes ${listed(escaped)} too`, { escaped }),
        ),
        composed("writes hex digits in lower case", { lowerCaseHex: true }),
        composed("leaves / unencoded and escapes ~ too", { bare: "/", escaped: "~" }),
        composed("writes hex digits in lower case and leaves / unencoded", { bare: "/", lowerCaseHex: true }),
        composed("writes hex digits in lower case and escapes ~ too", { escaped: "~", lowerCaseHex: true }),
        composed("writes hex digits in lower case and escapes - . _ too", { escaped: "-._", lowerCaseHex: true }),
      ],
    ),
  ),
  faultInForms(
    {
      id: "base-string-cut-short",
      title: "Base string cut short",
      trigger: get(`/r?a=${"b".repeat(5000)}`),
      fix: { text: "Sign the whole base string, however long it is." },
    },
    BUFFERS.map((size) => [
      `The client signs only the first ${size} characters of the base string.`,
      replaceStage("baseString", (join, input, all) => join(input, all).slice(0, size)),
    ]),
  ),
];
