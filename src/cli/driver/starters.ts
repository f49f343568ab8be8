/**
 * The drivers that `countersign driver` prints: the file of each in examples/drivers, what it needs, and how to run it.
 * No other list of them exists.
 */

/** A driver to start from. */
export interface Starter {
  /** The file in examples/drivers. */
  readonly file: string;
  /** The library that it tests. */
  readonly library: string;
  /** The name under which to save it. */
  readonly saveAs: string;
  /** The command that installs its dependencies, except the language itself. */
  readonly install: string;
  /** The command that compiles it. */
  readonly build?: string;
  /** The command that starts it: the words after `--`. */
  readonly command: readonly string[];
}

const JARS = ["gson", "signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`).join(":");

/** The drivers by language, in the order of the help text. */
export const STARTERS: ReadonlyMap<string, Starter> = new Map(
  Object.entries({
    javascript: {
      file: "javascript-oauth-1.0a.mjs",
      library: "oauth-1.0a",
      saveAs: "driver.mjs",
      install: "npm install oauth-1.0a",
      command: ["node", "driver.mjs"],
    },
    python: {
      file: "python-oauthlib.py",
      library: "oauthlib",
      saveAs: "driver.py",
      install: "apt-get install python3-oauthlib",
      command: ["/usr/bin/python3", "driver.py"],
    },
    ruby: {
      file: "ruby-simple-oauth.rb",
      library: "simple_oauth",
      saveAs: "driver.rb",
      install: "apt-get install ruby-simple-oauth",
      command: ["ruby", "driver.rb"],
    },
    php: {
      file: "php-oauth.php",
      library: "the extension oauth",
      saveAs: "driver.php",
      install: "apt-get install php-oauth",
      command: ["php", "driver.php"],
    },
    java: {
      file: "java-signpost.java",
      library: "oauth-signpost",
      saveAs: "Driver.java",
      install: "apt-get install liboauth-signpost-java libgoogle-gson-java libcommons-codec-java",
      command: ["java", "-cp", JARS, "Driver.java"],
    },
    go: {
      file: "go-gomodule-oauth1.go",
      library: "gomodule/oauth1",
      saveAs: "driver.go",
      install: "apt-get install golang-github-gomodule-oauth1-dev",
      build: "GO111MODULE=off GOPATH=/usr/share/gocode go build -o driver driver.go",
      command: ["./driver"],
    },
  } satisfies Record<string, Starter>),
);
