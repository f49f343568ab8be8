/** Drivers that are compiled first. */

import { join } from "node:path";
import type { Implementation } from "./implementation.ts";
import { packageVersion, run, versionIn } from "./tools.ts";

function idOf(file: string): string {
  return file.replace(/\.\w+$/, "");
}

/** A driver in Java. The first Debian package is the implementation; the jars are those of /usr/share/java. */
export function javaDriver(
  file: string,
  main: string,
  library: string,
  jars: readonly string[],
  further: readonly string[],
): Implementation {
  const path = ["gson", ...jars].map((name) => `/usr/share/java/${name}.jar`).join(":");
  return {
    id: idOf(file),
    language: "Java",
    driver: file,
    npm: [],
    debian: [library, ...further, "default-jdk-headless", "libgoogle-gson-java"],
    async build({ drivers, build }) {
      await run("javac", ["-cp", path, "-d", build, join(drivers, file)]);
    },
    command: ({ build }) => ["/usr/bin/java", `-Dversion=${packageVersion(library)}`, "-cp", `${path}:${build}`, main],
    runtime: () => versionIn("/usr/bin/java", ["-version"]),
  };
}

/** A driver in Go. The Debian package is the implementation. */
export function goDriver(file: string, library: string): Implementation {
  return {
    id: idOf(file),
    language: "Go",
    driver: file,
    npm: [],
    debian: [library, "golang-go"],
    async build({ drivers, build }) {
      const output = ["-ldflags", `-X main.version=${packageVersion(library)}`, "-o", join(build, "driver")];
      const env = { GO111MODULE: "off", GOFLAGS: "", GOPATH: "/usr/share/gocode", GOCACHE: join(build, "cache") };
      await run("/usr/bin/go", ["build", ...output, join(drivers, file)], env);
    },
    command: ({ build }) => [join(build, "driver")],
    runtime: () => versionIn("/usr/bin/go", ["version"]),
  };
}

/** A driver in C. */
export function cDriver(file: string, libraries: readonly string[], debian: readonly string[]): Implementation {
  return {
    id: idOf(file),
    language: "C",
    driver: file,
    npm: [],
    debian: [...debian, "gcc"],
    async build({ drivers, build }) {
      await run("gcc", ["-O1", "-o", join(build, "driver"), join(drivers, file), ...libraries]);
    },
    command: ({ build }) => [join(build, "driver")],
    runtime: () => versionIn("gcc", ["--version"]),
  };
}
