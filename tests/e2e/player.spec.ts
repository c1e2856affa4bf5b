import { DEMO } from '#tests/support/demo-account.ts';
import { readFile } from 'node:fs/promises';
import type { PlaybackRecord } from '#src/player/index.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/** An episode of a minute: opening 6-16 s, ending from 53 s, and a next episode. */
const EPISODE = DEMO.lastTrainFirst;

async function play(tv: Tv) {
  await tv.page.evaluate((id) => (window.location.hash = `#/play/${id}`), EPISODE);
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0.5);
  // Counts the seeks of the decoder.
  await tv.page.evaluate(() => {
    const video = document.querySelector('video')!;
    video.addEventListener('seeking', () => (video.dataset['seeks'] = String(Number(video.dataset['seeks'] ?? 0) + 1)));
  });
}

const seeks = (tv: Tv) => tv.page.evaluate(() => Number(document.querySelector('video')?.dataset['seeks'] ?? 0));
const shownSeconds = async (tv: Tv) =>
  Number(await tv.page.getByRole('slider', { name: '재생 위치' }).getAttribute('aria-valuenow'));

test('a held key crosses the episode with one seek, and the shown time never decreases', async ({ home: tv }) => {
  await play(tv);
  await tv.page.keyboard.press('0');
  await tv.press('ok');
  const before = 1;
  await expect.poll(() => seeks(tv)).toBe(before);
  await expect.poll(() => tv.videoTime()).toBeLessThan(5);
  const shown: number[] = [];
  // One keydown, as from remotes that never repeat.
  await tv.page.keyboard.down('ArrowRight');
  for (let look = 0; look < 4; look += 1) {
    await expect.poll(() => shownSeconds(tv)).toBeGreaterThan(shown[look - 1] ?? 0);
    shown.push(await shownSeconds(tv));
  }
  await expect(tv.page.locator('img[src*="previews"]')).toBeVisible();
  await tv.page.keyboard.up('ArrowRight');
  const target = await shownSeconds(tv);
  expect(shown).toEqual([...shown].sort((one, other) => one - other));
  await expect.poll(() => seeks(tv)).toBe(before + 1);
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(target);
  expect(await tv.videoTime()).toBeLessThan(target + 5);
});

test('Back during a seek gesture keeps the position', async ({ home: tv }) => {
  await play(tv);
  const before = await seeks(tv);
  const from = await tv.videoTime();
  await tv.press('right', 'right', 'back');
  expect(await shownSeconds(tv)).toBeLessThan(from + 8);
  expect(await seeks(tv)).toBe(before);
  await tv.reach('player');
});

test('OK skips the opening while the controls are hidden, and playback continues', async ({ home: tv }) => {
  await play(tv);
  await tv.page.keyboard.press('1');
  await tv.press('ok');
  await expect(tv.page.getByRole('button', { name: '오프닝 건너뛰기' })).toBeFocused();
  await expect(tv.page.getByRole('button', { name: '자막' })).toHaveCount(0);
  await picture(tv.page, 'player-skip-opening');
  await tv.press('ok');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(16);
  expect(await tv.focusKey()).toBe('player/timeline');
});

test('the next episode starts by itself at the ending, and Back returns to the screen before the player', async ({
  home: tv,
}) => {
  await play(tv);
  await tv.page.keyboard.press('9');
  await tv.press('ok');
  await expect(tv.page.getByRole('button', { name: /^다음 화,/ })).toBeVisible();
  await picture(tv.page, 'player-next-episode');
  await expect.poll(() => tv.page.url()).toContain(`#/play/${EPISODE + 1}`);
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0.5);
  await expect(tv.page.locator('video')).toHaveCount(1);
  await expect(tv.page.getByRole('button', { name: '자막' })).toHaveCount(0);
  await tv.press('back');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe('home/play');
});

test('subtitles, speed and quality can be chosen with the remote and stay chosen', async ({ home: tv }) => {
  await play(tv);
  await tv.page.keyboard.press('F1');
  await tv.pressUntil('down', /menu\/size/);
  await tv.press('right');
  await expect(tv.page.getByRole('spinbutton', { name: '크기' })).toHaveAttribute('aria-valuetext', '크게');
  await tv.press('back');
  await tv.page.keyboard.press('F2');
  await tv.pressUntil('down', /menu\/speed:2$/);
  await tv.press('ok');
  await expect.poll(() => tv.page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(2);
  await tv.page.keyboard.press('F3');
  await tv.pressUntil('down', /menu\/quality:360/);
  await tv.press('ok');
  await expect.poll(() => tv.page.evaluate(() => document.querySelector('video')?.videoHeight)).toBe(360);

  await tv.page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('player');
  await tv.page.keyboard.press('F1');
  await expect(tv.page.getByRole('spinbutton', { name: '크기' })).toHaveAttribute('aria-valuetext', '크게');
});

test('the pointer shows previews, and one drag is one seek', async ({ home: tv }) => {
  await play(tv);
  const before = await seeks(tv);
  const bar = await tv.page.locator('[class*="pointerArea"]').boundingBox();
  const { x, y, width, height } = bar!;
  await tv.page.mouse.move(x + width * 0.3, y + height / 2);
  await expect(tv.page.locator('img[src*="previews"]')).toBeVisible();
  await picture(tv.page, 'player-preview');
  await tv.page.mouse.down();
  await tv.page.mouse.move(x + width * 0.5, y + height / 2);
  await tv.page.mouse.move(x + width * 0.6, y + height / 2);
  expect(await seeks(tv)).toBe(before);
  await tv.page.mouse.up();
  // A busy machine decodes up to here from the key frame before.
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(37);
  expect(await seeks(tv)).toBe(before + 1);
  expect(await tv.page.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
});

test('the settings show the chronicle of a playback and export it without addresses', async ({ home: tv }) => {
  await play(tv);
  const { page } = tv;
  await page.keyboard.press('6');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(36.5);
  await tv.goTo('/settings', 'settings');
  await expect.poll(() => page.evaluate(() => window.localStorage.getItem('last-playback'))).toContain('"report"');
  await tv.pressUntil('down', /^settings\/diagnostics$/);
  await tv.press('right');
  await picture(page, 'diagnostics');
  await expect(page.getByText(/^이동 0:\d\d → 0:36$/)).toBeAttached();
  await tv.pressUntil('down', /^settings\/diagnostics\/chronicle$/, 40);
  await picture(page, 'diagnostics-record');
  const coming = page.waitForEvent('download');
  await tv.press('ok');
  const text = await readFile(await (await coming).path(), 'utf8');
  const { measures, entries } = JSON.parse(text) as PlaybackRecord;
  expect(measures.firstFrameMs).not.toBeNull();
  expect(entries.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['video', 'stream', 'variant', 'state', 'seek', 'report']),
  );
  const times = entries.map(({ atMs }) => atMs);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(text).not.toMatch(/https?:|\/media\/|blob:/);
});
