/**
 * The third-party libraries: the driver of each, the packages it needs, and how to build and start it.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageVersion, run } from "./tools.ts";

export interface Library {
  /** The driver's file name without its extension. */
  readonly id: string;
  readonly language: string;
  readonly driver: string;
  /** Required Debian packages. npm packages are development dependencies and always installed. */
  readonly packages: readonly string[];
  /** Compiles the driver into the folder. */
  readonly build?: (folder: string) => Promise<void>;
  readonly command: (folder: string) => readonly string[];
  /** The version of the runtime or compiler. */
  readonly runtime: () => Promise<string>;
}

const DRIVERS = fileURLToPath(new URL("../../examples/drivers/", import.meta.url));
const JARS = ["gson", "signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`).join(":");

/** In the order of docs/interop.md. */
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
  extension: string,
  {
    program,
    ...details
  }: { readonly language: string; readonly program: string; readonly packages: readonly string[] },
): Library {
  const driver = join(DRIVERS, `${id}${extension}`);
  return { id, driver, ...details, command: () => [program, driver], runtime: () => versionIn(program, ["--version"]) };
}

/** The first dotted number in the program's output. */
async function versionIn(program: string, args: readonly string[]): Promise<string> {
  const output = await run(program, args);
  return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? output;
}
