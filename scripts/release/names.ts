/** The name of the package and the address of its repository, and every place that contains them. */

/** What the owner of the project chooses. */
export interface Names {
  /** Name of the npm package, such as `countersign` or `@acme/countersign`. The command is `countersign` in either case. */
  readonly name: string;
  /** Address of the repository without an ending, such as `https://github.com/acme/countersign`. */
  readonly address: string;
}

/** The placeholder in the documentation for the address. */
const NO_ADDRESS = "https://HOST/OWNER/countersign";

/** The parts of package.json that contain the names. */
export interface NamedManifest {
  readonly name: string;
  readonly homepage?: string;
}

/** The names that a checkout has. */
export function namesOf({ name, homepage }: NamedManifest): Names {
  return { name, address: homepage || NO_ADDRESS };
}

/** @throws Error if a name or an address cannot be used */
export function checkNames({ name, address }: Names): void {
  if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(name))
    throw new Error(`expected the name of an npm package, such as @acme/countersign, got ${JSON.stringify(name)}`);
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(address) || address.endsWith(".git"))
    throw new Error(`expected an address such as https://github.com/acme/countersign, got ${JSON.stringify(address)}`);
}

/** Owner and repository, as `uses` of GitHub Actions and the registry of images name them. */
function slugOf(address: string): string {
  return address.split("/").slice(3).join("/");
}

function ownerOf(address: string): string {
  return slugOf(address).split("/")[0]!;
}

/**
 * The text of a file with other names: module specifiers, installed folders, addresses, the action and the image.
 *
 * @param path of the file in the repository
 */
export function renamed(path: string, text: string, from: Names, to: Names): string {
  if (path === "package.json") return manifestWith(JSON.parse(text), to);
  const name = from.name.replace(/[.\\/]/g, "\\$&");
  const specifier = new RegExp(
    `(?<=(?:from|import|require|mock)\\(? ?["'\`])${name}(?=["'\`/])|(?<=["'\`])${name}(?=/[a-z*])|` +
      `(?<=node_modules/)${name}(?=["'\`/ \\n])|(?<=^ {2,6}"name": ")${name}(?=",$)|(?<=")${name}(?=": \\["\\.)`,
    "gm",
  );
  return text
    .replace(specifier, to.name)
    .replaceAll(from.address, to.address)
    .replaceAll(`${slugOf(from.address)}@`, `${slugOf(to.address)}@`)
    .replaceAll(`ghcr.io/${ownerOf(from.address)}/`, `ghcr.io/${ownerOf(to.address).toLowerCase()}/`);
}

function manifestWith(manifest: object, { name, address }: Names): string {
  const own = { repository: { type: "git", url: `git+${address}.git` }, bugs: { url: `${address}/issues` } };
  return `${JSON.stringify({ ...manifest, name, ...own, homepage: address }, null, 2)}\n`;
}
