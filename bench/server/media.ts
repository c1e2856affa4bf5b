import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openVideoAt } from '#tests/support/calls-at.ts';
import { requireDemo } from '#tests/support/demo.ts';
import { cpuOf } from './cpu.ts';
import { after, countOthers, load, type Call, type Run } from './load.ts';
import { start, startServer, withFolder, type Started } from './processes.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { addViewers, EPISODE_ID } from './viewers.ts';

const CONNECTIONS = 16;
const LOAD = { inFlight: CONNECTIONS, staysAwake: true };
const SLICES = 7;
const SLICE_MS = 1500;
const WARM_UP_MS = 4000;
/** Typical size of a player's request, in bytes. */
const RANGE_BYTES = 64 * 1024;
/** Minimum share of the rate of `@fastify/static` alone; the rest is for the ticket and the gate. */
const TARGET = 0.8;

/** The largest file that a play log opens in a catalogue folder; the whole film needs the ticket of a download. */
async function largestFile(folder: string): Promise<{ path: string; bytes: number }> {
  const { catalogueFolder } = await requireDemo();
  const names = (await readdir(join(catalogueFolder, folder))).filter((name) => !name.startsWith('download.'));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`;
      const { size } = await stat(join(catalogueFolder, path));
      return { path, bytes: size };
    }),
  );
  return files.sort((one, other) => other.bytes - one.bytes)[0]!;
}

/** Byte ranges of a video behind a ticket, alternating with the same ranges from `@fastify/static` alone. */
export const measureMedia = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, 1);
    const [server, alone] = await Promise.all([startServer({ dataDir }), start('bench/server/static-files.ts')]);
    const token = viewers[0]!.token;
    const { streams } = await openVideoAt(server.url, token, EPISODE_ID);
    const [, base, manifest] = /^(\/media\/[^/]+)\/(.+)$/.exec(new URL(streams[0]!.url).pathname)!;
    const { path, bytes } = await largestFile(dirname(manifest!));

    const rangesOf = (prefix: string) => {
      let count = 0;
      return (): Call => {
        count += 1;
        const from = (count * RANGE_BYTES) % Math.max(1, bytes - RANGE_BYTES);
        return { method: 'GET', path: `${prefix}/${path}`, token, range: `bytes=${from}-${from + RANGE_BYTES - 1}` };
      };
    };
    const sideOf = ({ url, child }: Started, next: () => Call) => ({
      url,
      pid: child.pid,
      next,
      runs: [] as Run[],
      time: 0,
    });
    const sides = [sideOf(alone, rangesOf('')), sideOf(server, rangesOf(base!))] as const;
    for (const { url, next } of sides) await load(url, { ...LOAD, isOver: after(WARM_UP_MS), next });
    for (let turn = 0; turn < SLICES; turn += 1)
      for (const side of sides) {
        const before = cpuOf(side.pid);
        side.runs.push(await load(side.url, { ...LOAD, isOver: after(SLICE_MS), next: side.next }));
        side.time += cpuOf(side.pid) - before;
      }
    await Promise.all([server.end(), alone.end()]);

    const [ofAlone, ofServer] = sides;
    const rateOf = ({ runs }: { runs: readonly Run[] }) => median(runs.map(({ perSecond }) => perSecond));
    const timeOf = ({ runs, time }: { runs: readonly Run[]; time: number }) =>
      time / runs.reduce((sum, { calls }) => sum + calls, 0);
    const ratio = rateOf(ofServer) / rateOf(ofAlone);
    const failures = ofServer.runs.reduce((sum, one) => sum + countOthers(one, [206]), 0);
    return [
      {
        what: `media byte ranges (${RANGE_BYTES / 1024} KiB), of @fastify/static alone`,
        figure: `${ratio.toFixed(2)} (${rateOf(ofServer).toFixed(0)}/s, ${failures} failed)`,
        target: `>= ${TARGET}`,
        isMet: ratio >= TARGET && failures === 0,
      },
      {
        what: '  processor time of each',
        figure: `${timeOf(ofServer).toFixed(0)} µs, alone ${timeOf(ofAlone).toFixed(0)}`,
        target: '',
      },
    ];
  });
