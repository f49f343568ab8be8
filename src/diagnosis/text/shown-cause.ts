/** A cause as every command, report and page shows it: plain data, which each of these formats with a small function. */

import type { FixCall } from "../../faults/helpers/fix-language.ts";
import { faultOf, fixInLanguage, languageOfUserAgent, typicalCalls } from "../../faults/index.ts";
import { headerValues, type SigningInput } from "../../model/index.ts";
import type { PastedRequest } from "../../requests/pasted-request.ts";
import type { Cause, ChangedParameter, Notice } from "../search/diagnosis.ts";
import { SIGNATURE_FIXES } from "../signature/signature-text.ts";
import { comparedSegments, type Segment } from "./compared-text.ts";

/** What is wrong, and how to fix it. */
export interface ShownCause {
  /** Permanent. Show it beside the sentence, in small type. */
  readonly id: string;
  /** A few words, for lists. */
  readonly title: string;
  /** The sentence that describes what the client does wrong. */
  readonly what: string;
  /** One or more sentences that describe the fix; absent for a notice that is no known fault. */
  readonly fix?: string;
  /** The code of the fix in the language of the client; if that is not known, in a language for which the mistake is typical. */
  readonly code?: FixCall;
  /** If the language of the client is not known: the code in other languages. */
  readonly otherCode?: readonly FixCall[];
  /** The page in the repository, if the cause has one; `countersign faults show ID` prints it. */
  readonly page?: string;
  /** The sent and the signed value, if the cause is about one parameter. */
  readonly difference?: ShownDifference;
}

/** A value as it was sent and as it was signed. */
export interface ShownDifference {
  /** The name of the parameter; absent for a part of the base string. */
  readonly name?: string;
  /** Absent if the parameter was not sent. */
  readonly sent?: readonly Segment[];
  /** Absent if the parameter was not signed. */
  readonly signed?: readonly Segment[];
  /** Whether the absent value is in another place. */
  readonly isMoved?: boolean;
}

/**
 * Chooses what to show about a mistake.
 *
 * @param languages languages of the client; none if unknown
 * @param typical languages for which the mistake is typical
 */
export function shownCause(
  { id, title, what, fix, change }: Pick<Cause, "id" | "title" | "what" | "fix" | "change">,
  languages: readonly string[],
  typical: readonly string[] = [],
): ShownCause {
  const [code, ...otherCode] = languages.some((one) => one !== "")
    ? [fixInLanguage(fix, languages)]
    : typicalCalls(fix, typical);
  return {
    id,
    title,
    what,
    fix:
      code === undefined && fix.calls !== undefined
        ? `${fix.text} No code is available for ${languages[0]}.`
        : fix.text,
    ...(code && { code }),
    ...(otherCode.length > 0 && { otherCode: otherCode.flatMap((one) => one ?? []) }),
    ...pageOf(id),
    ...(change && { difference: shownDifference(change) }),
  };
}

/** A parameter with its sent and signed values; only its name if the values are left out. */
export function shownDifference({ name, sent, signed, isMoved }: ChangedParameter): ShownDifference {
  if (sent !== undefined && signed !== undefined) {
    const [one, other] = comparedSegments(sent, signed);
    return { name, sent: one, signed: other };
  }
  const [all] = comparedSegments(sent ?? signed ?? "", "");
  return {
    name,
    ...(sent !== undefined && { sent: all }),
    ...(signed !== undefined && { signed: all }),
    ...(isMoved && { isMoved }),
  };
}

/** For notices that are no faults, the fault with the same fix. */
const SAME_FIX: Readonly<Record<string, string>> = {
  "header-malformed": "header-unquoted",
  "parameters-sent-twice": "params-in-two-places",
};

/** A notice, with the fix of its fault. */
export function shownNotice({ id, text }: Notice, languages: readonly string[]): ShownCause {
  const fix = SIGNATURE_FIXES[id];
  if (fix !== undefined) return { id, title: text, what: text, fix };
  const fault = faultOf(SAME_FIX[id] ?? id);
  if (fault === undefined) return { id, title: text, what: text };
  const title = fault.id === id ? fault.title : text;
  return shownCause({ id, title, what: text, fix: fault.fix }, languages, fault.languages);
}

function pageOf(id: string): Pick<ShownCause, "page"> {
  return faultOf(id) === undefined ? {} : { page: `docs/faults/${id}.md` };
}

/** The language in which the client is probably written; empty if neither its User-Agent nor the notation of the text shows it. */
export function languagesOfClient({ headers = [], ...request }: PastedRequest | SigningInput): string[] {
  const shown = headerValues({ headers }, "user-agent").flatMap((text) => languageOfUserAgent(text) ?? []);
  const noted = "language" in request ? request.language : undefined;
  return [...shown, ...(noted === undefined ? [] : [noted])].slice(0, 1);
}
