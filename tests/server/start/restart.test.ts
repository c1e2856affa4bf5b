import { expect, test } from 'vitest';
import { openAnyVideoAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import { startTestServer } from '#tests/support/server/server.ts';

test('the viewer is still signed in after a restart, resumes, and the media address still works', async () => {
  const server = await startTestServer();
  const { token, episodeId, video } = await openAnyVideoAt(server.url);
  const report = { total_play_time: '00:00:31', play_end_offset: '00:00:31', is_player_exit: false };
  expect((await reportAt(server.url, token, video.play_log_id, report)).status).toBe(200);
  const port = Number(new URL(server.url).port);
  await server.close();

  const again = await startTestServer({ dataDir: server.dataDir, port });
  expect(again.url).toBe(server.url);
  expect((await fetch(video.streams[0]!.url)).status).toBe(200);
  expect((await openVideoAt(again.url, token, episodeId)).resume_offset).toBe(31);
  const rows = await again.query<{ state: string }>('select state from play_logs where id = $1', [video.play_log_id]);
  expect(rows).toEqual([{ state: 'superseded' }]);
  await again.remove();
});

test('a server without demo accounts, in memory, has the catalogue and nobody', async () => {
  const server = await startTestServer({ dataDir: 'memory', demo: 'catalogue' });
  expect(await server.query('select 1 from accounts')).toEqual([]);
  expect((await server.query('select 1 from items')).length).toBeGreaterThan(0);
  await expect(signInAt(server.url)).rejects.toThrow('LOGIN_FAILED');
  await server.remove();
});
