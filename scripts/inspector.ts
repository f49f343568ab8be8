/** Builds the inspector: one HTML file, with the engine for browsers inside and a policy that forbids every connection. */

import { build, type Metafile } from "esbuild";
import { htmlDocument } from "../src/conformance/reporters/html-document.ts";
import { markup } from "../src/conformance/reporters/markup.ts";
import { STYLE } from "../src/inspector/style.ts";
import { browserPlatform } from "./browser-platform.ts";

/** The page, and what esbuild put into it. */
export interface InspectorPage {
  readonly html: string;
  readonly metafile: Metafile;
}

export async function buildInspector(): Promise<InspectorPage> {
  const { outputFiles, metafile } = await build({
    entryPoints: ["src/inspector/main.ts"],
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
    title: markup`Countersign inspector`,
    style: STYLE,
    script: outputFiles[0]!.text,
    body: markup``,
    // The first follows from default-src too. It is stated for those who read the policy.
    furtherRules: ["connect-src 'none'", "worker-src blob:"],
  });
  return { html, metafile };
}
