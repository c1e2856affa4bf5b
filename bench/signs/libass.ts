import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTools } from '#server/intake/tools.ts';
import { type EngineName, findEngine, isSubtracted, SUBTRACTED } from '#tests/support/browser/engines.ts';
import { filmOf, giveDrawnClip, RENDITIONS } from '#tests/support/media/drawn-demo.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { DEMO } from '#tests/support/tv.ts';
import { type EngineTv, startEngineTv } from '../../tests/engines/engine-tv.ts';
import { reduce } from '../../tests/engines/setup.ts';
import { buildPackages } from '../../scripts/package/build-package.ts';
import type { Figure } from '../lib/table.ts';
import { cards, scriptOf, songs, tracking } from './scripts.ts';

const ENGINES: readonly EngineName[] = ['64-53', '64', '69', 'current'];
const EPISODE_ID = 12306;
const LEAST_SIMILARITY = 0.99;
/** Pictures a second of the demo's film in WebM. */
const RATE = 24;
const KEYFRAME_EVERY = 48;
/** When the picture is looked at: a card, a song twice, and something that is followed. */
const MOMENTS = [29, 31.3, 33.7, 37.4] as const;
const SCRIPT = scriptOf([...cards([28, 31]), ...songs(30), ...tracking(36, RATE)]);
/** Behind the last moment. */
const SECONDS = 46;
const PICTURES = join(import.meta.dirname, '../../artifacts');
const video = "document.querySelector('video')";

/** The picture as the set decodes it, in its own size. */
const LOOK = `(function () {
  var canvas = document.createElement('canvas');
  canvas.width = ${video}.videoWidth;
  canvas.height = ${video}.videoHeight;
  canvas.getContext('2d').drawImage(${video}, 0, 0);
  return [${video}.currentTime, canvas.height, canvas.toDataURL('image/png').split(',')[1]];
})()`;

type Ffmpeg = (...words: string[]) => string;

/** The film with the script, with keyframes where the demo has them. */
function drawFilm(ffmpeg: Ffmpeg, folder: string): void {
  for (const rendition of RENDITIONS)
    ffmpeg(
      ...['-i', filmOf(rendition), '-t', String(SECONDS), '-vf', 'ass=whole.ass', '-c:v', 'libvpx-vp9', '-crf', '18'],
      ...['-b:v', '0', '-deadline', 'realtime', '-cpu-used', '7', '-row-mt', '1', '-g', String(KEYFRAME_EVERY)],
      ...['-keyint_min', String(KEYFRAME_EVERY), '-f', 'webm', '-dash', '1', join(folder, `${rendition}.webm`)],
    );
}

/** Likeness (SSIM) of a picture to those around its time, the best of them. @param filters of the film */
function likeness(ffmpeg: Ffmpeg, picture: string, height: number, seconds: number, filters: string): number {
  const first = Math.max(0, Math.floor(seconds * RATE) - 1);
  const select = `select='between(n,${first},${first + 2})',setpts=N/24/TB`;
  const said = ffmpeg(
    ...['-i', filmOf(`vp9-${height}`), '-loop', '1', '-framerate', '24', '-i', picture, '-lavfi'],
    `[0:v]${filters}${select},format=yuv420p[film];[1:v]scale=out_color_matrix=bt709,format=yuv420p,trim=end_frame=3[seen];[seen][film]ssim=stats_file=ssim.log`,
    ...['-frames:v', '3', '-f', 'null', '-'],
  );
  const all = [...readFileSync(join(dirname(picture), 'ssim.log'), 'utf8').matchAll(/All:([\d.]+)/g)].map(([, one]) =>
    Number(one),
  );
  if (all.length === 0) throw new Error(said);
  return Math.max(...all);
}

