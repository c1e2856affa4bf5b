import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawnSegments } from '#contract/rules/drawn-segments.ts';
import { readMediaPlaylist } from '#server/intake/package/media-playlist.ts';

export interface DrawnStream {
  /** As a player shows it: segments of the plain file, and the drawn ones in their places. */
  readonly stream: Buffer;
  /** Numbers of the drawn segments, from 0. */
  readonly segments: readonly number[];
  /** Of the drawn segments. */
  readonly bytes: number;
  /** Of the same segments without drawings. */
  readonly plainBytes: number;
}

export function drawnStream(folder: string, rendition: string, table: string): DrawnStream {
  const playlist = readMediaPlaylist(readFileSync(join(folder, `${rendition}.m3u8`), 'utf8'))!;
  const plain = readFileSync(join(folder, `${rendition}.mp4`));
  const { renditions } = JSON.parse(readFileSync(join(folder, table), 'utf8')) as DrawnSegments;
  const { drawn, starts, sizes } = renditions.find(({ file }) => file === `${rendition}.mp4`)!;
  const file = readFileSync(join(folder, drawn));
  const parts = playlist.segments.map(({ offset, size }) => {
    const index = starts.indexOf(offset);
    if (index < 0) return plain.subarray(offset, offset + size);
    const at = sizes.slice(0, index).reduce((sum, one) => sum + one, 0);
    return file.subarray(at, at + sizes[index]!);
  });
  return {
    stream: Buffer.concat([plain.subarray(0, playlist.init.size), ...parts]),
    segments: playlist.segments.flatMap(({ offset }, index) => (starts.includes(offset) ? [index] : [])),
    bytes: file.length,
    plainBytes: playlist.segments.reduce((sum, { offset, size }) => sum + (starts.includes(offset) ? size : 0), 0),
  };
}
