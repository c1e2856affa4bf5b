import type { Page, Request } from '@playwright/test';
import type { TestServer } from '#tests/support/server/server.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';
import { moves } from './playing.ts';

/** What a page asked for: calls about videos, and files of clips. */
function listen(page: Page) {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/\/(prepared-)?video\/$/.test(pathname)) asked.push(/prepared/.test(pathname) ? 'prepared video' : 'video');
    const [, ticket = '', file = ''] = /^\/media\/([^/]+)\/.*?([^/]+)$/.exec(pathname) ?? [];
    // The letter is the kind of the ticket.
    if (/\.(mpd|mp4|m4s)$/.test(file)) asked.push(`${file} ${/\.\d+p\./.test(ticket) ? 'prepared' : 'played'}`);
  });
  return asked;
}

/** Rests on the play button of a title that the viewer has never begun, until its beginning is loaded. */
async function restOnTitle({ page }: Tv, server: TestServer): Promise<string[]> {
  const [title] = await server.query<{ item_id: number }>(
    `select item_id from episodes where published_at < now() and clip_id = 'cloud-mail' and access = 'membership'
       and "order" = 1 and item_id not in (select item_id from playback_offsets) order by id limit 1`,
    [],
  );
  const asked = listen(page);
  await page.goto(`${server.url}/#/items/${title!.item_id}`);
  await expect(page.locator(':focus')).toHaveAttribute('data-plays', /\d+/);
  await expect.poll(() => asked.filter((what) => /mp4 prepared|m4s prepared/.test(what)).length).toBeGreaterThan(3);
  await page.waitForLoadState('networkidle');
  return asked;
}

const playLogs = (server: TestServer) => server.query<{ state: string }>('select state from play_logs', []);

test('what the focus rests on is loaded before OK, and counts for nothing until then', async ({ home: tv, server }) => {
  const before = (await playLogs(server)).length;
  const asked = await restOnTitle(tv, server);
  expect(asked.filter((what) => what === 'video')).toEqual([]);
  expect(await playLogs(server)).toHaveLength(before);
  asked.length = 0;
  await tv.press('ok');
  await moves(tv);
  expect(await playLogs(server)).toHaveLength(before + 1);
  expect(asked.filter((what) => /video|mpd/.test(what))).toEqual(['video']);
});

test('a right that ended after the rest is refused, and nothing plays', async ({ home: tv, server }) => {
  await restOnTitle(tv, server);
  await server.query(`update accounts set plan = 'free', membership_expires_at = null`, []);
  await tv.press('ok');
  await expect(tv.page.getByText('멤버십').first()).toBeVisible();
  expect(await tv.page.evaluate(() => document.querySelector('video')!.readyState)).toBe(0);
});

test('a line that breaks while the beginning is loaded shows nothing, and OK plays as ever', async ({
  home: tv,
  server,
}) => {
  const { page } = tv;
  await page.route(/\/media\/[^/]+\.\d+p\./, (route) => route.abort());
  const asked = listen(page);
  const [title] = await server.query<{ item_id: number }>(
    `select item_id from episodes where published_at < now() and access = 'membership' and "order" = 1
       and item_id not in (select item_id from playback_offsets) order by id limit 1`,
    [],
  );
  await page.goto(`${server.url}/#/items/${title!.item_id}`);
  await expect.poll(() => asked.some((what) => /prepared$/.test(what))).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
  await tv.press('ok');
  await moves(tv);
});
