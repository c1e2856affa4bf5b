import { startTestServer } from '#tests/support/server/server.ts';
import { createTv } from '#tests/support/tv.ts';
import { expect, listenTo, test } from './fixtures.ts';

test('a viewer plays an episode after a cold start and returns to the same tile', async ({ tv, server }) => {
  await tv.toHome();

  await tv.pressUntil('down', /^ranking\//);
  // A title for members: some titles of the demo are for sale only.
  await tv.pressUntil('right', /item:103$/);
  const tile = await tv.focusKey();
  await tv.press('ok');
  await tv.reach('item');
  await tv.pressUntil('down', /^episodes\//);
  await tv.press('right');
  const episode = await tv.focusKey();

  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(2);
  const picture = await tv.page.evaluate(() => {
    const video = document.querySelector('video')!;
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    return { width: video.videoWidth, frames: totalVideoFrames, isMuted: video.muted, volume: video.volume };
  });
  expect(picture.width).toBeGreaterThan(0);
  expect(picture.frames).toBeGreaterThan(0);
  expect(picture).toMatchObject({ isMuted: false, volume: 1 });

  await tv.leavePlayer();
  await tv.reach('item');
  expect(await tv.focusKey()).toBe(episode);

  const episodeId = Number(episode?.split(':')[1]);
  const newest = () =>
    server.query<{ total_play_time: number; state: string }>(
      'select total_play_time, state from play_logs where episode_id = $1 order by opened_at desc limit 1',
      [episodeId],
    );
  await expect.poll(async () => (await newest())[0]?.state).toBe('left');
  expect((await newest())[0]?.total_play_time).toBeGreaterThan(0);

  await tv.press('back');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe(tile);
});

test('playback resumes at the stored offset after a restart of the server and in another browser', async ({
  page: first,
  furnished,
  browser,
}) => {
  const server = await startTestServer({ copyOf: furnished });
  await first.goto(server.url);
  const tv = createTv(first);
  await tv.toHome();
  await tv.pressUntil('down', /^ranking\//);
  await tv.press('ok');
  await tv.reach('item');
  const itemHash = new URL(tv.page.url()).hash;
  await tv.pressUntil('down', /^episodes\//);
  await tv.press('right', 'right', 'ok');
  await tv.reach('player');
  const playHash = new URL(tv.page.url()).hash;
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
  await tv.press('right', 'right');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(21);
  await tv.press('ok');
  const stoppedAt = await tv.videoTime();
  await tv.press('back');
  await tv.reach('item');
  const episodeId = Number(playHash.split('/').pop());
  await expect
    .poll(() => server.query("select 1 from play_logs where episode_id = $1 and state = 'active'", [episodeId]))
    .toHaveLength(0);
  await tv.page.goto('about:blank');
  await server.close();

  const again = await startTestServer({ dataDir: server.dataDir });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const said = listenTo(page);
  await page.goto(`${again.url}/${itemHash}`);
  const other = createTv(page);
  await other.signIn();
  await other.press('ok');
  await other.reach('item');
  await expect(page.getByRole('button', { name: '6화 이어보기' })).toBeFocused();
  await other.press('ok');
  await other.reach('player');
  await expect.poll(() => other.videoTime()).toBeGreaterThan(stoppedAt - 2);
  expect(await other.videoTime()).toBeLessThan(stoppedAt + 10);
  expect(said).toEqual([]);
  await context.close();
  await again.close();
  await server.remove();
});

test('the next start reports what a killed page played', async ({ home: tv, server }) => {
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(from + 7);

  // Like a power cut: the page runs no event handler. The crashed page never answers this call.
  const { page } = tv;
  const session = await page.context().newCDPSession(page);
  const died = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await died;
  const watched = () =>
    server.query<{ total_play_time: number }>('select total_play_time from play_logs where total_play_time > 0');
  const before = (await watched()).length;

  const next = await page.context().newPage();
  await next.goto(server.url);
  await createTv(next).reach('profiles');
  await expect.poll(async () => (await watched()).length).toBe(before + 1);
});
