/** Writes shapes as a JSON Schema. */

import type { Shape } from "../../src/shapes/shape.ts";

/**
 * The schema of some shapes as it is published. Where a definition occurs in a shape, as the same object, there is a `$ref`
 * to it.
 */
export function publishedSchema(head: object, definitions: Readonly<Record<string, Shape>> = {}): object {
  const names = new Map<unknown, string>(Object.entries(definitions).map(([name, shape]) => [shape, name]));
  const withReferences = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (names.has(value)) return { $ref: `#/definitions/${names.get(value)}` };
    return Array.isArray(value) ? value.map(withReferences) : membersWithReferences(value);
  };
  const membersWithReferences = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withReferences(member)]));
  const defined = Object.entries(definitions).map(([name, shape]) => [name, membersWithReferences(shape)]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...membersWithReferences(head),
    ...(defined.length > 0 && { definitions: Object.fromEntries(defined) }),
  };
}
