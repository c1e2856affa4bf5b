import type { Page } from '@playwright/test';
import { picture } from '#tests/support/browser/picture.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test } from './fixtures.ts';
import { moves, signIn } from './playing.ts';

const FREE = { email: 'free@bora.example', password: DEMO.password } as const;

/** Finds an episode by its access rule. */
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

/** Signs in and opens an episode by a link. */
async function play(tv: Tv, server: TestServer, episodeId: number) {
  await signIn(tv, server);
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
}

const isInAd = (page: Page) => page.getByText(/^광고 \d\/\d · \d+초$/);

test('an advertisement plays first, can be skipped only after its delay, and is not repeated after the page was killed', async ({
  blankTv: tv,
  server,
}) => {
  const episodeId = await findEpisode(server, 'avod');
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await tv.giveAccount(FREE.email, FREE.password);
  // An account with one profile skips the picker.
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
  await expect(isInAd(tv.page)).toBeVisible();
  await expect(tv.page.locator(':focus')).toHaveAttribute('data-focus-key', 'player/prompt');
  await moves(tv);
  await picture(tv.page, 'player-ad');

  await tv.page.goto('about:blank');
  await tv.page.goto(`${server.url}/#/play/${episodeId}`);
  await expect(tv.page.locator('main[data-screen="player"]')).toBeVisible();
  await moves(tv);
  await expect(isInAd(tv.page)).toHaveCount(0);
  const events = await server.query<{ event: string }>('select event from ad_events order by received_at', []);
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['impression', 'start']));
  expect(new Set(events.map(({ event }) => event)).size).toBe(events.length);
});

test('an encrypted title plays', async ({ blankTv: tv, server }) => {
  await play(tv, server, await findEpisode(server, 'sealed'));
  await moves(tv);
  expect(await tv.page.evaluate(() => document.querySelector('video')!.mediaKeys !== null)).toBe(true);
});

test('a second television takes playback over from the first, which names the viewer and can take it back', async ({
  blankTv: tv,
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

  // The first television notices when its media addresses expire, within seconds.
  const dialog = tv.page.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' });
  await expect(dialog).toContainText('보라 님이 재생 중이에요.');
  await expect(tv.page.getByRole('button', { name: '여기서 보기' })).toBeFocused();
  await picture(tv.page, 'player-kicked');
  await tv.press('ok');
  await expect(dialog).toBeHidden();
  await moves(tv);

  await expect(other.page.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' })).toBeVisible();
  // No ping-pong: the television that was used last keeps playing.
  await tellOfHiding(tv.page);
  await moves(tv);
  await expect(tv.page.getByRole('dialog')).toHaveCount(0);
  expect(said).toEqual([]);
  await context.close();
});

/** Dispatches the events of another app coming to the front and of the return. */
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

test('the buffer plays on under a banner without a network, and playback continues when the network is back', async ({
  blankTv: tv,
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
  await expect(page.getByText('네트워크가 끊겼어요.', { exact: false })).toBeVisible();
  await picture(page, 'player-network');
  await moves(tv);
  await offline(false);
  await expect(page.getByText('네트워크가 끊겼어요.', { exact: false })).toHaveCount(0);
  await moves(tv);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
