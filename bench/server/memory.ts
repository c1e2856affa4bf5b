import { fileURLToPath } from 'node:url';
import { load } from './load.ts';
import { mixing } from './mix.ts';
import { startServer, withFolder, type Started } from './processes.ts';
import type { Figure } from '../lib/table.ts';
import { addViewers } from './viewers.ts';

const CONNECTIONS = 24;
const FIRST = 10_000;
const ALL = 100_000;
const MAXIMUM_GROWTH = 0.2;

type Memory = Record<'rss' | 'heapUsed', number>;

const memoryOf = ({ child }: Started): Promise<Memory> =>
  new Promise((told) => {
    child.once('message', (memory) => told(memory as Memory));
    child.send('memory');
  });

const inMb = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** Detects leaks: compares the server's memory after many calls with that after few. */
export const measureMemory = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, CONNECTIONS);
    const probe = fileURLToPath(new URL('memory-probe.ts', import.meta.url));
    const server = await startServer({ dataDir }, ['--expose-gc', '--import', 'tsx', '--import', probe]);
    const next = mixing(viewers);
    const calls = (count: number) => load(server.url, { inFlight: CONNECTIONS, isOver: (sent) => sent >= count, next });
    await calls(FIRST);
    const before = await memoryOf(server);
    await calls(ALL - FIRST);
    const later = await memoryOf(server);
    await server.end();
    return (['rss', 'heapUsed'] as const).map((kind) => {
      const growth = later[kind] / before[kind] - 1;
      return {
        what: `${kind === 'rss' ? 'memory' : 'heap'} after ${ALL} calls, against after ${FIRST}`,
        figure: `${(100 * growth).toFixed(0)}% (${inMb(before[kind])} -> ${inMb(later[kind])} MB)`,
        target: `within ${100 * MAXIMUM_GROWTH}%`,
        isMet: growth <= MAXIMUM_GROWTH,
      };
    });
  });
