/**
 * The third-party implementations: the driver of each, the packages that it needs in exact versions, and how to build and
 * start it.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageVersion, run, versionIn } from "./tools.ts";

/** The folder of the drivers, and the folder to which a driver may write its build output. */
export interface Place {
  readonly drivers: string;
  readonly build: string;
}

/** One implementation. */
export interface Implementation {
  /** The name of the driver's file without its extension. */
  readonly id: string;
  readonly language: string;
  readonly driver: string;
  /** Required npm packages, as `name@version`; the first one is the implementation. */
  readonly npm: readonly string[];
  /** Required Debian packages. */
  readonly debian: readonly string[];
  /** A note for readers about how it is used. */
  readonly note?: string;
  /** Compiles the driver. */
  readonly build?: (place: Place) => Promise<void>;
  readonly command: (place: Place) => readonly string[];
  /** The version of the runtime or compiler. */
  readonly runtime: () => Promise<string>;
}

/** The folder of all drivers. */
export const DRIVERS: string = fileURLToPath(new URL("../../examples/drivers/", import.meta.url));

function idOf(file: string): string {
  return file.replace(/\.\w+$/, "");
}

type Details = Pick<Implementation, "language" | "note"> &
  Partial<Pick<Implementation, "npm" | "debian">> & {
    readonly program: string;
    readonly arguments?: () => readonly string[];
  };

function interpreted(
  file: string,
  { program, arguments: given, npm = [], debian = [], ...details }: Details,
): Implementation {
  return {
    id: idOf(file),
    driver: file,
    npm,
    debian,
    ...details,
    command: ({ drivers }) => [program, ...(given?.() ?? []), join(drivers, file)],
    runtime: () => versionIn(program, ["--version"]),
  };
}

/** The driver for an npm package. */
function javascript(name: string, npm: readonly string[], note?: string): Implementation {
  const details = { language: "JavaScript", program: process.execPath, npm, ...(note !== undefined && { note }) };
  return interpreted(`javascript-${name}.mjs`, details);
}

const python = { language: "Python", program: "/usr/bin/python3" };
const ruby = { language: "Ruby", program: "/usr/bin/ruby" };
const perl = { language: "Perl", program: "/usr/bin/perl" };

/** A driver in Java. The first Debian package is the implementation; the jars are those of /usr/share/java. */
function javaDriver(
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
function goDriver(file: string, library: string): Implementation {
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
function cDriver(file: string, libraries: readonly string[], debian: readonly string[]): Implementation {
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

/** All implementations, in the order of the scoreboard. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  javascript("oauth-1.0a", ["oauth-1.0a@2.2.6"]),
  javascript("node-oauth1", ["node-oauth1@1.3.0"]),
  javascript("oauth", ["oauth@0.10.2"]),
  javascript(
    "oauth-sign",
    ["oauth-sign@0.9.0"],
    "It takes the base string URI from its caller, and leaves scheme, host, port and path as they are.",
  ),
  javascript("request", ["request@2.88.2"], "It signs with the package oauth-sign."),
  javascript(
    "axios-oauth-1.0a",
    ["axios-oauth-1.0a@0.4.1", "axios@1.21.1"],
    "It signs with the package oauth-sign, here with axios 1.21.1.",
  ),
  javascript("postman-runtime", ["postman-runtime@7.56.1"], "It signs with the package node-oauth1."),
  javascript("oauth-signature", ["oauth-signature@1.5.0"]),
  javascript("node-oauth-1.0a-ts", ["node-oauth-1.0a-ts@4.0.5"]),
  javascript("mastercard-oauth1-signer", ["mastercard-oauth1-signer@1.2.0"]),
  javascript("twitter-api-v2", ["twitter-api-v2@1.29.1"]),
  javascript("twitter-v1-oauth", ["twitter-v1-oauth@1.0.15", "tslib@2.9.1"]),
  javascript("oauth-header", ["oauth-header@1.1.0"]),
  javascript("ohauth", ["ohauth@1.0.1"]),
  javascript(
    "ims-lti",
    ["ims-lti@3.0.2"],
    "It signs forms that a browser posts: the body has the protocol parameters.",
  ),
  javascript("bruno-requests", ["@usebruno/requests@0.20.0"]),
  javascript(
    "flickr-sdk",
    ["flickr-sdk@7.1.0"],
    "Only GET requests were measured, with URLs like those of its service.",
  ),
  javascript("fatsecret", ["fatsecret@1.0.2"], "It was measured with URLs like those of its service."),
  javascript("codebird", ["codebird@2.6.0"], "Its inner function was measured, with URLs like those of its service."),
  interpreted("python-oauthlib.py", { ...python, debian: ["python3-oauthlib"] }),
  interpreted("python-authlib.py", { ...python, debian: ["python3-authlib"] }),
  interpreted("ruby-simple-oauth.rb", { ...ruby, debian: ["ruby", "ruby-simple-oauth"] }),
  interpreted("ruby-oauth.rb", { ...ruby, debian: ["ruby", "ruby-oauth"] }),
  interpreted("ruby-signet.rb", { ...ruby, debian: ["ruby", "ruby-signet"] }),
  interpreted("php-oauth.php", { language: "PHP", program: "/usr/bin/php", debian: ["php-cli", "php-oauth"] }),
  interpreted("perl-net-oauth.pl", {
    ...perl,
    debian: ["libnet-oauth-perl", "libjson-perl", "libcrypt-openssl-rsa-perl"],
  }),
  interpreted("perl-www-oauth.pl", {
    ...perl,
    debian: ["libwww-oauth-perl", "libjson-perl", "libcrypt-openssl-rsa-perl"],
  }),
  javaDriver(
    "java-signpost.java",
    "SignpostDriver",
    "liboauth-signpost-java",
    ["signpost-core", "commons-codec"],
    ["libcommons-codec-java"],
  ),
  javaDriver(
    "java-google-oauth-client.java",
    "GoogleDriver",
    "libgoogle-oauth-client-java",
    [
      "google-oauth-client",
      "google-http-client",
      "grpc-context",
      "guava",
      "opencensus-api",
      "opencensus-contrib-http-util",
    ],
    ["libgoogle-http-client-java"],
  ),
  goDriver("go-gomodule-oauth1.go", "golang-github-gomodule-oauth1-dev"),
  goDriver("go-mrjones-oauth.go", "golang-github-mrjones-oauth-dev"),
  cDriver("c-liboauth.c", ["-loauth", "-lcjson"], ["liboauth-dev", "libcjson-dev"]),
];
