/**
 * The drivers that `countersign driver` prints: the file of each in examples/drivers, what it needs, and how to run it.
 * No other list of drivers exists.
 */

import { extname } from "node:path";

/** A driver to start from. */
export interface Starter {
  /** The language, in lower case. */
  readonly language: string;
  /** The library under test. Without one, the driver signs with the standard library of the language. */
  readonly library?: string;
  /** The file in examples/drivers. */
  readonly file: string;
  /** The command that installs its dependencies, except the language itself. */
  readonly install?: string;
  /** The command that compiles it. */
  readonly build?: string;
  /** The program that runs it, with options. @default ./driver, which was compiled */
  readonly program?: readonly string[];
}

/** The name under which to save a driver. */
export function savedAs({ file }: Starter): string {
  return `driver${extname(file)}`;
}

const JARS = ["gson", "signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`).join(":");

/** All drivers, in the order of the help text: for each language, the driver without a library first. */
export const STARTERS: readonly Starter[] = [
  { language: "javascript", file: "sign.mjs", program: ["node"] },
  {
    language: "javascript",
    library: "oauth-1.0a",
    file: "javascript-oauth-1.0a.mjs",
    install: "npm install oauth-1.0a",
    program: ["node"],
  },
  { language: "python", file: "sign.py", program: ["python3"] },
  {
    language: "python",
    library: "oauthlib",
    file: "python-oauthlib.py",
    install: "apt-get install python3-oauthlib",
    program: ["/usr/bin/python3"],
  },
  { language: "ruby", file: "sign.rb", program: ["ruby"] },
  {
    language: "ruby",
    library: "simple_oauth",
    file: "ruby-simple-oauth.rb",
    install: "apt-get install ruby-simple-oauth",
    program: ["ruby"],
  },
  { language: "php", file: "sign.php", program: ["php"] },
  {
    language: "php",
    library: "oauth",
    file: "php-oauth.php",
    install: "apt-get install php-oauth",
    program: ["php"],
  },
  {
    language: "java",
    file: "Sign.java",
    install: "apt-get install libgoogle-gson-java",
    program: ["java", "-cp", "/usr/share/java/gson.jar"],
  },
  {
    language: "java",
    library: "signpost",
    file: "java-signpost.java",
    install: "apt-get install liboauth-signpost-java libgoogle-gson-java libcommons-codec-java",
    program: ["java", "-cp", JARS],
  },
  {
    language: "go",
    file: "sign.go",
    build: "go build -o driver driver.go",
  },
  {
    language: "go",
    library: "gomodule/oauth1",
    file: "go-gomodule-oauth1.go",
    install: "apt-get install golang-github-gomodule-oauth1-dev",
    build: "GO111MODULE=off GOPATH=/usr/share/gocode go build -o driver driver.go",
  },
];

/** The languages of {@link STARTERS}. */
export const LANGUAGES: readonly string[] = [...new Set(STARTERS.map(({ language }) => language))];
