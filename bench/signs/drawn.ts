import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSteps } from '#server/intake/steps/index.ts';
import { findTools, type Tools } from '#server/intake/tools.ts';
import { drawnStream } from '#tests/support/media/drawn-stream.ts';
import type { Figure } from '../lib/table.ts';
import { cutFilm } from '../media/sources.ts';
import { cards, scriptOf, songs, tracking } from './scripts.ts';

const SECONDS = 28;
const LEAST_SIMILARITY = 0.99;
/** By the same segments of a film that is encoded as a whole with the drawings (docs/decisions/333). */
const MOST_BYTES = 1.1;
const MOST_TIME = 1.2;
const RATE = 24_000 / 1001;
const PICTURES_A_SEGMENT = 48;
const LARGEST = 'h264-720';

const KINDS = {
  cards: cards([4.5, 22]),
  songs: songs(8),
  tracking: tracking(12, RATE),
} satisfies Record<string, string[]>;

interface Run {
  readonly packageFolder: string;
  readonly encodingSeconds: number;
}

/** All steps on the film. */
async function runSteps(tools: Tools, root: string, source: string): Promise<Run> {
  const folder = mkdtempSync(join(root, 'job-'));
  const nothing = () => undefined;
  let encodingSeconds = 0;
  for (const step of createSteps(tools)) {
    const begin = performance.now();
    await step.run({ source, folder, signal: new AbortController().signal, progress: nothing, notice: nothing });
    if (step.name === 'encode') encodingSeconds = (performance.now() - begin) / 1000;
  }
  return { packageFolder: join(folder, 'packaged'), encodingSeconds };
}

/** Likeness (SSIM) of the pictures under the drawings, in the largest rendition. */
function similarity(
  ffmpeg: (...words: string[]) => string,
  mixed: string,
  whole: string,
  segments: readonly number[],
): number {
  const shown = segments
    .map((one) => `between(n,${one * PICTURES_A_SEGMENT},${(one + 1) * PICTURES_A_SEGMENT - 1})`)
    .join('+');
  const graph = ['0', '1'].map((input) => `[${input}:v]select='${shown}',setpts=N/24/TB[v${input}]`).join(';');
  const said = ffmpeg('-i', mixed, '-i', whole, '-lavfi', `${graph};[v0][v1]ssim`, '-f', 'null', '-');
  return Number(/All:([\d.]+)/.exec(said)?.[1]);
}

/** Bytes of the pictures of some segments. */
function bytesOf({ ffprobe }: Tools, path: string, segments: readonly number[]): number {
  const words = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=size', '-of', 'csv=p=0', path];
  const sizes = spawnSync(ffprobe, words).stdout.toString().trim().split('\n').map(parseFloat);
  return sizes.reduce((sum, size, at) => sum + (segments.includes(Math.floor(at / PICTURES_A_SEGMENT)) ? size : 0), 0);
}

/**
 * Signs and songs that are drawn into the pictures: how alike they are to a film that is encoded as a whole with them, the
 * bytes and the time that they add, for tracks of three kinds.
 */
export async function measureDrawn(figures: Figure[]): Promise<void> {
  const tools = findTools();
  const root = mkdtempSync(join(tmpdir(), 'bora-bench-signs-'));
  const ffmpeg = (...words: string[]) =>
    spawnSync(tools.ffmpeg, ['-nostdin', '-y', ...words], { cwd: root }).stderr.toString();
  try {
    mkdirSync(join(root, 'sources'));
    const film = cutFilm(tools.ffmpeg, join(root, 'sources'), 'cloud-mail', SECONDS);
    const ass = film.replace(/\.\w+$/, '.ko.ass');
    for (const [kind, events] of Object.entries(KINDS)) {
      // The film without drawings is encoded anew for each kind, because the machine's other work changes.
      rmSync(ass, { force: true });
      const plain = await runSteps(tools, root, film);
      const plainBytes = statSync(join(plain.packageFolder, `${LARGEST}.mp4`)).size;
      writeFileSync(ass, scriptOf(events));
      const drawn = await runSteps(tools, root, film);
      const {
        stream,
        segments,
        bytes,
        plainBytes: replaced,
      } = drawnStream(drawn.packageFolder, LARGEST, 'drawn-ko.json');
      writeFileSync(join(root, 'mixed.mp4'), stream);
      writeFileSync(join(root, 'whole.ass'), scriptOf(events));
      ffmpeg(
        ...['-i', film, '-vf', 'ass=whole.ass', '-an', '-c:v', 'libx264', '-preset', 'medium', '-tune', 'animation'],
        ...['-crf', '22', '-maxrate', '3000k', '-bufsize', '6000k', '-g', String(PICTURES_A_SEGMENT), '-keyint_min'],
        ...[String(PICTURES_A_SEGMENT), '-sc_threshold', '0', 'whole.mp4'],
      );
      const share = (segments.length * PICTURES_A_SEGMENT) / RATE / SECONDS;
      const alike = similarity(ffmpeg, 'mixed.mp4', 'whole.mp4', segments);
      const [added, longer] = [
        bytes / plainBytes / share,
        (drawn.encodingSeconds - plain.encodingSeconds) / plain.encodingSeconds / share,
      ];
      const byWhole = bytes / bytesOf(tools, join(root, 'whole.mp4'), segments);
      figures.push(
        {
          what: `${kind} (${Math.round(share * 100)} % of the film): similarity to a film encoded as a whole`,
          figure: alike.toFixed(4),
          target: `>= ${LEAST_SIMILARITY}`,
          isMet: alike >= LEAST_SIMILARITY,
        },
        {
          what: `${kind}: share of bytes added, by share of time`,
          figure: added.toFixed(2),
          target: '',
        },
        {
          what: `${kind}: bytes added, by the plain bytes of the same segments`,
          figure: (bytes / replaced).toFixed(2),
          target: '',
        },
        {
          what: `${kind}: bytes added, by the same segments of a film encoded as a whole with them`,
          figure: byWhole.toFixed(2),
          target: `<= ${MOST_BYTES}`,
          isMet: byWhole <= MOST_BYTES,
        },
        {
          what: `${kind}: share of encoding time added, by share of time`,
          figure: longer.toFixed(2),
          target: `<= ${MOST_TIME}`,
          isMet: longer <= MOST_TIME,
        },
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
