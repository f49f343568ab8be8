/** Release steps in addition to `npm version`: updates files that state the version, and checks the conditions for publishing. */

/** The files that a release reads and changes, by path. */
export type ReleaseFiles = Readonly<Record<(typeof RELEASE_FILES)[number], string>>;

export const RELEASE_FILES = ["CHANGELOG.md", "docs/ci.md"] as const;

const UNRELEASED = "## Unreleased\n";
/** The ref of the action that the documentation names: a branch before the first release, then a tag. */
const TAG_RE = /(uses: (?!actions\/)[\w-]+\/[\w.-]+@)([\w.+-]+)/g;

/** The members of package.json that name addresses of the publisher. Empty until there is one. */
const ADDRESSES = ["repository", "bugs", "homepage"] as const;

/** The parts of package.json that a release depends on. */
export interface ReleaseManifest {
  readonly version: string;
  readonly repository?: string | { readonly url?: string };
  readonly bugs?: string | { readonly url?: string };
  readonly homepage?: string;
  readonly publishConfig?: { readonly provenance?: boolean };
}

/**
 * Writes the version into the files that state it, and moves the unreleased changes below a heading with version and date.
 *
 * @param date the date, such as `2030-01-31`
 * @throws Error if there are no unreleased changes, or a file does not state a version
 */
export function filesOfRelease(files: ReleaseFiles, version: string, date: string): ReleaseFiles {
  const [before = "", after] = files["CHANGELOG.md"].split(UNRELEASED);
  if (after === undefined || /^\s*(?:## |$)/.test(after))
    throw new Error('CHANGELOG.md has nothing below "## Unreleased"');
  return {
    "CHANGELOG.md": `${before}${UNRELEASED}\n## ${version} - ${date}\n${after}`,
    "docs/ci.md": replaced("docs/ci.md", files["docs/ci.md"], TAG_RE, `v${version}`),
  };
}

function replaced(path: string, text: string, pattern: RegExp, version: string): string {
  if (text.search(pattern) < 0) throw new Error(`${path} does not state the version`);
  return text.replace(pattern, (_whole, before: string) => `${before}${version}`);
}

/**
 * The reasons why this checkout must not be published, one sentence each; empty if it may be published.
 *
 * @param tag the tag that was pushed, if one was
 */
export function releaseProblems(manifest: ReleaseManifest, files: ReleaseFiles, tag?: string): string[] {
  const { version } = manifest;
  const stated = [...[...files["docs/ci.md"].matchAll(TAG_RE)].map(([, , tag]) => ["docs/ci.md", tag])];
  return [
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`the tag is ${tag}, package.json states version ${version}`]),
    ...ADDRESSES.filter((name) => addressOf(manifest[name]) === "").map(
      (name) => `package.json has no ${name}; scripts/release/README.md describes how to set it`,
    ),
    ...(manifest.publishConfig?.provenance === true ? [] : ["package.json does not ask for provenance"]),
    ...(files["CHANGELOG.md"].includes(`\n## ${version} - `)
      ? []
      : [`CHANGELOG.md has no section for ${version}; npm version writes it`]),
    ...stated
      .filter(([, found]) => found !== `v${version}`)
      .map(([path, found]) => `${path} states ${found}, package.json version ${version}`),
  ];
}

function addressOf(value: string | { readonly url?: string } | undefined): string {
  return (typeof value === "string" ? value : value?.url) ?? "";
}
