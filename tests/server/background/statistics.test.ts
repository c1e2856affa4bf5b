import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { koreanDayOf } from '#server/db/korean-day.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const statistics = (token: string | undefined) => server.call(endpoints.getMyStatistics, { token });

const watch = async (viewer: Viewer, episodeId: number, minutes: number) => {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(minutes * 60);
  const time = `00:${String(minutes).padStart(2, '0')}:00`;
  const { status } = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: time, play_end_offset: '00:00:50', is_player_exit: true },
  });
  expect(status).toBe(200);
};

describe('the statistics of a profile', () => {
  test('are zeros for a new profile, with all of the last 28 days in Korea', async () => {
    const { profileToken } = await server.buildViewer();
    const { status, reply } = await statistics(profileToken);
    expect(status).toBe(200);
    expect(reply).toMatchObject({
      total_play_time: 0,
      cnt_episode: 0,
      cnt_item: 0,
      cnt_rating: 0,
      cnt_short_review: 0,
      by_genre: [],
    });
    expect(reply.by_day).toHaveLength(28);
    expect(reply.by_day[0]).toEqual({ date: '2026-10-24', play_time: 0 });
    expect(reply.by_day[27]).toEqual({ date: '2026-11-20', play_time: 0 });
  });

  test('sum the watch time by genre, and by the day in Korea on which it began', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const other = await server.selectProfile(viewer, 1);
    // Noon in Korea; then half past midnight of the next day, which is the same day in UTC.
    await watch(viewer, 101, 10);
    await watch(viewer, 102, 5);
    server.clock.advance(12 * 3600 + 900);
    await watch(viewer, 401, 20);
    await watch(other, 101, 3);
    const { reply } = await statistics(viewer.profileToken);
    expect(reply).toMatchObject({ total_play_time: 35 * 60, cnt_episode: 3, cnt_item: 2 });
    expect(reply.by_genre).toEqual([
      { genre: '일상', play_time: 20 * 60 },
      { genre: '판타지', play_time: 15 * 60 },
    ]);
    expect(reply.by_day.slice(-2)).toEqual([
      { date: '2026-11-20', play_time: 15 * 60 },
      { date: '2026-11-21', play_time: 20 * 60 },
    ]);
    expect((await statistics(viewer.profileToken)).reply).toEqual(reply);
  });

  test('know the day of an instant in Korea as the database does, whatever its time zone', async () => {
    const instants = [
      ...['2026-11-20T14:59:59.999Z', '2026-11-20T15:00:00Z', '2026-12-31T14:59:59.999Z', '2026-12-31T15:00:00Z'],
      ...['2028-02-28T15:00:00Z', '2028-02-29T15:00:00Z', '2026-03-08T07:30:00Z', '2026-11-01T06:30:00Z'],
    ];
    for (const zone of ['UTC', 'Asia/Seoul', 'America/New_York']) {
      const days = await server.db.transaction().execute(async (tx) => {
        await sql`set local time zone ${sql.lit(zone)}`.execute(tx);
        const { rows } = await sql<{ day: string }>`
          select ${koreanDayOf('at')} as day from unnest(${instants}::timestamptz[]) with ordinality as known (at, place)
          order by place`.execute(tx);
        return rows.map(({ day }) => day);
      });
      expect(days).toEqual([
        ...['2026-11-20', '2026-11-21', '2026-12-31', '2027-01-01'],
        ...['2028-02-29', '2028-03-01', '2026-03-08', '2026-11-01'],
      ]);
    }
  });

  test('count ratings and short reviews of this profile only', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const owner = { account_id: viewer.accountId, profile_id: viewer.profileId };
    const other = await server.selectProfile(viewer, 1);
    await server.db
      .insertInto('ratings')
      .values([
        { ...owner, item_id: 1, score: 4, updated_at: server.clock.now() },
        { ...owner, item_id: 2, score: 5, updated_at: server.clock.now() },
      ])
      .execute();
    expect((await statistics(viewer.profileToken)).reply).toMatchObject({ cnt_rating: 2, cnt_short_review: 0 });
    expect((await statistics(other.profileToken)).reply.cnt_rating).toBe(0);
  });

  test('require a profile’s token', async () => {
    const { token } = await server.buildViewer();
    const answer = await statistics(token);
    expect([answer.status, answer.error.code]).toEqual([403, 'PROFILE_REQUIRED']);
    expect((await statistics(undefined)).error.code).toBe('TOKEN_INVALID');
  });
});
