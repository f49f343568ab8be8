/** Why the operating system refused something, in words. */

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "no permission",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of it is no folder",
  EEXIST: "it exists already",
  EPERM: "no permission",
  EROFS: "it can only be read",
  ENOSPC: "no space left",
};

/** @returns words, or the error code if none are known */
export function systemReason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (code || message);
}

/** What the operating system refused, and for which file or folder; `undefined` for any other error. */
export function fileProblem(error: unknown): string | undefined {
  const { code = "", path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const reason = REASONS[code];
  return path === undefined || reason === undefined ? undefined : `cannot use ${shownPath(dest ?? path)}: ${reason}`;
}

/** A path as people know it: JSON would double the backslashes of Windows. */
export function shownPath(path: string): string {
  return `"${path}"`;
}
