import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getVideo, type Video } from '#contract/playback.ts';
import { cuesOf } from '#server/intake/pictures/picture-cues.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { writePictures } from '#server/intake/pictures/write-pictures.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { framed, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { expect, test } from './fixtures.ts';
import { moves, open, setSize } from './playing.ts';

/* Subtitles of a disc over a running picture: from the bytes of a disc to what viewers see. */

const box = (x: number, y: number, width: number, height: number) => ({
  x,
  y,
  width,
  height,
  at: framed(width, height),
});

/** A sign above, and a speech of two lines below, for a minute. */
const DISC = writeSup([
  { seconds: 0, pictures: [box(200, 100, 300, 60), box(560, 900, 800, 60)] },
  { seconds: 59, pictures: [] },
]);

async function publish() {
  const folder = mkdtempSync(join(tmpdir(), 'bora-disc-'));
  try {
    const written = await writePictures({
      cues: () => cuesOf(readSup(DISC, () => undefined)),
      film: { width: 1920, height: 1080, aspect: 16 / 9 },
      ...{ seconds: 60, folder, name: 'disc' },
    });
    const sheets = written!.sheets.map((name) => readFileSync(join(folder, name)));
    return { all: written!.all, sheet: sheets[0]! };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the opened episode these subtitles alone, in the server's answer. */
async function withDisc(page: Page) {
  const { all, sheet } = await publish();
  await page.route('**/disc.vtt', (route) => route.fulfill({ contentType: 'text/vtt', body: all }));
  await page.route('**/disc-1.webp', (route) => route.fulfill({ contentType: 'image/webp', body: sheet }));
  await page.route(/\/api\/episodes\/v2\/\d+\/video\//, async (route) => {
    const answer = await route.fetch();
    const video: Video = getVideo.reply.parse(await answer.json());
    const at = (path: string) => new URL(path, route.request().url()).href;
    const disc = { lang: 'ko', label: '한국어 (그림)', role: 'subtitle' as const };
    const pictures = [{ ...disc, url: at('/disc.vtt'), sheets: [at('/disc-1.webp')] }];
    await route.fulfill({ response: answer, json: { ...video, subtitles: [], picture_subtitles: pictures } });
  });
}

/** The drawn pictures from above, in per cent of the screen. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [style*="disc-1.webp"]')].map((shown) => {
      const { left, top, width, height } = shown.getBoundingClientRect();
      const share = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;
      return {
        left: share(left, innerWidth),
        top: share(top, innerHeight),
        width: share(width, innerWidth),
        height: share(height, innerHeight),
      };
    }),
  );

for (const lines of [1080, 720]) {
  test.describe(`on ${lines} lines`, () => {
    test.use({ viewport: { width: (lines * 16) / 9, height: lines } });

    test('pictures of a disc are at their places, as large as the viewer wants, and clear of the controls', async ({
      blankTv: tv,
      server,
    }) => {
      const { page } = tv;
      await withDisc(page);
      await open(tv, server);
      await moves(tv);
      const controls = page.getByRole('button', { name: '자막' });
      for (const [size, scale] of [
        ['작게', 0.75],
        ['보통', 1],
        ['아주 크게', 1.5],
      ] as const) {
        // On a busy machine the episode would end before all is looked at.
        await page.evaluate(() => void (document.querySelector('video')!.currentTime = 1));
        await moves(tv);
        await setSize(tv, size);
        // The controls appeared with the menu.
        await expect(controls).toBeVisible();
        await expect(controls).toHaveAccessibleName(/한국어 \(그림\)/);
        const top = (await page.getByRole('slider', { name: '재생 위치' }).boundingBox())!.y;
        const above = async () => {
          const places = await placesOf(page);
          return places.length === 2 && places.every((place) => place.top + place.height < (top / lines) * 100);
        };
        await expect.poll(above).toBe(true);
        await picture(page, `disc-${lines}-${scale}-controls`);
        // They go by themselves: on a busy machine, Back would come after that and leave the player.
        await expect(controls).toHaveCount(0);
        const [wide, high] = [41.7 * scale, 5.6 * scale];
        const offPlace = async () => {
          const [, speech] = await placesOf(page);
          if (!speech) return 100;
          const { left, top: from, width, height } = speech;
          return Math.max(
            ...[left + width / 2 - 50, from + height - 88.9, width - wide, height - high].map((off) => Math.abs(off)),
          );
        };
        await expect.poll(offPlace).toBeLessThan(0.5);
        await picture(page, `disc-${lines}-${scale}`);
      }
    });
  });
}
