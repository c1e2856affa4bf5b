import { PostgresQueryCompiler } from 'kysely';
import { expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import { createServerFixture } from '#tests/support/server/server-fixture.ts';

test.each([
  ['no statement is about several accounts where accounts are spread over machines', true],
  ['some statements are about several accounts where accounts are on one machine', false],
])('%s', async (_, isSpread) => {
  // Without a cluster, no machine is known.
  const { findNodes, ...opened } = await openTestDatabase();
  // A cluster refuses statements about several accounts, so that the second row is about PostgreSQL.
  const isCluster = await opened.isSpread();
  const database = {
    ...opened,
    ...(isCluster && findNodes && { findNodes }),
    isSpread: () => Promise.resolve(isSpread || isCluster),
  };
  const server = await createServerFixture({ database });
  const viewers = [];
  for (let count = 0; count < 4; count += 1) viewers.push(await server.buildViewer());
  const videos = await Promise.all(viewers.map((viewer) => server.openVideo(viewer)));
  server.clock.advance(60);

  const compile = vi.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');
  const answers = await Promise.all(
    viewers.flatMap(({ profileToken: token }, index) => [
      server.call(endpoints.listHomeRows, { token }),
      server.call(endpoints.getItem, { token, params: { id: 1 } }),
      server.call(endpoints.listEpisodes, { token, query: { item_id: 1 } }),
      server.call(endpoints.listStartAgain, { token }),
      server.call(endpoints.updatePlayLog, {
        token,
        params: { id: videos[index]!.play_log_id },
        body: { total_play_time: '00:00:30', play_end_offset: '00:00:30', is_player_exit: false },
      }),
    ]),
  );
  const statements = compile.mock.results.map(({ value }) => (value as { sql: string }).sql);
  compile.mockRestore();

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.some((statement) => statement.includes('several accounts'))).toBe(!isSpread && !isCluster);
  const saved = await server.db.selectFrom('playback_offsets').select('offset').execute();
  expect(saved).toEqual(viewers.map(() => ({ offset: 30 })));
  await server.close();
});
