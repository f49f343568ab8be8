import { describe, expect, test } from "vitest";
import {
  type Diagnosis,
  diagnose,
  type ExplainedSignature,
  explanationOf,
  explanationText,
} from "../../src/diagnosis/index.ts";
import { allFaults, FAULTS } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

/** The search knows only the faults that are there, which makes it short. */
const found = (ids: readonly string[], request = payment): Diagnosis =>
  diagnose(asked(sentWith(ids, request)), { faults: FAULTS.filter(({ id }) => ids.includes(id)) });

/** The text: its first line, and the lines below it. */
const textOf = (diagnosis: Diagnosis, languages?: readonly string[]) => {
  const [headline, ...lines] = explanationText(explanationOf(diagnosis, languages)).split("\n");
  return { headline, lines: lines.map((line) => line.slice(2)) };
};

const explained = (ids: readonly string[], languages?: readonly string[], request = payment) =>
  textOf(found(ids, request), languages);

const unknown: Diagnosis = { kind: "unknown", notices: [], tried: 154_910, limitReached: false, partialCauses: [] };

describe("an explanation", () => {
  test("begins with what the client does and the id behind it, then the fix, then both values", () => {
    const { headline, lines } = explained(["asterisk-bare"], ["Java"]);
    expect(headline).toBe(
      "The client uses an encoder that leaves * unencoded, as a form encoder does. (asterisk-bare)",
    );
    expect(lines.map((line) => line.trim().split(/[: ]/)[0])).toEqual([
      ...["fix", "Java", "more", "where", "sent", "^^^", "signed", "^"],
    ]);
  });

  test("has the sentence of the variant, not of the fault", () => {
    const ids = ["secrets-swapped", "key-without-ampersand"];
    for (const id of ids) expect(explained([id]).headline).toMatch(new RegExp(`^[A-Z].*\\. \\(${id}\\)$`));
  });

  test.each([
    [["Python"], "  Python: urllib.parse.quote(text, safe"],
    [["py"], "  Python: urllib.parse.quote(text, safe"],
    [["C#"], "  C#: Uri.EscapeDataString(text)"],
    [["PHP"], "  PHP: rawurlencode($text)"],
  ])("has the code of the fix in %j, and in no other language", (languages, code) => {
    const { lines } = explained(["space-as-plus"], languages);
    expect(lines.filter((line) => /^ {2}[A-Z][A-Za-z#]*: /.test(line))).toEqual([expect.stringContaining(code)]);
  });

  test("has the code in several languages if it does not know the reader's, the typical one first", () => {
    const languagesOf = (languages: string[]) =>
      explained(["asterisk-bare"], languages).lines.flatMap((line) => /^ {2}([A-Z][A-Za-z]*): /.exec(line)?.[1] ?? []);
    for (const none of [[], [""]]) expect(languagesOf(none)).toEqual(["Java", "Kotlin", "JavaScript"]);
    for (const foreign of ["COBOL", "constructor"]) expect(languagesOf([foreign])).toEqual([]);
  });

  test("shows a table if a parameter is missing, and underlines what differs in a value", () => {
    const missing = explained(["empty-value-dropped"], [], { ...payment, form: [["a", ""], ...payment.form!] });
    expect(missing.lines).toContain("  ≠ a          (empty)  (not signed)");
    expect(missing.lines.join("\n")).not.toContain("^");
    const differs = explained(["asterisk-bare"]).lines.join("\n");
    expect(differs).toContain("^");
    expect(differs).not.toContain("≠");
  });

  test("says of a parameter in the wrong place that it is at another place, not that it is absent", {
    tags: ["deep"],
  }, () => {
    const form = [
      ["b", "2 3"],
      ["a", "1"],
    ] as const;
    for (const ids of [["not-sorted"], ["space-as-plus", "not-sorted"]]) {
      const text = explained(ids, [], { ...payment, form }).lines.join("\n");
      expect(text).toContain("(at another place)");
      expect(text).not.toMatch(/\(not s/);
    }
  });

  test("says that the & after the method is encoded, not that the method differs", () => {
    expect(explained(["separators-encoded"]).lines).toContain(
      "where: your client encoded the `&` after the method; the expected base string has & at character 5",
    );
    const { lines } = explained(["method-fixed"], [], { ...payment, method: "PUT" });
    expect(lines.join("\n")).toContain("your client signed a different method");
  });

  test("has tables that fit into 80 columns, with long values cut around the difference", () => {
    const long = "x".repeat(100);
    const form = [
      ["first", `${long} 1`],
      [`${long}name`, `a 2${long}`],
    ] as const;
    const { lines } = explained(["space-as-plus"], [], { ...payment, form });
    const rows = lines.filter((line) => line.includes("≠"));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/…x+%201 .*…x+\+1$/);
    for (const row of rows) expect(`  ${row}`.length).toBeLessThanOrEqual(80);
    expect(rows[1]).toContain(` ${"x".repeat(21)}… `);
  });

  test("shows no secret and no card number in a table", () => {
    const form = [
      ["card", "4111111111111111"],
      ["consumer_secret", SECRET],
      ["z", ""],
      ["z", "1 2"],
    ] as const;
    const diagnosis = found(["not-sorted"], { ...payment, form: form.toReversed() });
    const text = JSON.stringify([diagnosis, explanationOf(diagnosis)]);
    expect(text).toContain("parameterTable");
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("4111111111111111");
  });

  test("names two causes together, each with its fix", { tags: ["deep"] }, () => {
    const { headline, lines } = explained(["space-as-plus", "not-sorted"]);
    expect(headline).toBe("These 2 mistakes together produce this signature:");
    expect(lines.filter((line) => /^ {2}fix: /.test(line))).toHaveLength(2);
  });

  test("refers to no page if the cause has none", () => {
    const fault = allFaults().find(({ id }) => id === "digest-cut-short")!;
    const diagnosis = diagnose(asked(sendAs(payment, fault.apply(specification))!), { faults: [fault] });
    const { headline, lines } = textOf(diagnosis);
    expect(headline).toContain(fault.id);
    expect(lines.join("\n")).not.toContain(`docs/faults/${fault.id}.md`);
  });

  test("says that nothing was found, and how much was tried", () => {
    expect(textOf(unknown).headline).toBe(
      "No known cause or pair of causes reproduces this signature (154,910 combinations tried).",
    );
    expect(textOf({ ...unknown, limitReached: true }).headline).toContain("; the search stopped at its limit)");
  });

  test("names causes of a part of an unknown signature, each with its fix", () => {
    const { causes } = found(["asterisk-bare"]) as ExplainedSignature;
    const { headline, lines } = textOf({ ...unknown, partialCauses: causes });
    expect(headline).toMatch(/ Known causes of a part of it:$/);
    expect(lines).toEqual([
      expect.stringMatching(/^The client uses an encoder.* \(asterisk-bare\)$/),
      expect.stringMatching(/^ {2}fix: /),
      expect.stringMatching(/^ {4}Java: /),
      expect.stringMatching(/^ {4}Kotlin: /),
      expect.stringMatching(/^ {4}JavaScript: /),
      expect.stringMatching(/^ {2}more: .*asterisk-bare/),
    ]);
  });

  test("says first if the public key does not match, and says it once", () => {
    const notice = { id: "key-opens-nothing", text: "the public key does not match", rejects: false };
    const { headline, lines } = textOf({ ...unknown, notices: [notice] });
    expect([headline, ...lines]).toEqual(["the public key does not match"]);
  });

  test("says of a correct signature why a server would reject the request, and the fix of that", () => {
    const notices = [
      { id: "nonce-too-long", text: "oauth_nonce has 70 characters", rejects: false },
      { id: "timestamp-milliseconds", text: "oauth_timestamp is in milliseconds", rejects: true },
      { id: "timestamp-skewed", text: "oauth_timestamp is late", rejects: true },
    ];
    const { headline, lines } = textOf({ kind: "rejected", notices, tried: 1 }, ["Python"]);
    expect(headline).toBe("the signature is valid, but a server would reject the request:");
    expect(lines).toEqual([
      "oauth_timestamp is in milliseconds (timestamp-milliseconds)",
      expect.stringMatching(/^ {2}fix: /),
      expect.stringMatching(/^ {4}Python: /),
      expect.stringMatching(/^ {2}more: .*timestamp-milliseconds/),
      "oauth_timestamp is late (timestamp-skewed)",
      "also: oauth_nonce has 70 characters (nonce-too-long)",
    ]);
  });

  test("says nothing of the stage of a header that is written wrongly", () => {
    const { headline, lines } = explained(["header-unquoted"]);
    expect(headline).toMatch(/ \(header-unquoted\)$/);
    expect(lines.join("\n")).not.toContain("where:");
  });
});