async function signIn(tv: EngineTv): Promise<void> {
  await tv.reach('sign-in');
  await tv.pressUntil('up', /^sign-in\/by-email$/);
  await tv.press('ok');
  await tv.focusOn(/^sign-in\/email\//);
  await tv.type(DEMO.email);
  await tv.press('ok');
  await tv.focusOn(/^sign-in\/password\//);
  await tv.type(DEMO.password);
  await tv.press('ok');
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('home');
}

async function look(ffmpeg: Ffmpeg, root: string, tv: EngineTv, name: EngineName): Promise<Figure[]> {
  await signIn(tv);
  await tv.page.evaluate(`void (location.hash = '#/play/${EPISODE_ID}')`);
  await tv.page.until(`${video} && ${video}.currentTime > 0.5`);
  await tv.press('three');
  const found: { drawn: number; plain: number; height: number }[] = [];
  for (const moment of MOMENTS) {
    await tv.page.until(`${video}.currentTime >= ${moment} && !${video}.seeking`);
    await tv.press('pause');
    await tv.page.until(`${video}.paused`);
    const [seconds, height, png] = await tv.page.evaluate<[number, number, string]>(LOOK);
    const seen = join(root, `${name}-${moment}.png`);
    writeFileSync(seen, Buffer.from(png, 'base64'));
    found.push({
      height,
      drawn: likeness(ffmpeg, seen, height, seconds, 'ass=whole.ass,'),
      plain: likeness(ffmpeg, seen, height, seconds, ''),
    });
    // Both pictures side by side, to be looked at: the set's, and the film's with what libass draws.
    ffmpeg(
      ...['-i', seen, '-ss', String(Math.floor(seconds * RATE) / RATE), '-copyts', '-i', filmOf(`vp9-${height}`)],
      ...[
        '-lavfi',
        '[1:v]ass=whole.ass,scale=in_color_matrix=bt709,format=rgb24[film];[0:v]format=rgb24[seen];[seen][film]hstack',
        '-frames:v',
        '1',
      ],
      join(PICTURES, `libass-${name}-${moment}.png`),
    );
    await tv.press('play');
  }
  const worst = Math.min(...found.map(({ drawn }) => drawn));
  return [
    {
      what: `Chromium ${name}: similarity of what is shown to libass' own pictures, worst of ${MOMENTS.length}`,
      figure: worst.toFixed(4),
      target: `>= ${LEAST_SIMILARITY}`,
      isMet: worst >= LEAST_SIMILARITY,
    },
    {
      what: `Chromium ${name}: each of them; to the film without drawings`,
      figure: found.map(({ drawn, plain, height }) => `${height}p ${drawn.toFixed(4)}; ${plain.toFixed(4)}`).join(', '),
      target: '',
    },
  ];
}

/** Plays drawn signs with the packages on engines down to 53, and compares the pictures with those of libass. */
export async function measureLibass(figures: Figure[]): Promise<void> {
  const tools = findTools();
  const root = mkdtempSync(join(tmpdir(), 'bora-bench-libass-'));
  mkdirSync(PICTURES, { recursive: true });
  const ffmpeg: Ffmpeg = (...words) =>
    spawnSync(tools.ffmpeg, ['-nostdin', '-y', ...words], { cwd: root }).stderr.toString();
  writeFileSync(join(root, 'whole.ass'), SCRIPT);
  const [drawnFilm, mediaFolder] = [join(root, 'drawn'), join(root, 'media')];
  mkdirSync(drawnFilm);
  drawFilm(ffmpeg, drawnFilm);
  const server = await startTestServer({ mediaFolder });
  try {
    await giveDrawnClip(server, mediaFolder, EPISODE_ID, drawnFilm);
    const built = { tizen: join(root, 'tizen'), webos: join(root, 'webos') };
    await buildPackages(built, server.url);
    for (const name of ENGINES) {
      if (!(await findEngine(name))) {
        figures.push({ what: `Chromium ${name}`, figure: 'does not run here', target: '' });
        continue;
      }
      const here = { from: server.url, to: server.url };
      const reduced = (kind: 'tizen' | 'webos') =>
        isSubtracted(name) ? reduce(built[kind], join(root, `${kind}-${name}`), SUBTRACTED[name], here) : built[kind];
      const tv = await startEngineTv(name, { tizen: reduced('tizen'), webos: reduced('webos') });
      try {
        figures.push(...(await look(ffmpeg, root, tv, name)));
      } finally {
        await tv.close();
      }
    }
  } finally {
    await server.remove();
    rmSync(root, { recursive: true, force: true });
  }
}
