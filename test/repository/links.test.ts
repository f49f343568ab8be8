import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";
import { deadLinks, markdownIn, ONLY_IN_REPOSITORY, relativeLinksOf, unusualAddresses } from "../markdown-links.ts";

const { files: packed } = JSON.parse(readFileSync("package.json", "utf8")) as { files: readonly string[] };

/** Whether npm packs a file or a folder: what package.json lists, and what every package has. */
function isPacked(path: string): boolean {
  const always = ["package.json", "README.md", "LICENSE"];
  const isIn = (one: string): boolean => matchesGlob(path, one) || matchesGlob(path, `${one}/**`);
  const leftOut = packed.filter((one) => one.startsWith("!")).map((one) => one.slice(1));
  return [...packed, ...always].some(isIn) && !leftOut.some(isIn);
}

const top = readdirSync(".").filter((name) => name.endsWith(".md"));
const documents = [...top, "docs", "vectors", "examples", "test/counterexamples"].flatMap((path) =>
  markdownIn(".", path),
);

describe("the links of the documents", () => {
  test("lead to a file and a heading that exist if they are relative", () => {
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "SECURITY.md", "docs/driver.md", "vectors/README.md"]),
    );
    expect(deadLinks(".", documents)).toEqual([]);
  });

  test("lead from the package only to files in it, or to those that only the repository has", {
    tags: ["deep"],
  }, () => {
    const isFound = (path: string): boolean => isPacked(path) || ONLY_IN_REPOSITORY.test(path);
    expect(deadLinks(".", documents.filter(isPacked), isFound)).toEqual([]);
  });

  test("have addresses of public hosts", () => {
    const text = documents.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(unusualAddresses(text)).toEqual([]);
  });

  test("are refused with a host of this network, a wrong scheme, spaces or a password", () => {
    const addresses = [
      "http://localhost/x",
      "htps://a.example/",
      "https://",
      "https://me:secret@b.example/",
      "https://c/",
    ];
    const links = [...addresses, "https://d.example/#a", "mailto:e@f.example"].map((address) => `[x](${address})`);
    expect(unusualAddresses(links.join(" "))).toEqual(addresses);
  });

  test("are dead if a file or a heading is missing, or a file is not packed", () => {
    const root = mkdtempSync(join(tmpdir(), "links-"));
    try {
      mkdirSync(join(root, "docs"));
      writeFileSync(join(root, "docs/a.md"), '# One `two`, three\n\n<a id="own"></a>\n\n## Same\n\n## Same\n');
      writeFileSync(join(root, "outside.md"), "");
      const links = [
        "docs/none.md",
        "docs/a.md#one-two-three",
        "docs/a.md#own",
        "docs/a.md#same-1",
        "docs/a.md#same-2",
      ];
      const text = [...links, "docs/", "outside.md", "#here", "https://a.example/"].map((link) => `[x](${link})`);
      writeFileSync(join(root, "README.md"), text.join("\n"));
      const dead = ["README.md: docs/none.md", "README.md: docs/a.md#same-2", "README.md: #here"];
      expect(deadLinks(root, ["README.md"])).toEqual(dead);
      const withoutOutside = deadLinks(root, ["README.md"], (path) => path !== "outside.md");
      expect(withoutOutside).toEqual([...dead.slice(0, 2), "README.md: outside.md", dead[2]]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test("are not searched for in code", () => {
    const text = '[`a`](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n![g](h.svg) <a href="i.md">\n\n[j]: k.md\n';
    expect(relativeLinksOf(text)).toEqual(["b.md", "h.svg", "k.md", "i.md"]);
  });

  test("include every page in the index: a link if it is in the package, else its name", () => {
    const index = readFileSync("docs/README.md", "utf8");
    const linked = relativeLinksOf(index).map((link) => link.split("#")[0]);
    const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
    const isListed = (name: string): boolean =>
      linked.includes(name) || (!isPacked(`docs/${name}`) && index.includes(`\`docs/${name}\``));
    expect(pages.filter((name) => !isListed(name))).toEqual([]);
  });
});
