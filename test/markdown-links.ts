/** Finds links in Markdown that lead nowhere. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path/posix";
import { filesBelow } from "./files-below.ts";
import { createSlugger } from "./heading-anchors.ts";

/** Matches what documents link to although the package does not have it: pictures, measurements, sources of packed files. */
export const ONLY_IN_REPOSITORY: RegExp = new RegExp(
  [
    "\\.(?:png|svg)$",
    "\\bfaults(?:/|$)",
    "\\bexamples/vectors(?:/|$)",
    "\\bCONTRIBUTING\\.md",
    "\\bcontributing/",
    "\\bscripts/",
    "\\b(?:interop|kill-matrix|performance|rules)\\.(?:md|json|html)",
    "\\b(?:faults|quick|sources)(?:\\.schema)?\\.json",
    "\\brules\\.schema\\.json",
    "\\bverifier\\.json",
  ].join("|"),
);

/** All Markdown files below a folder, or the file itself, relative to `root`. */
export function markdownIn(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return path.endsWith(".md") ? [path] : [];
  return filesBelow(join(root, path), ".md")
    .map((file) => relative(root, file))
    .filter((file) => !file.includes("node_modules"));
}

/**
 * Returns the relative links whose file or anchor does not exist, as `file: link`.
 *
 * @param files - relative to `root`
 * @param isThere - says of a path, relative to `root`, whether a reader has it; absent means that it exists
 */
export function deadLinks(
  root: string,
  files: readonly string[],
  isThere: (path: string) => boolean = (path) => existsSync(join(root, path)),
): string[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOfFile = (path: string): ReadonlySet<string> => {
    const known = anchors.get(path) ?? anchorsOf(readFileSync(join(root, path), "utf8"));
    anchors.set(path, known);
    return known;
  };
  return files.flatMap((file) =>
    relativeLinksOf(readFileSync(join(root, file), "utf8"))
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? file : normalize(join(dirname(file), decodeURI(path))).replace(/\/$/, "");
        if (!isThere(target) || !existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith(".md") && !anchorsOfFile(target).has(anchor);
      })
      .map((link) => `${file}: ${link}`),
  );
}

/** Targets of links and images, without addresses on the web and without what is code. */
export function relativeLinksOf(markdown: string): string[] {
  return linksOf(markdown).filter((target) => !ADDRESS_RE.test(target));
}

/** Addresses that are no https address of a public host; nothing is asked on the network. */
export function unusualAddresses(markdown: string): string[] {
  return linksOf(markdown).filter((target) => ADDRESS_RE.test(target) && !isPublicAddress(target));
}

const ADDRESS_RE = /^[a-z][a-z+.-]*:/;

function isPublicAddress(target: string): boolean {
  if (target.startsWith("mailto:")) return true;
  if (!URL.canParse(target)) return false;
  const { protocol, hostname, username } = new URL(target);
  return /^https?:$/.test(protocol) && /\.[a-z]+$/.test(hostname) && username === "";
}

function linksOf(markdown: string): string[] {
  const text = withoutFences(markdown).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
  const inline = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!);
  const defined = [...text.matchAll(/^\[[^\]]+\]:\s+(\S+)$/gm)].map(([, target]) => target!);
  const inHtml = [...text.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(([, target]) => target!);
  return [...inline, ...defined, ...inHtml];
}

/** Anchors of headings, and ids that stand in the text. */
function anchorsOf(markdown: string): Set<string> {
  const slug = createSlugger();
  const text = withoutFences(markdown);
  const headings = [...text.matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(([, heading]) => slug(heading!));
  const ids = [...text.matchAll(/<\w+ id="([^"]+)"/g)].map(([, id]) => id!);
  return new Set([...headings, ...ids]);
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, "");
}
