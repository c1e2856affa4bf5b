import { after, load, type Call } from './bench/load.ts';
import { reads } from './bench/mix.ts';
import { startServer, withFolder } from './bench/processes.ts';
import { addViewers } from './bench/viewers.ts';
import { cpuOf } from './bench/cpu.ts';
const prof = ['--cpu-prof', '--cpu-prof-interval=200'];
await withFolder(async (dataDir) => {
  const viewers = await addViewers({ dataDir }, 24);
  const server = await startServer({ dataDir }, [...prof, '--cpu-prof-dir=/tmp/prof/s']);
  const { path } = reads[Number(process.argv[2] ?? 0)]!;
  const callOf = (caller: number): Call => ({ method: 'GET', path, token: viewers[caller]!.token });
  for (const [s, n] of [[server, callOf]] as const) {
    await load(s.url, { inFlight: 24, isOver: after(3000), next: n });
    const b = cpuOf(s.child.pid);
    const r = await load(s.url, { inFlight: 24, isOver: after(8000), next: n });
    console.log(r.perSecond.toFixed(0), ((cpuOf(s.child.pid) - b) / r.calls).toFixed(1), r.calls);
    await s.end();
  }
});
