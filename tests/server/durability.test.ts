import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { findLost, readWares, writeUntilKilled } from '#tests/support/durability.ts';
import { createOwnDatabase, testDatabaseUrl } from '#tests/support/server-database.ts';
import { startTestServer } from '#tests/support/server.ts';

const ROUNDS = 10;

/** A place for data that outlives its servers: a folder, or a database. */
async function makeStore() {
  if (testDatabaseUrl !== undefined) {
    const own = await createOwnDatabase();
    return { variables: { DATABASE_URL: own.url }, dataDir: '', databaseUrl: own.url, remove: own.drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'bora-durable-'));
  await (await startTestServer({ dataDir })).close();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  return { variables: { DATA_DIR: dataDir }, dataDir, databaseUrl: undefined, remove };
}

test('a server that is killed ten times in the middle of writing loses nothing that it acknowledged', async () => {
  const store = await makeStore();
  let kept = { reports: 0, others: 0 };
  let wares = { items: [1], products: [1] } as Awaited<ReturnType<typeof readWares>>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const said = await writeUntilKilled(store.variables, wares);
    const database = await openDatabase(store);
    expect(await findLost(database, said), `round ${round}`).toEqual([]);
    wares = await readWares(database);
    await database.close();
    const others = said.ratings.size + said.reviews.size + said.orderIds.size;
    kept = { reports: kept.reports + said.report, others: kept.others + others };
  }
  expect(kept.reports).toBeGreaterThan(ROUNDS);
  expect(kept.others).toBeGreaterThan(ROUNDS);
  await store.remove();
}, 300_000);
