/** Televisions ask within this time after a release, in ms. */
export const SPREAD_MS = 3_000;

/** FNV-1a, with the last step of MurmurHash3: tokens that differ little are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A share of `SPREAD_MS`, in ms; always the same for a key. */
export const spreadOf = (key: string): number => (hashOf(key) / 2 ** 32) * SPREAD_MS;

/**
 * When a television asks what came out: not all of them at the instant.
 *
 * @param atMs the release, in ms since 1970
 * @param key identifies the signed-in account on this television
 */
export const releaseMoment = (atMs: number, key: string): number => atMs + spreadOf(key);
