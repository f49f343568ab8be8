/** Why the operating system refused something, in words. */

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "no permission",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of it is no folder",
  EEXIST: "it exists already",
};

/** @returns the code of the error if it has no words */
export function systemReason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (code || message);
}

/** A path as people know it: JSON would double the backslashes of Windows. */
export function shownPath(path: string): string {
  return `"${path}"`;
}
