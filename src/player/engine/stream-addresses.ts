import type { Stream } from '#contract/playback.ts';

/** Replaced addresses to remember: a refusal of an older request may arrive after the change. */
const REMEMBERED_ADDRESSES = 4;

/** Rewrites an address of one play log to that of another. */
type AddressChange = (url: string) => string;

/**
 * Derives how addresses beside `from` map to addresses beside `to`. Signed addresses differ in their prefix and end in
 * the same file; null otherwise, because the mapping of the files beside them is unknown.
 *
 *     /media/OLD/clips/7/manifest.mpd  and  /media/NEW/clips/7/manifest.mpd:  /media/OLD/… becomes /media/NEW/…
 */
function addressChange(from: string, to: string): AddressChange | null {
  const [fromParts, toParts] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < fromParts.length && fromParts[fromParts.length - 1 - same] === toParts[toParts.length - 1 - same])
    same += 1;
  if (same === 0) return null;
  const head = (parts: readonly string[]) => `${parts.slice(0, parts.length - same).join('/')}/`;
  const [fromHead, toHead] = [head(fromParts), head(toParts)];
  return (url) => (url.indexOf(fromHead) === 0 ? toHead + url.slice(fromHead.length) : url);
}

/** The addresses of a loaded stream, one per play log or ticket; only the last one is valid. */
export interface StreamAddresses {
  /** The number of changes. */
  changes(): number;
  /** Rewrites an address of the originally loaded stream, which Shaka requests, to the current one. */
  rewrite(url: string): string;
  /** Whether the address of a request was replaced since it was sent. */
  isReplaced(url: string): boolean;
  /** Switches to the address of the same stream among `streams`; false when none is the same. */
  replace(streams: readonly Stream[]): boolean;
}

export function createStreamAddresses(loadedUrl: string): StreamAddresses {
  let presentUrl = loadedUrl;
  /** Addresses that replaced the originally loaded one, newest last. */
  let replacedUrls: readonly string[] = [];
  let changes = 0;
  let rewrite: AddressChange = (url) => url;
  const isBeside = (replacedUrl: string, url: string) => (addressChange(replacedUrl, presentUrl)?.(url) ?? url) !== url;
  return {
    changes: () => changes,
    rewrite: (url) => rewrite(url),
    isReplaced: (url) => changes > 0 && [loadedUrl, ...replacedUrls].some((replacedUrl) => isBeside(replacedUrl, url)),
    replace(streams) {
      for (const { url } of streams) {
        const change = addressChange(loadedUrl, url);
        if (!change) continue;
        if (changes > 0) replacedUrls = [...replacedUrls, presentUrl].slice(-REMEMBERED_ADDRESSES);
        presentUrl = url;
        rewrite = change;
        changes += 1;
        return true;
      }
      return false;
    },
  };
}
