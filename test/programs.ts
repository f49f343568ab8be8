/**
 * The programs that tests start, listed once: how to see that one is installed, and the Debian packages that bring it.
 *
 * A test whose program is missing is skipped; `test/programs-setup.ts` lists what is missing. As a command,
 * `tsx test/programs.ts [GROUP …]` prints the Debian packages that are missing, for `.ci/run`.
 */

import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

/** A tag of `vitest.config.ts`. */
type Group = "browser" | "clients" | "postgres" | "redis";

interface Program {
  readonly group: Group;
  readonly debian: readonly string[];
  /** A command that succeeds if the program is installed. */
  readonly check: readonly [program: string, ...args: string[]];
}

/** Java as short programs start quickest: without the optimizing compiler, whose work they do not live to see. */
export const QUICK_JAVA = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] as const;

/** Debian's own interpreter, because Debian's packages are installed for it. */
export const PYTHON = "/usr/bin/python3";

export type ProgramName =
  | (
      | "chromium"
      | "curl"
      | "elixir"
      | "go"
      | "gomodule/oauth1"
      | "gson"
      | "javac"
      | "kotlin"
      | "mono"
      | "nginx"
      | "objective-c"
      | "openssl 3"
      | "perl"
      | "php"
    )
  | (
      | "php-oauth"
      | "phpunit"
      | "postgres"
      | "pytest"
      | "python"
      | "redis-server"
      | "requests-oauthlib"
      | "ruby"
      | "rust"
    )
  | ("signpost" | "simple_oauth");

const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  chromium: { group: "browser", debian: ["chromium"], check: ["test", "-x", "/usr/bin/chromium"] },
  curl: { group: "clients", debian: ["curl"], check: ["curl", "--version"] },
  elixir: { group: "clients", debian: ["elixir"], check: ["elixir", "--version"] },
  go: { group: "clients", debian: ["golang-go"], check: ["go", "version"] },
  "gomodule/oauth1": {
    group: "clients",
    debian: ["golang-github-gomodule-oauth1-dev"],
    check: ["test", "-d", "/usr/share/gocode/src/github.com/gomodule/oauth1"],
  },
  gson: { group: "clients", debian: ["libgoogle-gson-java"], check: ["test", "-f", "/usr/share/java/gson.jar"] },
  javac: { group: "clients", debian: ["default-jdk-headless"], check: ["javac", "--version"] },
  kotlin: { group: "clients", debian: ["kotlin"], check: ["which", "kotlinc"] },
  mono: {
    group: "clients",
    debian: ["mono-mcs", "mono-runtime", "libmono-system-net-http4.0-cil", "libmono-security4.0-cil"],
    check: [
      "ls",
      "/usr/bin/mcs",
      ...["System.Net.Http", "Mono.Security"].map((name) => `/usr/lib/mono/4.5/${name}.dll`),
    ],
  },
  // For the recipe in examples/servers.
  nginx: { group: "clients", debian: ["nginx-light"], check: ["test", "-x", "/usr/sbin/nginx"] },
  "objective-c": {
    group: "clients",
    debian: ["clang", "gobjc", "libgnustep-base-dev", "gnustep-make", "libblocksruntime-dev"],
    check: ["sh", "-c", "clang --version && gcc --version && gnustep-config --base-libs && ls /usr/include/Block.h"],
  },
  "openssl 3": { group: "clients", debian: ["openssl"], check: ["sh", "-c", "openssl version | grep -q '^OpenSSL 3'"] },
  perl: { group: "clients", debian: ["perl"], check: ["perl", "-MDigest::SHA", "-e", "1"] },
  php: { group: "clients", debian: ["php-cli"], check: ["php", "--version"] },
  "php-oauth": { group: "clients", debian: ["php-oauth"], check: ["php", "-r", "exit((int) !class_exists('OAuth'));"] },
  phpunit: { group: "clients", debian: ["phpunit"], check: ["phpunit", "--version"] },
  python: { group: "clients", debian: ["python3"], check: [PYTHON, "--version"] },
  pytest: { group: "clients", debian: ["python3-pytest"], check: [PYTHON, "-c", "import pytest"] },
  "requests-oauthlib": {
    group: "clients",
    debian: ["python3-requests-oauthlib", "python3-oauthlib"],
    check: [PYTHON, "-c", "import requests_oauthlib"],
  },
  ruby: { group: "clients", debian: ["ruby"], check: ["ruby", "-rjson", "-ropenssl", "-e", "1"] },
  rust: { group: "clients", debian: ["rustc"], check: ["rustc", "--version"] },
  signpost: {
    group: "clients",
    debian: ["liboauth-signpost-java", "libcommons-codec-java"],
    check: ["ls", ...["signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`)],
  },
  simple_oauth: {
    group: "clients",
    debian: ["ruby-simple-oauth"],
    check: ["ruby", "-e", "require 'simple_oauth'"],
  },
  // Debian does not put the server's programs on PATH.
  postgres: {
    group: "postgres",
    debian: ["postgresql"],
    check: ["sh", "-c", "ls /usr/lib/postgresql/*/bin/postgres"],
  },
  "redis-server": { group: "redis", debian: ["redis-server"], check: ["redis-server", "--version"] },
};

/** What the drivers and servers on third-party libraries need, by language. */
export const LIBRARY_PROGRAMS: Readonly<Record<string, readonly ProgramName[]>> = {
  JavaScript: [],
  Python: ["requests-oauthlib"],
  Ruby: ["ruby", "simple_oauth"],
  PHP: ["php", "php-oauth"],
  Java: ["javac", "gson", "signpost"],
  Go: ["go", "gomodule/oauth1"],
};

const found = new Map<ProgramName, boolean>();

/** Returns whether every one of these programs is installed. */
export function isInstalled(...names: readonly ProgramName[]): boolean {
  for (const name of names) {
    const [program, ...args] = PROGRAMS[name].check;
    if (!found.has(name)) found.set(name, spawnSync(program, args, { stdio: "ignore" }).status === 0);
  }
  return names.every((name) => found.get(name));
}

/** The tag of a test that needs the program. */
export function groupOf(name: ProgramName): Group {
  return PROGRAMS[name].group;
}

/** The Debian packages of a group. */
export function packagesOf(group: string): readonly string[] {
  return Object.values(PROGRAMS).flatMap((one) => (one.group === group ? one.debian : []));
}

/** The programs of these groups, or of all groups, that are not installed. */
export function missingPrograms(groups: readonly string[]): ProgramName[] {
  return (Object.keys(PROGRAMS) as ProgramName[]).filter(
    (name) => (groups.length === 0 || groups.includes(PROGRAMS[name].group)) && !isInstalled(name),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const packages = missingPrograms(process.argv.slice(2)).flatMap((name) => PROGRAMS[name].debian);
  if (packages.length > 0) console.info(packages.join(" "));
}
