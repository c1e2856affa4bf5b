import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes of one sample, and samples of a file: a whole film would take minutes to read. */
const SAMPLE_BYTES = 65_536;
const SAMPLES = 5;

/**
 * A hash of a video's size and of samples from its start to its end, by which a renamed or moved file is known again.
 * Two encoded videos of one size do not share five samples.
 *
 * @returns undefined for what is no plain file, or cannot be read.
 */
export async function hashContent(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    const hash = createHash('sha256').update(`${stat.size}\n`);
    const last = Math.max(0, stat.size - SAMPLE_BYTES);
    const starts = new Set(Array.from({ length: SAMPLES }, (_, sample) => Math.floor((last * sample) / (SAMPLES - 1))));
    const buffer = Buffer.alloc(SAMPLE_BYTES);
    for (const start of starts) {
      const { bytesRead } = await file.read(buffer, 0, SAMPLE_BYTES, start);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } catch {
    // A disk that fails: the job will say so.
    return undefined;
  } finally {
    await file.close();
  }
}
