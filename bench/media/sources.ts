import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const MEDIA = join(import.meta.dirname, '../../demo/catalogue/media');

/** Films of the demo in 720p: drawn pictures, from calm to busy. */
export const FILMS = ['cloud-mail', 'harbor-dawn', 'moon-pudding', 'night-train', 'rain-umbrella'] as const;

export const filmPictures = (film: (typeof FILMS)[number]): string => join(MEDIA, film, 'h264-720.mp4');

/** Runs ffmpeg, and fails with its message. */
export const run = (ffmpeg: string, folder: string, words: readonly string[]): void => {
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...words], { cwd: folder });
};

/** Cuts a part of a film with its sound, without encoding it again. */
export function cutFilm(ffmpeg: string, folder: string, film: (typeof FILMS)[number], seconds: number): string {
  mkdirSync(folder, { recursive: true });
  const sound = join(MEDIA, film, film === 'cloud-mail' ? 'aac-ja.mp4' : 'aac.mp4');
  const inputs = [filmPictures(film), sound].flatMap((file) => ['-t', String(seconds), '-i', file]);
  run(ffmpeg, folder, [...inputs, '-map', '0:v', '-map', '1:a', '-c', 'copy', `${film}.mkv`]);
  return join(folder, `${film}.mkv`);
}

/** Lossless pictures to compare encodings with. */
export function makeReference(
  ffmpeg: string,
  folder: string,
  name: string,
  { film, from, seconds }: { film: (typeof FILMS)[number]; from: number; seconds: number },
): string {
  const input = ['-ss', String(from), '-t', String(seconds), '-i', filmPictures(film)];
  const lossless = ['-an', '-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', `${name}.mkv`];
  run(ffmpeg, folder, [...input, ...lossless]);
  return join(folder, `${name}.mkv`);
}
