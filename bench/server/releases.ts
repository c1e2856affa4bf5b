import { bumpVersion } from '#server/catalogue/store.ts';
import { openDatabase } from '#server/db/open.ts';
import { releaseMoment } from '#src/features/items/release-moment.ts';
import { quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { openConnection, type Connection } from './connection.ts';
import { startConstants, startServer, withFolder } from './processes.ts';
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
  await bumpVersion(database.kysely);
  await database.close();
}

const textOf = (url: URL, path: string, token?: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\n${token === undefined ? '' : `authorization: Token ${token}\r\n`}\r\n`;

/** Connections over which each television has asked once, so that they are kept alive. */
async function connectAll(url: URL, text: string): Promise<Connection[]> {
  const connections: Connection[] = [];
  const connect = async () => {
    const connection = await openConnection(url);
    await connection.ask(text);
    return connection;
  };
  while (connections.length < TELEVISIONS)
    connections.push(...(await Promise.all(Array.from({ length: OPENED_TOGETHER }, connect))));
  return connections;
}

interface Asked {
  /** When the televisions had their answers, in ms after the instant. */
  readonly seen: number[];
  readonly failures: number;
}

/**
 * Each television asks at its moment after the instant, and again a second later while the answer has its former size. Then
 * it asks for `further`, one after the other.
 */
async function askAll(
  { connections, url, tokens }: { connections: Connection[]; url: URL; tokens: readonly string[] },
  at: Date,
  { path, formerBytes, further = [] }: { path: string; formerBytes: number | null; further?: readonly string[] },
): Promise<Asked> {
  const earlyMs = at.getTime() - QUIET_MS - Date.now();
  if (earlyMs < 0) throw new Error(`The machine took ${-earlyMs} ms too long to connect: no figure.`);
  let failures = 0;
  const ask = async (number: number, text: string, isIt: (bytes: number) => boolean) => {
    for (;;) {
      const { status, bytes } = await connections[number]!.ask(text);
      if (status === 200 && isIt(bytes)) return;
      if (status !== 200) failures += 1;
      if (status === 0) connections[number] = await openConnection(url);
      await wait(1000);
    }
  };
  const seen = await Promise.all(
    tokens.map(async (token, number) => {
      await wait(releaseMoment(at.getTime(), token) - Date.now());
      await ask(number, textOf(url, path), (bytes) => bytes !== formerBytes);
      for (const one of further) await ask(number, textOf(url, one, token), () => true);
      return Date.now() - at.getTime();
    }),
  );
  for (const connection of connections) connection.close();
  return { seen, failures };
}

/** The same calls at a process that answers a constant of the same size, for comparison. */
async function measureConstant(bytes: number, tokens: readonly string[]): Promise<Asked> {
  const constant = await startConstants('own');
  const url = new URL(constant.url);
  const path = `/api/${bytes}`;
  const connections = await connectAll(url, textOf(url, path));
  const at = new Date(Date.now() + 2 * QUIET_MS);
  const asked = await askAll({ connections, url, tokens }, at, { path, formerBytes: null });
  await constant.end();
  return asked;
}

const secondsOf = (asked: Asked, share: number) => `${(quantile(asked.seen, share) / 1000).toFixed(2)} s`;

/**
 * The instant of a release on open televisions.
 *
 * @param further what those ask next that show the title's own screen
 */
async function measureScreens(what: string, further: readonly string[], withConstant: boolean): Promise<Figure> {
  return withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, TELEVISIONS);
    const tokens = viewers.map(({ token }) => token);
    // Late enough for the start of the server and for all connections.
    const at = new Date(Date.now() + 60_000);
    await setRelease(dataDir, at);
    const server = await startServer({ dataDir });
    const url = new URL(server.url);
    const path = `/api/items/v1/releases/?ids=${ITEM_ID}`;
    const connections = await connectAll(url, textOf(url, path));
    const { bytes } = await connections[0]!.ask(textOf(url, path));
    const asked = await askAll({ connections, url, tokens }, at, { path, formerBytes: bytes, further });
    await server.end();
    const constant = withConstant ? await measureConstant(bytes, tokens) : undefined;
    const beside = constant ? `; a constant of that size ${secondsOf(constant, 0.99)}` : '';
    return {
      what: `a release on ${TELEVISIONS} open televisions, embedded: ${what} after the instant, p99`,
      figure: `${secondsOf(asked, 0.99)} (p50 ${secondsOf(asked, 0.5)}, ${asked.failures} failed${beside})`,
      target: `<= ${TARGET_MS / 1000} s`,
      isMet: quantile(asked.seen, 0.99) <= TARGET_MS && asked.failures === 0,
    };
  });
}

/** One after the other, so that they do not share the processor. */
export async function measureReleases(): Promise<Figure[]> {
  const all = await measureScreens('visible', [], true);
  const title = `/api/episodes/v2/list/?item_id=${ITEM_ID}&show_playback_offset=true&limit=1000`;
  const open = await measureScreens('playable on the title’s own screen', [title], false);
  return [all, open];
}
