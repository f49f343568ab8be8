/** Builds the pages. Each is one self-contained HTML file with a policy that restricts where it may connect. */

import { readFileSync } from "node:fs";
import { build, type Metafile } from "esbuild";
import { htmlDocument } from "../src/conformance/reporters/html/html-document.ts";
import { markup } from "../src/conformance/reporters/html/markup.ts";
import { LIVE_STYLE } from "../src/inspector/live/style.ts";
import { CLIENT_FILES, CLIENT_SOURCES_ID } from "../src/inspector/snippets/index.ts";
import { STYLE } from "../src/inspector/style.ts";
import { browserPlatform } from "./browser-platform.ts";

/** A page, and the files that esbuild put into it. */
export interface BuiltPage {
  readonly html: string;
  readonly metafile: Metafile;
}

/** The inspector, which connects to nothing. */
export function buildInspector(): Promise<BuiltPage> {
  return buildPage({
    title: "Countersign inspector",
    entry: "src/inspector/main.ts",
    style: STYLE,
    data: { [CLIENT_SOURCES_ID]: clientSources() },
    // The first rule follows from default-src, but is stated for readers of the policy.
    furtherRules: ["connect-src 'none'", "worker-src blob:"],
  });
}

/** The list of requests, which connects to the server that it came from. */
export function buildListPage(): Promise<BuiltPage> {
  return buildPage({
    title: "Countersign requests",
    entry: "src/inspector/live/main.ts",
    style: LIVE_STYLE,
    furtherRules: ["connect-src 'self'"],
  });
}

interface PageParts {
  readonly title: string;
  readonly entry: string;
  readonly style: string;
  readonly furtherRules: readonly string[];
  /** JSON for the page, by the id of its element. */
  readonly data?: Readonly<Record<string, unknown>>;
}

function clientSources(): Readonly<Record<string, string>> {
  return Object.fromEntries(CLIENT_FILES.map((file) => [file, readFileSync(`examples/clients/${file}`, "utf8")]));
}

async function buildPage({ title, entry, style, furtherRules, data = {} }: PageParts): Promise<BuiltPage> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    plugins: [browserPlatform],
  });
  const { html } = htmlDocument({
    title: markup`${title}`,
    style,
    script: outputFiles[0]!.text,
    body: { html: Object.entries(data).map(dataElement).join("\n") },
    furtherRules,
  });
  return { html, metafile };
}

/** A browser does not run JSON. Because < is escaped, no text can end the element. */
function dataElement([id, value]: readonly [id: string, value: unknown]): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
