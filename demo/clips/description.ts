import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ffmpeg } from './ffmpeg.ts';
import type { Described } from './film.ts';

/** Words a minute of the voice. */
const PACE = 165;

/** Speaks Korean with a synthetic voice, into a WAV file. Needs espeak-ng, from Debian's package of that name. */
async function speak(text: string, file: string): Promise<void> {
  const child = spawn('espeak-ng', ['-v', 'ko', '-s', String(PACE), '-w', file, text], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`espeak-ng ended with ${code}`);
}

/**
 * Adds the voice to the film's sound, which is lowered while it speaks.
 *
 * @param sound WAV file of the film's sound
 * @param file WAV file to write
 * @param work folder for the sentences
 */
export async function describe(
  sentences: readonly Described[],
  { sound, file, work }: { sound: string; file: string; work: string },
): Promise<void> {
  const spoken = sentences.map(({ at, ko }, index) => ({ at, ko, file: join(work, `sentence-${index}.wav`) }));
  for (const one of spoken) await speak(one.ko, one.file);
  const placed = spoken.map(
    ({ at }, index) =>
      `[${index + 1}]aresample=48000,aformat=channel_layouts=stereo,adelay=${Math.round(at * 1000)}:all=1[s${index}]`,
  );
  const voices = spoken.map((_, index) => `[s${index}]`).join('');
  await ffmpeg([
    ...[sound, ...spoken.map((one) => one.file)].flatMap((input) => ['-i', input]),
    '-filter_complex',
    [
      ...placed,
      `${voices}amix=inputs=${spoken.length}:normalize=0,volume=1.2,apad,asplit[voice][key]`,
      '[0][key]sidechaincompress=threshold=0.02:ratio=6:attack=80:release=500[low]',
      '[low][voice]amix=inputs=2:duration=first:normalize=0,alimiter=limit=0.9:level=0[out]',
    ].join(';'),
    ...['-map', '[out]', '-ar', '48000', '-c:a', 'pcm_s16le', '-bitexact', file],
  ]);
}
