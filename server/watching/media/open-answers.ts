import type { ServerResponse } from 'node:http';

/** Files that one player reads at once: pictures, sounds, subtitles and previews, and some that it has given up. */
const MOST_AT_ONCE = 32;

/**
 * Bounds the files that are sent at once for one ticket. A reader that stops reading holds a connection, a descriptor and, of a
 * bucket, a piece of the file in memory, for two minutes and, with a byte now and then, for as long as it likes.
 *
 * @returns opens an answer. Beyond the bound the oldest one ends: a player that left connections behind goes on.
 */
export function createOpenAnswers(most = MOST_AT_ONCE) {
  const open = new Map<string, Set<ServerResponse>>();
  return (key: string, response: ServerResponse): void => {
    const own = open.get(key) ?? new Set();
    const [oldest] = own.size >= most ? own : [];
    if (oldest !== undefined) {
      own.delete(oldest);
      oldest.destroy();
    }
    open.set(key, own.add(response));
    const end = () => {
      own.delete(response);
      if (own.size === 0 && open.get(key) === own) open.delete(key);
    };
    response.once('finish', end).once('close', end);
  };
}
