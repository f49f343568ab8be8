import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { deadLinks, markdownIn, relativeLinksOf, unusualAddresses } from "../markdown-links.ts";

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

test("every relative link of every document leads to a file and a heading that exist", () => {
  expect(documents).toEqual(
    expect.arrayContaining(["README.md", "SECURITY.md", "docs/driver.md", "vectors/README.md"]),
  );
  expect(deadLinks(".", documents)).toEqual([]);
});

test("no document in the package links to a file that is not in it, but for pictures: npm shows the repository's", () => {
  const isFound = (path: string): boolean => isPacked(path) || /^docs\/[\w-]+\.png$/.test(path);
  expect(deadLinks(".", documents.filter(isPacked), isFound)).toEqual([]);
});

test("every address on the web belongs to a public host", () => {
  const text = documents.map((file) => readFileSync(file, "utf8")).join("\n");
  expect(unusualAddresses(text)).toEqual([]);
});

test("an unusual address is found: a host of this network, a wrong scheme, spaces, a password", () => {
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

test("a dead link is found: a missing file, a missing heading, a file that is not packed", () => {
  const root = mkdtempSync(join(tmpdir(), "links-"));
  try {
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "docs/a.md"), '# One `two`, three\n\n<a id="own"></a>\n\n## Same\n\n## Same\n');
    writeFileSync(join(root, "outside.md"), "");
    const links = ["docs/none.md", "docs/a.md#one-two-three", "docs/a.md#own", "docs/a.md#same-1", "docs/a.md#same-2"];
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

test("code is not searched for links", () => {
  const text = '[`a`](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n![g](h.svg) <a href="i.md">\n\n[j]: k.md\n';
  expect(relativeLinksOf(text)).toEqual(["b.md", "h.svg", "k.md", "i.md"]);
});

test("the index has every page of the documentation: a link if it is in the package, else its name", () => {
  const index = readFileSync("docs/README.md", "utf8");
  const linked = relativeLinksOf(index).map((link) => link.split("#")[0]);
  const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
  const isListed = (name: string): boolean =>
    isPacked(`docs/${name}`) ? linked.includes(name) : index.includes(`\`docs/${name}\``);
  expect(pages.filter((name) => !isListed(name))).toEqual([]);
});
