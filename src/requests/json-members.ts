/** Access to JSON whose shape is not known. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}

/** The most levels of JSON that is read. Functions that call themselves for each level need a limit. */
export const MOST_LEVELS = 1000;

/** Whether a value of JSON has more levels of lists and objects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** A member; `undefined` if the value is not an object or has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value, or an empty list if it is not a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
