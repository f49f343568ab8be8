import { describe, expect, test } from "vitest";
import { jsonFormWith } from "../../src/diagnosis/input/json-forms.ts";
import { testEach } from "../title.ts";

const SENT = '{"url":"https://a.example/x","n":1.0,"name":"é","list":[1,{}],"text":"a, b: \\"c\\""}';
const formOf = (hashed: string): string | undefined => jsonFormWith(SENT, (text) => text === hashed);

describe("the JSON that was hashed instead of the sent one is recognised", () => {
  testEach([
    ["with \\/", SENT.replaceAll("/", "\\/"), "with \\/ for each /"],
    [
      "as json.dumps writes it",
      SENT.replace(/(?<=["\d\]}])([,:])(?=["\d[{])/g, "$1 "),
      "as json.dumps of Python writes it",
    ],
    ["with a final line feed", `${SENT}\n`, "with a line feed at its end"],
    ["with CR LF at its end", `${SENT}\r\n`, "with CR LF at its end"],
    ["with \\u escapes", SENT.replace("é", "\\u00e9"), "with \\u escapes for characters that are not ASCII"],
    ["indented", JSON.stringify(JSON.parse(SENT), undefined, 2).replace(": 1,", ": 1.0,"), "indented by 2 spaces"],
    ["with two differences", `${SENT.replaceAll("/", "\\/")}\n`, "with \\/ for each / and with a line feed at its end"],
  ])("%s", (_, hashed, how) => {
    expect(formOf(hashed)).toContain(how);
  });

  test("and other texts are not", () => {
    expect(formOf(SENT.replace("1.0", "1"))).toBeUndefined();
    expect(formOf(SENT)).toBeUndefined();
    expect(jsonFormWith("no JSON", () => true)).toBeUndefined();
  });

  test.each([1001, 8000, 30_000])("nor is JSON in %s brackets", (levels) => {
    const deep = "[".repeat(levels) + "]".repeat(levels);
    expect(jsonFormWith(deep, (text) => text !== deep)).toBeUndefined();
    expect(jsonFormWith("[[1]]", (text) => text === "[[1]]\n")).toContain("line feed");
  });
});
