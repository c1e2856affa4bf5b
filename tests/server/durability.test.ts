import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLost, readWares, writeUntilKilled, type Acknowledged } from '#tests/support/durability.ts';
import { bundleServer } from '#tests/support/server-bundle.ts';
import { createOwnDatabase, testDatabaseUrl } from '#tests/support/server-database.ts';
import { signInToDemo, startProcess } from '#tests/support/server-process.ts';
import { startTestServer } from '#tests/support/server.ts';

const ROUNDS = 10;

/** A place for data that outlives its servers: a folder, or a database. */
async function makeStore() {
  if (testDatabaseUrl !== undefined) {
    const own = await createOwnDatabase();
    return { variables: { DATABASE_URL: own.url }, remove: own.drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'bora-durable-'));
  await (await startTestServer({ dataDir })).close();
  return { variables: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

test('a server that is killed ten times in the middle of writing loses nothing that it acknowledged', async () => {
  const [store, bundle, wares] = await Promise.all([makeStore(), bundleServer(), readWares()]);
  let kept = { reports: 0, others: 0 };
  let token: string | undefined;
  let said: Acknowledged | undefined;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const server = startProcess(store.variables, bundle.path);
    try {
      const url = await server.url;
      // Who signed in before the first kill still is after the last.
      token ??= await signInToDemo(url);
      if (said) expect(await findLost(url, token, said), `after kill ${round}`).toEqual([]);
      if (round === ROUNDS) break;
      said = await writeUntilKilled(server, token, wares);
    } finally {
      // Whatever went wrong: no server outlives its test.
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const others = said.ratings.size + said.reviews.size + said.orderIds.size;
    kept = { reports: kept.reports + said.report, others: kept.others + others };
  }
  expect(kept.reports).toBeGreaterThan(ROUNDS);
  expect(kept.others).toBeGreaterThan(ROUNDS);
  await bundle.remove();
  await store.remove();
}, 600_000);
