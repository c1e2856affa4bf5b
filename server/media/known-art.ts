/** Remembers what was found, for a question that is asked for each of the hundred pictures of a screen. */
export function rememberFound(isThere: (path: string) => Promise<boolean>): (path: string) => Promise<boolean> {
  const found = new Set<string>();
  return async (path) => {
    if (found.has(path)) return true;
    const isFound = await isThere(path);
    if (isFound) found.add(path);
    return isFound;
  };
}
