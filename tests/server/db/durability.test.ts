import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLost, readWares, writeUntilKilled, type Acknowledged } from '#tests/support/durability.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { createOwnDatabase, testDatabaseUrl } from '#tests/support/server/server-database.ts';
import { signInAt } from '#tests/support/calls-at.ts';
import { startProcess } from '#tests/support/server/server-process.ts';
import { furnish } from '#tests/support/server/server.ts';

/** `DURABILITY_ROUNDS=50 npx vitest run durability` for a longer try. */
const ROUNDS = Number(process.env['DURABILITY_ROUNDS'] ?? 5);

/** Storage that outlives its servers: a folder, or a database. */
async function makeStore() {
  if (testDatabaseUrl !== undefined) {
    const own = await createOwnDatabase();
    return { variables: { DATABASE_URL: own.url }, remove: own.drop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'bora-durable-'));
  await furnish(dataDir);
  return { variables: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

test('a server killed again and again during writes loses no acknowledged write', async () => {
  const [store, bundle, wares] = await Promise.all([makeStore(), bundleServer(), readWares()]);
  let acknowledged = { reports: 0, others: 0 };
  let token: string | undefined;
  let said: Acknowledged | undefined;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const server = startProcess(store.variables, bundle.path);
    try {
      const url = await server.url;
      // The session from before the first kill must survive the last.
      token ??= (await signInAt(url)).profile.token;
      if (said) expect(await findLost(url, token, said), `after kill ${round}`).toEqual([]);
      if (round === ROUNDS) break;
      said = await writeUntilKilled(server, token, wares);
    } finally {
      // Also after a failure: no server outlives its test.
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const others = said.ratings.size + said.reviews.size + said.orderIds.size;
    acknowledged = { reports: acknowledged.reports + said.report, others: acknowledged.others + others };
  }
  expect(acknowledged.reports).toBeGreaterThan(ROUNDS);
  expect(acknowledged.others).toBeGreaterThan(ROUNDS);
  await bundle.remove();
  await store.remove();
}, 600_000);
