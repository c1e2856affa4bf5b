import { mkdtemp, rm } from 'node:fs/promises';
import { fdatasyncSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openEmbedded, openInMemory } from '#server/db/embedded.ts';
import { SPACE_RESERVE } from '#server/db/embedded-engine.ts';
import { DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/*
 * Simulates a full disk, or one that cannot sync, so that the tests run without root, which mounting a small disk
 * requires.
 */

describe('a disk that is almost full', () => {
  let space: number;
  let server: ServerFixture;
  let viewer: Viewer;
  beforeEach(async () => {
    space = Infinity;
    const database = await openInMemory({ template: await databaseTemplate(), spaceLeft: () => space });
    server = await createServerFixture({ database });
    viewer = await server.buildViewer();
  });
  afterEach(() => server.close());

  const report = (id: string, seconds: number) => {
    const time = `00:00:${seconds}`;
    const body = { total_play_time: time, play_end_offset: time, is_player_exit: false };
    return server.call(endpoints.updatePlayLog, { token: viewer.profileToken, params: { id }, body });
  };

  test('allows reads, refuses writes with a retry time, and accepts them once there is space', async () => {
    const { play_log_id: id } = await server.openVideo(viewer);
    server.clock.advance(60);
    expect((await report(id, 20)).status).toBe(200);

    space = SPACE_RESERVE - 1;
    const refused = await report(id, 40);
    expect([refused.status, refused.error.code, refused.headers['retry-after']]).toEqual([503, 'OVERLOADED', '3']);
    expect((await server.call(endpoints.listHomeRows, { token: viewer.profileToken })).status).toBe(200);
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
    server.clock.advance(2);
    const readiness = await server.app.inject('/readyz');
    expect([readiness.statusCode, readiness.json<{ database: string }>().database]).toEqual([503, 'refuses writes']);

    space = Infinity;
    server.clock.advance(2);
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
    expect((await report(id, 40)).status).toBe(200);
    expect((await server.openVideo(viewer)).resume_offset).toBe(40);
  });
});

describe('a disk that cannot sync', () => {
  let dataDir: string;
  let isBad: boolean;
  const sync = (file: number) => {
    if (isBad) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    fdatasyncSync(file);
  };
  beforeEach(async () => {
    isBad = false;
    dataDir = await mkdtemp(join(tmpdir(), 'bora-disk-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test('is reported when a checkpoint fails, which has no caller', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const database = await openEmbedded(dataDir, { template: await databaseTemplate(), sync });
      const reported: string[] = [];
      database.reportTo({ report: (cause) => reported.push(cause), works: () => undefined });
      isBad = true;
      vi.advanceTimersByTime(5 * 60_000);
      await database.broken;
      await expect.poll(() => reported).toEqual(['checkpoint']);
      await database.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('never acknowledges a write, stops the engine with the reason, and loses no acknowledged write', async () => {
    const database = await openEmbedded(dataDir, { template: await databaseTemplate(), sync });
    const put = (name: string) => sql`insert into settings values (${name}, 'written')`.execute(database.kysely);
    await put('before');
    isBad = true;
    await expect(put('during')).rejects.toThrow();
    expect((await database.broken)?.message).toMatch(/fsync/);

    // The engine would spin forever on its next statement, so these must be refused before they reach it.
    isBad = false;
    await expect(put('after')).rejects.toThrow(DatabaseUnavailableError);
    await expect(sql`select 1`.execute(database.probe)).rejects.toThrow(DatabaseUnavailableError);
    await expect(database.kysely.transaction().execute((tx) => sql`select 1`.execute(tx))).rejects.toThrow();
    await database.close();

    const again = await openEmbedded(dataDir, { sync });
    const { rows } = await sql<{ name: string }>`
      select name from settings where value = 'written' order by name`.execute(again.kysely);
    expect(rows.map(({ name }) => name).filter((name) => name !== 'during')).toEqual(['before']);
    await sql`insert into settings values ('later', 'written')`.execute(again.kysely);
    await again.close();
  });
});
