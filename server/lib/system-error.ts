/** The sentence that operators read about a path, by the code of the system's error. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  ENOTDIR: (path) => `A part of ${path} is a file, where a folder is needed.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} may not be opened by this user: look at its owner and its mode.`,
  EROFS: (path) => `${path} is on a disk that cannot be written.`,
};

/** Codes of a disk, a quota or a limit without room. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Explains an error of the operating system, which names the file or address itself; undefined for other errors. */
export function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code)) return `The disk is full: ${error.message}. Free some space, then try again.`;
  return path === undefined ? error.message : (SENTENCES[code]?.(path) ?? error.message);
}
