/** An address of one play log as that of another. */
export type AddressChange = (url: string) => string;

/**
 * How addresses beside `from` become addresses beside `to`. Signed addresses differ at the front and end in the same file;
 * null when they do not, so that what lies beside them cannot be told.
 *
 *     /media/OLD/clips/7/manifest.mpd  and  /media/NEW/clips/7/manifest.mpd:  /media/OLD/… becomes /media/NEW/…
 */
export function addressChange(from: string, to: string): AddressChange | null {
  const [fromParts, toParts] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < fromParts.length && fromParts[fromParts.length - 1 - same] === toParts[toParts.length - 1 - same])
    same += 1;
  if (same === 0) return null;
  const head = (parts: readonly string[]) => `${parts.slice(0, parts.length - same).join('/')}/`;
  const [fromHead, toHead] = [head(fromParts), head(toParts)];
  return (url) => (url.indexOf(fromHead) === 0 ? toHead + url.slice(fromHead.length) : url);
}
