import { cpuOf } from './cpu.ts';
import { after, countOthers, load, median, send, type Call, type Run } from './load.ts';
import { reads } from './mix.ts';
import { startConstants, startServer, withFolder } from './processes.ts';
import type { Figure } from './table.ts';
import { addViewers } from './viewers.ts';

const CONNECTIONS = 24;
const SLICES = 5;
const SLICE_MS = 1500;
const WARM_UP_MS = 3000;

/** Reads on the embedded database, against the bare framework answering a constant of the same size, in turns. */
export const measureReads = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, CONNECTIONS);
    const server = await startServer({ dataDir });
    const constants = await startConstants();
    const figures: Figure[] = [];
    for (const { name, path, target } of reads) {
      const callOf = (caller: number): Call => ({ method: 'GET', path, token: viewers[caller]!.token });
      const { bytes } = await send(server.url, callOf(0));
      const constant = (): Call => ({ method: 'GET', path: `/${bytes}`, token: viewers[0]!.token });
      const run = (url: string, next: (caller: number) => Call, ms: number) =>
        load(url, { inFlight: CONNECTIONS, isOver: after(ms), next });
      await run(constants.url, constant, WARM_UP_MS);
      await run(server.url, callOf, WARM_UP_MS);
      const ofConstant: Run[] = [];
      const ofServer: Run[] = [];
      let time = 0;
      let calls = 0;
      for (let turn = 0; turn < SLICES; turn += 1) {
        ofConstant.push(await run(constants.url, constant, SLICE_MS));
        const before = cpuOf(server.child.pid);
        const own = await run(server.url, callOf, SLICE_MS);
        time += cpuOf(server.child.pid) - before;
        calls += own.calls;
        ofServer.push(own);
      }
      const rate = median(ofServer.map(({ perSecond }) => perSecond));
      const ratio = rate / median(ofConstant.map(({ perSecond }) => perSecond));
      const failures = ofServer.reduce((sum, one) => sum + countOthers(one), 0);
      const p99 = median(ofServer.map((one) => one.p99));
      figures.push({
        what: `${name} (${bytes} bytes), of a constant of the same size`,
        figure: `${ratio.toFixed(2)} (${rate.toFixed(0)}/s, ${(time / calls).toFixed(0)} µs, p99 ${p99.toFixed(0)} ms, ${failures} failed)`,
        target: target === undefined ? '' : `>= ${target}`,
        ...(target !== undefined && { isMet: ratio >= target && failures === 0 }),
      });
    }
    await Promise.all([server.end(), constants.end()]);
    return figures;
  });
