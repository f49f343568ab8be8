import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const FOLDER = ".github/ISSUE_TEMPLATE";

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly value?: string };
  }[];
}

const forms = readdirSync(FOLDER)
  .filter((name) => name !== "config.yml")
  .map((name) => ({ name, form: parse(readFileSync(`${FOLDER}/${name}`, "utf8")) as Form }));

test("there is a form for a wrong report, a missing fault and a deviation of a library", () => {
  expect(forms.map(({ name }) => name)).toEqual(["library-deviation.yml", "missing-fault.yml", "wrong-report.yml"]);
});

test.each(forms)("$name has the members that GitHub requires, and each field an id and a label", ({ form }) => {
  expect(form.name).not.toBe("");
  expect(form.description).not.toBe("");
  const fields = form.body.filter(({ type }) => type !== "markdown");
  expect(fields.every(({ type }) => ["input", "textarea", "dropdown", "checkboxes"].includes(type))).toBe(true);
  expect(fields.every(({ id, attributes }) => id !== undefined && attributes.label !== undefined)).toBe(true);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
});

test("every dependency that the bot must not raise to its next major version is one", () => {
  const bot = parse(readFileSync(".github/dependabot.yml", "utf8")) as {
    updates: { ignore?: { "dependency-name": string }[] }[];
  };
  const ignored = bot.updates.flatMap(({ ignore = [] }) => ignore.map((one) => one["dependency-name"]));
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(ignored));
});
