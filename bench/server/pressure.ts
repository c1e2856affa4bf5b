import { after, countOthers, load } from './load.ts';
import { mixing } from './mix.ts';
import { startServer, withFolder } from './processes.ts';
import type { Figure } from '../lib/table.ts';
import { addViewers } from './viewers.ts';

const IN_FLIGHT = 200;
const RUN_MS = 20_000;
/** Statuses that an overloaded server may answer. */
const UNDER_PRESSURE = [429, 503];

/** Many concurrent calls of all kinds: an overloaded server must refuse calls but not fail them. */
export const measurePressure = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, IN_FLIGHT);
    const server = await startServer({ dataDir });
    const run = await load(server.url, { inFlight: IN_FLIGHT, isOver: after(RUN_MS), next: mixing(viewers) });
    await server.end();
    const failures = countOthers(run, UNDER_PRESSURE);
    const answers = [...run.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return [
      {
        what: `${IN_FLIGHT} calls in flight for ${RUN_MS / 1000} s, reads and reports`,
        figure: answers,
        target: 'only 200, 429, 503',
        isMet: failures === 0,
      },
      {
        what: '  how long they took',
        figure: `p50 ${run.p50.toFixed(0)} ms, p99 ${run.p99.toFixed(0)} ms, ${run.perSecond.toFixed(0)}/s`,
        target: '',
      },
    ];
  });
