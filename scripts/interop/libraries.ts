/**
 * The libraries of other hands that are run: which driver speaks for each, what it needs, how it is built and started.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageVersion, run } from "./tools.ts";

/** One library with its driver. */
export interface Library {
  /** The name of the driver's file, without its end. */
  readonly id: string;
  readonly language: string;
  readonly driver: string;
  /** Debian packages; the npm ones are development dependencies and always there. */
  readonly packages: readonly string[];
  /** Builds into a folder where that is needed. */
  readonly build?: (folder: string) => Promise<void>;
  readonly command: (folder: string) => readonly string[];
  /** The version of what runs it. */
  readonly runtime: () => Promise<string>;
}

const DRIVERS = fileURLToPath(new URL("../../examples/drivers/", import.meta.url));
const JARS = ["gson", "signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`).join(":");

/** In the order in which they are told of. */
export const LIBRARIES: readonly Library[] = [
  interpreted("javascript-oauth-1.0a", ".mjs", { language: "JavaScript", program: process.execPath, packages: [] }),
  interpreted("javascript-node-oauth1", ".mjs", { language: "JavaScript", program: process.execPath, packages: [] }),
  interpreted("python-oauthlib", ".py", {
    language: "Python",
    program: "/usr/bin/python3",
    packages: ["python3-oauthlib"],
  }),
  interpreted("ruby-simple-oauth", ".rb", {
    language: "Ruby",
    program: "/usr/bin/ruby",
    packages: ["ruby", "ruby-simple-oauth"],
  }),
  interpreted("php-oauth", ".php", {
    language: "PHP",
    program: "/usr/bin/php",
    packages: ["php-cli", "php-oauth"],
  }),
  {
    id: "java-signpost",
    language: "Java",
    driver: join(DRIVERS, "java-signpost.java"),
    packages: ["default-jdk-headless", "liboauth-signpost-java", "libgoogle-gson-java", "libcommons-codec-java"],
    build: async (folder) => {
      await run("javac", ["-cp", JARS, "-d", folder, join(DRIVERS, "java-signpost.java")]);
    },
    command: (folder) => [
      "/usr/bin/java",
      `-Dversion=${packageVersion("liboauth-signpost-java")}`,
      ...["-cp", `${JARS}:${folder}`],
      "SignpostDriver",
    ],
    runtime: () => versionIn("/usr/bin/java", ["-version"]),
  },
  {
    id: "go-gomodule-oauth1",
    language: "Go",
    driver: join(DRIVERS, "go-gomodule-oauth1.go"),
    packages: ["golang-go", "golang-github-gomodule-oauth1-dev"],
    build: async (folder) => {
      const version = packageVersion("golang-github-gomodule-oauth1-dev");
      const output = ["-ldflags", `-X main.version=${version}`, "-o", join(folder, "driver")];
      const env = { GO111MODULE: "off", GOFLAGS: "", GOPATH: "/usr/share/gocode", GOCACHE: join(folder, "cache") };
      await run("/usr/bin/go", ["build", ...output, join(DRIVERS, "go-gomodule-oauth1.go")], env);
    },
    command: (folder) => [join(folder, "driver")],
    runtime: () => versionIn("/usr/bin/go", ["version"]),
  },
];

function interpreted(
  id: string,
  end: string,
  { program, ...own }: { readonly language: string; readonly program: string; readonly packages: readonly string[] },
): Library {
  const driver = join(DRIVERS, `${id}${end}`);
  return { id, driver, ...own, command: () => [program, driver], runtime: () => versionIn(program, ["--version"]) };
}

/** The first number with dots that a program says of itself. */
async function versionIn(program: string, args: readonly string[]): Promise<string> {
  const said = await run(program, args);
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said;
}
