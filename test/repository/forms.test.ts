import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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

describe("the configuration of GitHub", () => {
  test("has a form for a wrong report, a missing fault and a deviation of a library", () => {
    expect(forms.map(({ name }) => name)).toEqual(["library-deviation.yml", "missing-fault.yml", "wrong-report.yml"]);
  });

  test.each(forms)("has each member that GitHub requires of the form $name", ({ form }) => {
    expect(form.name).not.toBe("");
    expect(form.description).not.toBe("");
    const fields = form.body.filter(({ type }) => type !== "markdown");
    expect(fields.every(({ type }) => ["input", "textarea", "dropdown", "checkboxes"].includes(type))).toBe(true);
    expect(fields.every(({ id, attributes }) => id !== undefined && attributes.label !== undefined)).toBe(true);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });

  test("holds back updates only of dependencies that exist", () => {
    const bot = parse(readFileSync(".github/dependabot.yml", "utf8")) as {
      updates: { ignore?: { "dependency-name": string }[] }[];
    };
    const ignored = bot.updates.flatMap(({ ignore = [] }) => ignore.map((one) => one["dependency-name"]));
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(ignored));
  });
});
