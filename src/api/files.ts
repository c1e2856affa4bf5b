import type { Clock } from '#src/lib/clock.ts';

/** Timeout for a whole file, in ms: the files are small, and most of them are optional. */
const FILE_LIMIT_MS = 20_000;

/**
 * Fetches a small file of the server as a `data:` URL, for offline use.
 * @throws when it does not arrive completely in time
 */
export async function toDataUrl(clock: Clock, url: string): Promise<string> {
  const limit = new AbortController();
  const stopTimer = clock.after(FILE_LIMIT_MS, () => limit.abort());
  try {
    const answer = await fetch(url, { signal: limit.signal });
    if (!answer.ok) throw new Error(`${answer.status} for a file`);
    return await readAsDataUrl(await answer.blob());
  } finally {
    stopTimer();
  }
}

const readAsDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable file'));
    reader.readAsDataURL(file);
  });
