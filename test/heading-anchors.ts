/** Anchors of headings, as GitHub generates them. */

/** Returns a function that returns the anchor of each heading of a document, in order; repeated anchors get a number. */
export function createSlugger(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
