/** Public reports about clients with a fault. */

/** The address of a piece of evidence. GitHub redirects the address of an issue to a pull request. */
export function evidenceUrl(evidence: string): string {
  return evidence.replace(/^([^:#]+)#(\d+)$/, "https://github.com/$1/issues/$2");
}
