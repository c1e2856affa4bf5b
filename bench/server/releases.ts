import { openDatabase } from '#server/db/open.ts';
import { releaseMoment } from '#src/features/items/release-moment.ts';
import { quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { openConnection, type Connection } from './connection.ts';
import { startServer, withFolder } from './processes.ts';
import { addViewers } from './viewers.ts';

/** Televisions that show the title, each with its account and its open connection. */
const TELEVISIONS = 10_000;
/** Connections that are opened at once. */
const OPENED_TOGETHER = 200;
/** From the opening of the last connection to the release, in ms. */
const QUIET_MS = 5_000;
/** Viewers see the new episode within this time, in ms. */
const TARGET_MS = 5_000;

/** The title of the demo whose last episode is still to come. */
const ITEM_ID = 135;
const EPISODE_ID = 13506;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(0, ms)));

async function setRelease(dataDir: string, at: Date): Promise<void> {
  const database = await openDatabase({ dataDir });
  await database.kysely.updateTable('episodes').set({ published_at: at }).where('id', '=', EPISODE_ID).execute();
  await database.close();
}

async function connectAll(url: URL): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < TELEVISIONS)
    connections.push(...(await Promise.all(Array.from({ length: OPENED_TOGETHER }, () => openConnection(url)))));
  return connections;
}

/**
 * The instant of a release: each of 10,000 televisions asks at its moment. A television has the episode with the first
 * answer of the new size; the others ask again a second later.
 */
export const measureReleases = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, TELEVISIONS);
    // Late enough for the start of the server and for all connections.
    const at = new Date(Date.now() + 60_000);
    await setRelease(dataDir, at);
    const server = await startServer({ dataDir });
    const url = new URL(server.url);
    const connections = await connectAll(url);
    const textOf = (token: string) =>
      `GET /api/items/v1/releases/?ids=${ITEM_ID} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Token ${token}\r\n\r\n`;
    const before = await connections[0]!.ask(textOf(viewers[0]!.token));
    const earlyMs = at.getTime() - QUIET_MS - Date.now();
    if (earlyMs < 0) throw new Error(`The machine took ${-earlyMs} ms too long to connect: no figure.`);

    let failures = 0;
    const seen = await Promise.all(
      viewers.map(async ({ token }, number) => {
        await wait(releaseMoment(at.getTime(), token) - Date.now());
        for (;;) {
          const { status, bytes } = await connections[number]!.ask(textOf(token));
          if (status === 200 && bytes !== before.bytes) return Date.now() - at.getTime();
          if (status === 0) {
            // The server closes connections that were silent for long, like a television's.
            connections[number] = await openConnection(url);
            continue;
          }
          if (status !== 200) failures += 1;
          await wait(1000);
        }
      }),
    );
    for (const connection of connections) connection.close();
    await server.end();
    const [p50, p99] = [quantile(seen, 0.5), quantile(seen, 0.99)];
    return [
      {
        what: `a release on ${TELEVISIONS} open televisions, embedded: visible after the instant, p99`,
        figure: `${p99.toFixed(0)} ms (p50 ${p50.toFixed(0)} ms, ${failures} failed)`,
        target: `<= ${TARGET_MS} ms`,
        isMet: p99 <= TARGET_MS && failures === 0,
      },
    ];
  });
