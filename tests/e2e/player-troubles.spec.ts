import type { Page } from '@playwright/test';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import type { TestServer } from '#tests/support/server.ts';
import { expect, listenTo, test } from './fixtures.ts';

const FREE = { email: 'free@bora.example', password: DEMO.password } as const;

/** An episode, by what it takes to watch it. */
async function findEpisode(server: TestServer, access: 'avod' | 'free' | 'sealed'): Promise<number> {
  const where =
    access === 'sealed' ? "clip_id = 'night-train-sealed'" : `access = '${access}' and clip_id <> 'night-train-sealed'`;
  const rows = await server.query<{ id: number }>(
    `select id from episodes where ${where} ${access === 'avod' ? 'and id in (select episode_id from ad_breaks)' : ''}
     and published_at < now() order by id limit 1`,
    [],
  );
  return rows[0]!.id;
}

/** Signs in and plays, as a link to an episode does. */
async function play(tv: Tv, server: TestServer, episodeId: number) {
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await tv.signIn();
  await tv.press('ok');
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
}

/** Something was decoded, and the picture goes on from where it is. */
const moves = async (tv: Tv) => {
  await expect.poll(() => tv.videoTime(), { timeout: 30_000 }).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(from + 0.5);
};

const isInAd = (page: Page) => page.getByText(/^광고 \d\/\d · \d+초$/);

test.describe.configure({ timeout: 120_000 });

test('an advertisement comes first, cannot be skipped too early, and is not shown again after the page was killed', async ({
  tv,
  server,
}) => {
  const episodeId = await findEpisode(server, 'avod');
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await tv.giveAccount(FREE.email, FREE.password);
  // One profile alone is not asked for.
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
  await expect(isInAd(tv.page)).toBeVisible({ timeout: 30_000 });
  await expect(tv.page.locator(':focus')).toHaveAttribute('data-focus-key', 'player/prompt');
  await moves(tv);

  await tv.page.goto('about:blank');
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
  await moves(tv);
  await expect(isInAd(tv.page)).toHaveCount(0);
  const events = await server.query<{ event: string }>('select event from ad_events order by received_at', []);
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['impression', 'start']));
  expect(new Set(events.map(({ event }) => event)).size).toBe(events.length);
});

test('an encrypted title plays', async ({ tv, server }) => {
  await play(tv, server, await findEpisode(server, 'sealed'));
  await moves(tv);
  expect(await tv.page.evaluate(() => document.querySelector('video')!.mediaKeys !== null)).toBe(true);
});

test('a second television takes the place of the first, which says who plays and may take it back', async ({
  tv,
  server,
  browser,
}) => {
  await server.query("update accounts set plan = 'basic' where email = $1", [DEMO.email]);
  const episodeId = await findEpisode(server, 'free');
  await play(tv, server, episodeId);
  await moves(tv);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const other = createTv(await context.newPage());
  const said = listenTo(other.page);
  await play(other, server, episodeId);
  await moves(other);

  // The first one learns of it when its media addresses end, within seconds.
  const dialog = tv.page.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' });
  await expect(dialog).toContainText('보라 님이 재생 중이에요.', { timeout: 30_000 });
  await expect(tv.page.getByRole('button', { name: '여기서 보기' })).toBeFocused();
  await tv.press('ok');
  await expect(dialog).toBeHidden();
  await moves(tv);

  await expect(other.page.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' })).toBeVisible({
    timeout: 30_000,
  });
  // No ping-pong: whoever pressed last goes on.
  await tellOfHiding(tv.page);
  await moves(tv);
  await expect(tv.page.getByRole('dialog')).toHaveCount(0);
  expect(said).toEqual([]);
  await context.close();
});

/** What a television says when another app comes to the front, and when ours is back. */
const tellOfHiding = (page: Page) =>
  page.evaluate(async () => {
    const tell = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    tell(true);
    await fetch('/api/v1.0/status/');
    tell(false);
  });

test('without a network what is buffered plays on under a banner, and it goes on when the network is back', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  const episodeId = await findEpisode(server, 'free');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await play(tv, server, episodeId);
  await moves(tv);
  const offline = (isOffline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline: isOffline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await offline(true);
  await expect(page.getByText('네트워크가 끊겼어요.', { exact: false })).toBeVisible({ timeout: 30_000 });
  await moves(tv);
  await offline(false);
  await expect(page.getByText('네트워크가 끊겼어요.', { exact: false })).toHaveCount(0);
  await moves(tv);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
