import { startTestServer } from '#tests/support/server/server.ts';
import { expect, test } from './fixtures.ts';
import { bufferedToTheEnd, failure, moves, open, seen, waiting, watchPicture } from './playing.ts';

/** Much shorter than the buffer of 25 s, so that one minute needs several tickets. */
const TICKET_SECONDS = 5;
/** Plays faster, so that the story takes less time. The buffer of 25 s still runs out before the end. */
const RATE = 1.5;

const short = test.extend({
  server: async ({ database }, use) => {
    const server = await startTestServer({ database: await database.take(), ticketSeconds: TICKET_SECONDS });
    await use(server);
    await server.remove();
  },
});

short(
  'an episode plays through many media tickets, and the viewer never notices a failed renewal',
  async ({ blankTv: tv, server }) => {
    const { page } = tv;
    const used = new Set<string>();
    let refusals = 0;
    let lost = 0;
    page.on('response', (response) => {
      const ticket = /\/media\/([^/]+)\//.exec(response.url())?.[1];
      if (ticket === undefined) return;
      if (response.status() === 410) refusals += 1;
      else used.add(ticket);
    });
    // Every renewal fails until media is refused, as after a sleep; later, every second one fails.
    let renewals = 0;
    await page.route('**/api/play_logs/*/ticket/', (route) => {
      renewals += 1;
      if (refusals > 0 && renewals % 2 === 0) return route.continue();
      lost += 1;
      return route.abort();
    });

    await open(tv, server);
    await moves(tv);
    await watchPicture(page);
    await page.evaluate((rate) => (document.querySelector('video')!.playbackRate = rate), RATE);
    await expect.poll(() => refusals).toBeGreaterThan(0);
    await bufferedToTheEnd(page);

    expect(lost).toBeGreaterThan(1);
    expect(used.size).toBeGreaterThan(3);
    expect(await seen(page)).toMatchObject({ stood: 0 });
    await expect(waiting(page)).toHaveCount(0);
    await expect(failure(page)).toHaveCount(0);
    expect(await server.query('select id from play_logs where ended_at is null')).toHaveLength(1);
    expect(await server.query("select 1 from play_logs where state = 'superseded'")).toHaveLength(0);
  },
);
