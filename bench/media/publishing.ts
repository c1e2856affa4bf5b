import { performance } from 'node:perf_hooks';
import { createTitleOperations } from '#server/catalogue/title-operations.ts';
import { createTransact, openDatabase } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { withCluster } from '../server/postgres.ts';
import { startServer, withFolder } from '../server/processes.ts';
import { addViewers, ITEM_ID } from '../server/viewers.ts';

/** 50 of each, at two processes: 200 delays. */
const ROUNDS = 50;
const LOOK_EVERY_MS = 20;
const TARGET_MS = 5_000;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Publishes and unpublishes a title, and asks two processes on PostgreSQL for it until they show the change. */
export async function measurePublishing(): Promise<Figure[]> {
  const delays = await withCluster(({ url: databaseUrl }) =>
    withFolder((dataDir) =>
      withFolder(async (otherDir) => {
        const [viewer] = await addViewers({ databaseUrl, dataDir }, 1);
        const servers = [
          await startServer({ databaseUrl, dataDir }),
          await startServer({ databaseUrl, dataDir: otherDir }),
        ];
        const database = await openDatabase({ databaseUrl, dataDir });
        const titles = createTitleOperations({
          ...{ db: database.kysely, transact: createTransact(database.kysely), clock: systemClock },
          ...{ catalogueFolder: dataDir, mediaStore: createFolderStore(dataDir) },
          record: () => Promise.resolve(),
        });
        const headers = { authorization: `Token ${viewer!.token}` };
        const shows = async (url: string) =>
          (await fetch(`${url}/api/items/v1/${ITEM_ID}/`, { headers })).status === 200;
        const target = { kind: 'title', id: ITEM_ID } as const;
        const seen: number[] = [];
        for (let round = 0; round < 2 * ROUNDS; round += 1) {
          const isShown = round % 2 === 1;
          await (isShown ? titles.publish(target) : titles.unpublish(target));
          const begin = performance.now();
          await Promise.all(
            servers.map(async ({ url }) => {
              while ((await shows(url)) !== isShown) await wait(LOOK_EVERY_MS);
              seen.push(performance.now() - begin);
            }),
          );
        }
        await database.close();
        await Promise.all(servers.map((server) => server.end()));
        return seen;
      }),
    ),
  );
  if (delays === undefined)
    return [
      { what: 'publish to visible: PostgreSQL is not installed (npm run tools:install)', figure: '', target: '' },
    ];
  const p99 = quantile(delays, 0.99);
  return [
    {
      what: `a title published or unpublished, at two processes on PostgreSQL, p99 of ${delays.length}`,
      figure: `${p99.toFixed(0)} ms (p50 ${quantile(delays, 0.5).toFixed(0)} ms)`,
      target: `<= ${TARGET_MS} ms`,
      isMet: p99 <= TARGET_MS,
    },
  ];
}
