import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact, type Database } from '#server/db/open.ts';
import { migrations } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';
import { anyEpisodeAt, callAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import { startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';

let bundle: Awaited<ReturnType<typeof bundleServer>>;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());

let own: OwnDatabase;
let database: Database;
const openOwn = async () => {
  own = await createOwnDatabase();
  database = await openPostgres(own.url);
};
const dropOwn = async () => {
  await database.close();
  await own.drop();
};

const count = async (from: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*) from ${sql.table(from)}`.execute(database.kysely)).rows[0]!.count;

describe('servers on one PostgreSQL', () => {
  const started: ServerProcess[] = [];
  let urls: string[];
  beforeAll(async () => {
    await openOwn();
    while (started.length < 4) started.push(startProcess({ DATABASE_URL: own.url }, bundle.path));
    urls = await Promise.all(started.map(({ url }) => url));
  });
  afterAll(async () => {
    for (const { child, ended } of started) {
      child.kill('SIGKILL');
      await ended;
    }
    await dropOwn();
  });

  test('servers that start concurrently on an empty database migrate and import once', async () => {
    for (const url of urls) expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
    expect(started.map(({ err }) => err())).toEqual(['', '', '', '']);
    expect(await count('kysely_migration')).toBe(Object.keys(migrations).length);
    const { rows } = await sql<{ value: string }>`
      select value from settings where name = 'catalogue-version'`.execute(database.kysely);
    expect(rows).toEqual([{ value: '1' }]);
    const { rows: accounts } = await sql<{ email: string }>`
      select email from accounts where email like 'demo@%' or email like 'free@%' order by email`.execute(
      database.kysely,
    );
    expect(accounts.map(({ email }) => email)).toEqual(['demo@bora.example', 'free@bora.example']);
  });

  test('share sign-ins, play logs, media addresses and counts of wrong passwords', async () => {
    const [one, other] = urls as [string, string];
    const { token } = (await signInAt(one)).profile;
    const episodeId = await anyEpisodeAt(other, token);
    const video = await openVideoAt(one, token, episodeId);
    const report = { total_play_time: '00:00:20', play_end_offset: '00:00:20', is_player_exit: false };
    expect((await reportAt(other, token, video.play_log_id, report)).status).toBe(200);
    expect((await fetch(video.streams[0]!.url.replace(one, other))).status).toBe(200);
    expect((await openVideoAt(one, token, episodeId)).resume_offset).toBe(20);

    const guess = async (url: string) =>
      (
        await callAt(url)(endpoints.login, {
          body: { email: 'free@bora.example', password: 'guess', device: { platform: 'web' } },
        })
      ).status;
    const answers: number[] = [];
    for (let tries = 0; tries < 24; tries += 1) answers.push(await guess(tries % 2 === 0 ? one : other));
    expect(answers.filter((status) => status !== 429)).toHaveLength(20);
  });
});

describe('conflicting transactions', () => {
  beforeEach(openOwn);
  afterEach(dropOwn);
  beforeEach(async () => {
    await sql`create table places (id int primary key, taken int not null)`.execute(database.kysely);
    await sql`insert into places values (1, 0), (2, 0)`.execute(database.kysely);
  });
  const taken = async () =>
    (await sql<{ taken: number }>`select taken from places order by id`.execute(database.kysely)).rows.map(
      (row) => row.taken,
    );

  test('all succeed after a deadlock', async () => {
    const transact = createTransact(database.kysely);
    let [tries, holding] = [0, 0];
    let bothHold: () => void;
    const held = new Promise<void>((resolve) => (bothHold = resolve));
    const takeBoth = (ids: readonly [number, number]) =>
      transact(async (tx) => {
        tries += 1;
        await sql`update places set taken = taken + 1 where id = ${ids[0]}`.execute(tx);
        holding += 1;
        if (holding === 2) bothHold();
        await held;
        await sql`update places set taken = taken + 1 where id = ${ids[1]}`.execute(tx);
      });
    await Promise.all([takeBoth([1, 2]), takeBoth([2, 1])]);
    expect(await taken()).toEqual([2, 2]);
    // The repeated one may take its first place before the other wakes up, which is a second deadlock.
    expect(tries).toBeGreaterThan(2);
  });

  test('all succeed on a serializable engine, and none is lost', async () => {
    const url = new URL(own.url);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const strict = await openPostgres(url.href);
    const transact = createTransact(strict.kysely);
    let tries = 0;
    const takeOne = () =>
      transact(async (tx) => {
        tries += 1;
        const { rows } = await sql<{ taken: number }>`select taken from places where id = 1`.execute(tx);
        await sql`update places set taken = ${rows[0]!.taken + 1} where id = 1`.execute(tx);
      });
    await Promise.all(Array.from({ length: 10 }, takeOne));
    expect((await taken())[0]).toBe(10);
    expect(tries).toBeGreaterThan(10);
    await strict.close();
  });
});
