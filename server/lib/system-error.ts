/** Codes of a disk, a quota or a limit without room. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Explains an error of the operating system, which names the file or address itself; undefined for other errors. */
export function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return 'code' in error && NO_ROOM.has(String(error.code))
    ? `The disk is full: ${error.message}. Free some space, then try again.`
    : error.message;
}
