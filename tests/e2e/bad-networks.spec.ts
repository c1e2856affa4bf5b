import { expect, test } from './fixtures.ts';
import {
  banner,
  EIGHT_TENTHS,
  line,
  moves,
  open,
  openEpisode,
  PICTURE,
  seek,
  seen,
  signIn,
  waiting,
  watchPicture,
} from './playing.ts';

test('a connection of 512 kbit/s starts with the lowest rendition and shows a loading indicator', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  const heights: string[] = [];
  page.on('request', (request) => heights.push(PICTURE.exec(new URL(request.url()).pathname)?.[1] ?? ''));
  const network = await line(page);
  // The server answers once the indicator is visible. The line slows down only here, after the app has loaded.
  await page.route('**/video/?**', async (route) => {
    await expect(waiting(page)).toBeVisible();
    await network.set({ bytesPerSecond: 64_000 });
    await route.continue();
  });
  await open(tv, server);
  await moves(tv);
  await expect(waiting(page)).toHaveCount(0);
  expect(heights.filter((height) => height !== '')[0]).toBe('360');
});

test('playback with an empty buffer shows an indicator and a banner, and resumes at the same second after a minute offline', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  const network = await line(page);
  await page.clock.install();
  await open(tv, server);
  await moves(tv);
  await network.set({ offline: true });
  await watchPicture(page);
  await seek(tv, EIGHT_TENTHS);
  await expect(waiting(page)).toBeVisible();
  await expect(banner(page)).toBeVisible();
  expect(Math.abs((await tv.videoTime()) - EIGHT_TENTHS.seconds)).toBeLessThan(1);

  // A minute of the app's clock, in which the player retries.
  let tries = 0;
  page.on('requestfailed', (request) => (tries += PICTURE.test(new URL(request.url()).pathname) ? 1 : 0));
  for (let step = 1; step <= 6; step += 1) {
    const before = tries;
    await page.clock.fastForward(10_000);
    await expect.poll(() => tries).toBeGreaterThan(before);
  }
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // `bench:player` measures how fast.
  await network.set({ offline: false });
  await expect.poll(async () => (await seen(page)).resumedAt).not.toBeNull();
  const { resumedAt } = await seen(page);
  expect(Math.abs((resumedAt ?? 0) - EIGHT_TENTHS.seconds)).toBeLessThan(1);
  await moves(tv);
  await expect(banner(page)).toHaveCount(0);
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a crashed offline page leaves its report to the next page, which sends it once', async ({
  blankTv: tv,
  server,
}) => {
  await signIn(tv, server);
  // One device has one playback, so the page under test opens later.
  await tv.page.goto('about:blank');
  const doomed = await tv.page.context().newPage();
  await openEpisode(doomed, server);
  const storedReports = () => doomed.evaluate(() => window.localStorage.getItem('pendingReports') ?? '');
  await expect.poll(storedReports).toMatch(/"totalPlayTime":5/);
  const network = await line(doomed);
  await network.set({ offline: true });
  const died = doomed.waitForEvent('crash');
  // The crashed page never answers this call.
  void network.session.send('Page.crash').catch(() => undefined);
  await died;

  const [watched] = await server.query<{ id: string }>('select id from play_logs order by opened_at desc');
  const reports: string[] = [];
  tv.page.on('request', (request) => {
    if (request.url().includes(`/play_logs/${watched!.id}/`)) reports.push(request.postData() ?? '');
  });
  await openEpisode(tv.page, server);
  await moves(tv);
  const [log] = await server.query<{ total_play_time: number }>('select total_play_time from play_logs where id = $1', [
    watched!.id,
  ]);
  expect(log?.total_play_time).toBeGreaterThanOrEqual(5);
  expect(reports).toHaveLength(1);
});
