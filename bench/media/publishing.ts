import { performance } from 'node:perf_hooks';
import { createTitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact, openDatabase } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { operateAt } from '#server/console/operator/client.ts';
import { operatorSocketIn } from '#server/console/operator/socket-path.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { requireDemo } from '#tests/support/demo.ts';
import { quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { withCluster } from '../server/postgres.ts';
import { startServer, withFolder } from '../server/processes.ts';
import { addViewers, ITEM_ID } from '../server/viewers.ts';

/** Episodes published, one after the other. */
const ROUNDS = 50;
/** A television asks when a screen opens; these ask often enough to see the moment. */
const LOOK_EVERY_MS = 50;
const TARGET_MS = 5_000;

interface Change {
  publish(episode: number): Promise<unknown>;
  unpublish(episode: number): Promise<unknown>;
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Publishes episodes, and asks all servers for the title's list until it has them. @returns the delays in ms. */
async function publishOften(servers: readonly string[], token: string, { publish, unpublish }: Change) {
  const path = `/api/episodes/v2/list/?item_id=${ITEM_ID}&limit=1000`;
  const read = async (url: string): Promise<number[]> => {
    const answer = await fetch(url + path, { headers: { authorization: `Token ${token}` } });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return ((await answer.json()) as { results: { id: number }[] }).results.map(({ id }) => id);
  };
  const shows = async (url: string, episode: number, isExpected: boolean) => {
    while ((await read(url)).includes(episode) !== isExpected) await wait(LOOK_EVERY_MS);
  };
  const episodes = await read(servers[0]!);
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const episode = episodes[round % episodes.length]!;
    await unpublish(episode);
    await Promise.all(servers.map((url) => shows(url, episode, false)));
    const begin = performance.now();
    const published = publish(episode);
    await Promise.all(
      servers.map(async (url) => {
        await shows(url, episode, true);
        delays.push(performance.now() - begin);
      }),
    );
    await published;
  }
  return delays;
}

/** The way of `npm run titles` beside a running server with the embedded database. */
const onEmbedded = (): Promise<number[]> =>
  withFolder(async (dataDir) => {
    const [viewer] = await addViewers({ dataDir }, 1);
    const server = await startServer({ dataDir });
    const operate = operateAt(operatorSocketIn(dataDir)!);
    const change = async (name: 'titles/publish' | 'titles/unpublish', id: number) => {
      const answer = await operate(name, { kind: 'episode', id });
      if (answer.status !== 'done') throw new Error(answer.message);
    };
    const delays = await publishOften([server.url], viewer!.token, {
      publish: (episode) => change('titles/publish', episode),
      unpublish: (episode) => change('titles/unpublish', episode),
    });
    await server.end();
    return delays;
  });

/** The way of `npm run titles` with PostgreSQL: a third process writes, and two servers notice. */
const onPostgres = (): Promise<number[] | undefined> =>
  withCluster(({ url: databaseUrl }) =>
    withFolder((dataDir) =>
      withFolder(async (otherDir) => {
        const [viewer] = await addViewers({ databaseUrl, dataDir }, 1);
        const servers = [
          await startServer({ databaseUrl, dataDir }),
          await startServer({ databaseUrl, dataDir: otherDir }),
        ];
        const database = await openDatabase({ databaseUrl, dataDir });
        const titles = createTitleOperations({
          db: database.kysely,
          transact: createTransact(database.kysely),
          clock: systemClock,
          catalogueFolder: (await requireDemo()).catalogueFolder,
          mediaStore: createFolderStore(dataDir),
          record: () => Promise.resolve(),
        });
        const delays = await publishOften(
          servers.map(({ url }) => url),
          viewer!.token,
          {
            publish: (id) => titles.publish({ kind: 'episode', id }),
            unpublish: (id) => titles.unpublish({ kind: 'episode', id }),
          },
        );
        await database.close();
        await Promise.all(servers.map((server) => server.end()));
        return delays;
      }),
    ),
  );

/** From the command that publishes an episode until a television's list has it. */
export async function measurePublishing(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [place, measure] of [
    ['the embedded database', onEmbedded],
    ['two servers on PostgreSQL', onPostgres],
  ] as const) {
    const delays = await measure();
    const what = `an episode published until viewers see it, ${place}`;
    if (delays === undefined) {
      figures.push({ what: `${what}: it is not installed (npm run tools:install)`, figure: '', target: '' });
      continue;
    }
    const p99 = quantile(delays, 0.99);
    figures.push({
      what: `${what}, p99 of ${delays.length}`,
      figure: `${p99.toFixed(0)} ms (p50 ${quantile(delays, 0.5).toFixed(0)} ms)`,
      target: `<= ${TARGET_MS} ms`,
      isMet: p99 <= TARGET_MS,
    });
  }
  return figures;
}
