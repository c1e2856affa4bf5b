import { once } from 'node:events';
import { cpuOf } from '../../bench/server/cpu.ts';
import { startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import type { Backend } from './network.ts';
import type { ProcessSettings } from './process/settings.ts';
import type { StoredWork } from './stored.ts';
import type { EveningTime } from './time.ts';

/** A server or worker that can break and start again. */
export interface Machine {
  readonly name: string;
  /** Number of its clock. */
  readonly clockSlot: number;
  start(): Promise<void>;
  /** @param signal SIGKILL for a crash, SIGTERM for an orderly end. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Stops all of its threads. */
  freeze(): void;
  /** Continues a frozen machine. */
  thaw(): void;
  /** Reads from its database, for an instant; undefined without an answer in time. */
  readWork(now: Date): Promise<StoredWork | undefined>;
  /** CPU time of all its processes so far, in µs. */
  cpu(): number;
  /** Log lines of its processes, and ends that nobody asked for. */
  readonly complaints: string[];
}

export interface MachineOptions {
  settings: Omit<ProcessSettings, 'parentId'>;
  bundlePath: string;
  time: EveningTime;
  /** Where the load balancer finds it; absent for a worker. */
  backend?: Backend | undefined;
}

const READ_WITHIN_MS = 5_000;

export function createMachine({ settings, bundlePath, time, backend }: MachineOptions): Machine {
  const name = `${settings.role} ${settings.clockSlot}`;
  const complaints: string[] = [];
  let current: ServerProcess | undefined;
  let earlierCpu = 0;

  const running = (): ServerProcess => {
    if (!current) throw new Error(`${name} is down`);
    return current;
  };

  return {
    name,
    clockSlot: settings.clockSlot,
    complaints,
    async start() {
      if (current) return;
      const own: ProcessSettings = { ...settings, parentId: process.pid };
      const started = startProcess({ EVENING_PROCESS: JSON.stringify(own) }, bundlePath, { hasChannel: true });
      current = started;
      try {
        const url = await time.during(started.url);
        if (backend) backend.url = url;
      } catch (error) {
        // The database may be gone; the next start succeeds.
        current = undefined;
        throw error;
      }
    },
    async stop(signal) {
      if (!current) return;
      const ending = running();
      earlierCpu += cpuOf(ending.child.pid);
      if (backend && signal === 'SIGTERM') backend.isReady = false;
      ending.child.kill(signal);
      // A frozen process handles signals only after SIGCONT.
      ending.child.kill('SIGCONT');
      const how = await time.during(ending.ended);
      if (backend) backend.url = undefined;
      current = undefined;
      if (signal === 'SIGTERM' && how !== 0) complaints.push(`${name} ended with ${how} after SIGTERM`);
      complaints.push(...ending.err().split('\n').filter(Boolean));
    },
    freeze: () => void current?.child.kill('SIGSTOP'),
    thaw: () => void current?.child.kill('SIGCONT'),
    async readWork(now) {
      const { child } = running();
      const answer = once(child, 'message', { signal: AbortSignal.timeout(READ_WITHIN_MS) });
      child.send(now);
      const [work] = await answer.catch(() => []);
      return work as StoredWork | undefined;
    },
    cpu: () => earlierCpu + cpuOf(current?.child.pid),
  };
}
