/**
 * The drivers that `countersign driver` prints: the file of each in examples/drivers, what it needs, and how to run it.
 * No other list of them exists.
 */

/** A driver to start from. */
export interface Starter {
  /** The language, in lower case. */
  readonly language: string;
  /** The library that it tests. Without one, it signs with the standard library of the language. */
  readonly library?: string;
  /** The file in examples/drivers. */
  readonly file: string;
  /** The name under which to save it. */
  readonly saveAs: string;
  /** The command that installs its dependencies, except the language itself. */
  readonly install?: string;
  /** The command that compiles it. */
  readonly build?: string;
  /** The command that starts it: the words after `--`. */
  readonly command: readonly string[];
}

const JARS = ["gson", "signpost-core", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`).join(":");

/** All drivers, in the order of the help text: for each language first the one without a library. */
export const STARTERS: readonly Starter[] = [
  { language: "javascript", file: "sign.mjs", saveAs: "driver.mjs", command: ["node", "driver.mjs"] },
  {
    language: "javascript",
    library: "oauth-1.0a",
    file: "javascript-oauth-1.0a.mjs",
    saveAs: "driver.mjs",
    install: "npm install oauth-1.0a",
    command: ["node", "driver.mjs"],
  },
  { language: "python", file: "sign.py", saveAs: "driver.py", command: ["python3", "driver.py"] },
  {
    language: "python",
    library: "oauthlib",
    file: "python-oauthlib.py",
    saveAs: "driver.py",
    install: "apt-get install python3-oauthlib",
    command: ["/usr/bin/python3", "driver.py"],
  },
  { language: "ruby", file: "sign.rb", saveAs: "driver.rb", command: ["ruby", "driver.rb"] },
  {
    language: "ruby",
    library: "simple_oauth",
    file: "ruby-simple-oauth.rb",
    saveAs: "driver.rb",
    install: "apt-get install ruby-simple-oauth",
    command: ["ruby", "driver.rb"],
  },
  { language: "php", file: "sign.php", saveAs: "driver.php", command: ["php", "driver.php"] },
  {
    language: "php",
    library: "oauth",
    file: "php-oauth.php",
    saveAs: "driver.php",
    install: "apt-get install php-oauth",
    command: ["php", "driver.php"],
  },
  {
    language: "java",
    file: "Sign.java",
    saveAs: "Driver.java",
    install: "apt-get install libgoogle-gson-java",
    command: ["java", "-cp", "/usr/share/java/gson.jar", "Driver.java"],
  },
  {
    language: "java",
    library: "signpost",
    file: "java-signpost.java",
    saveAs: "Driver.java",
    install: "apt-get install liboauth-signpost-java libgoogle-gson-java libcommons-codec-java",
    command: ["java", "-cp", JARS, "Driver.java"],
  },
  {
    language: "go",
    file: "sign.go",
    saveAs: "driver.go",
    build: "go build -o driver driver.go",
    command: ["./driver"],
  },
  {
    language: "go",
    library: "gomodule/oauth1",
    file: "go-gomodule-oauth1.go",
    saveAs: "driver.go",
    install: "apt-get install golang-github-gomodule-oauth1-dev",
    build: "GO111MODULE=off GOPATH=/usr/share/gocode go build -o driver driver.go",
    command: ["./driver"],
  },
];

/** The languages of {@link STARTERS}. */
export const LANGUAGES: readonly string[] = [...new Set(STARTERS.map(({ language }) => language))];
