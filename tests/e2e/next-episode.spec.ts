import { startTestServer } from '#tests/support/server/server.ts';
import { EPISODE as PLAYED, moves, open, signIn } from './playing.ts';
import { expect, test as base } from './fixtures.ts';

/** The last episode of the title comes ten minutes after the import of the demo. */
const TITLE = 135;
const EPISODE = 13506;

/** The server's time runs, and the test moves it. */
const test = base.extend<{ time: { offsetMs: number } }>({
  time: ({}, use) => use({ offsetMs: 0 }),
  server: async ({ database, time }, use) => {
    const server = await startTestServer({
      database: await database.take(),
      clock: { now: () => new Date(Date.now() + time.offsetMs) },
    });
    await use(server);
    await server.remove();
  },
});

test('the next episode comes to the second on an open title, without a key, and plays', async ({
  tv,
  server,
  time,
}) => {
  const { page } = tv;
  const [next] = await server.query<{ published_at: Date }>('select published_at from episodes where id = $1', [
    EPISODE,
  ]);
  const at = new Date(next!.published_at).getTime();
  time.offsetMs = at - 60_000 - Date.now();
  await page.clock.install({ time: at - 60_000 });
  await signIn(tv, server);
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/items/${TITLE}`);
  await tv.reach('item');
  await expect(page.getByText(/^6화 · .* \d+초 남음$/).first()).toBeVisible();
  await tv.pressUntil('down', /^episodes\//);
  const before = await tv.focusKey();
  const tile = page.locator(`[data-focus-key$="episode:${EPISODE}"]`);
  await expect(tile).toHaveCount(0);

  // Televisions ask within three seconds after the instant.
  time.offsetMs += 64_000;
  await page.clock.runFor(64_000);
  await expect(page.getByText('6화 공개', { exact: true }).first()).toBeVisible();
  await expect(tile).toBeAttached();
  expect(await tv.focusKey()).toBe(before);
  await tv.pressUntil('right', new RegExp(`episode:${EPISODE}$`));
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0);
});

test('a next episode that is unpublished during playback does not start, and the end says so', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  let asked = 0;
  await page.route(new RegExp(`/api/episodes/v2/${PLAYED + 1}/$`), (route) => {
    asked += 1;
    return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: '찾을 수 없어요.' } });
  });
  await page.keyboard.press('9');
  await expect(page.getByText('다음 화를 지금은 볼 수 없어요')).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  expect(new URL(page.url()).hash).toBe(`#/play/${PLAYED}`);
  expect(await tv.focusKey()).not.toBeNull();
});
