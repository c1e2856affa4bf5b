import type { Database } from '#server/db/open.ts';
import { sql } from 'kysely';
import type { TcpProxy } from '#tests/support/tcp-proxy.ts';
import type { Machine } from './machines.ts';
import type { Network } from './network.ts';
import type { ClockWriter } from './process/shared-clock.ts';
import type { Fault, FaultKind } from './rules/plan.ts';
import type { EveningTime } from './time.ts';

/** Parts of a world that can break. */
export interface Breakable {
  time: EveningTime;
  network: Network;
  servers: readonly Machine[];
  /** Empty where a server works. */
  workers: readonly Machine[];
  clocks: ClockWriter;
  /** The connections of each server to the database; absent where it is part of the server. */
  proxies: readonly TcpProxy[];
  cluster?: { crash(): Promise<void>; start(): Promise<void> } | undefined;
  /** A connection past the proxies. */
  admin?: Database | undefined;
}

const MS = 1_000;
/** Delay of each piece of data of a slow database, in real ms. */
const SLOW_MS = 20;

/** Holds a lock that most writes of viewers wait for, until `released`. */
async function lockTable({ admin }: Breakable, released: Promise<void>): Promise<void> {
  await admin!.longWork.transaction().execute(async (tx) => {
    await sql`lock table accounts, play_logs in exclusive mode`.execute(tx);
    await released;
  });
}

/** Kinds of faults that a world has. */
export function possibleFaults(world: Pick<Breakable, 'proxies' | 'cluster' | 'workers'>): FaultKind[] {
  return [
    ...(['kill-server', 'stop-server', 'freeze-server', 'clock-step', 'lost-answers'] as const),
    ...(world.workers.length > 0 ? (['kill-worker', 'freeze-worker'] as const) : []),
    ...(world.proxies.length > 0 ? (['black-hole', 'slow-database', 'locked-table'] as const) : []),
    ...(world.cluster ? (['restart-database'] as const) : []),
  ];
}

/** Tries until a start succeeds: a server does not start without its database. */
async function startAgain(machine: Machine, time: EveningTime): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await machine.start();
    } catch (error) {
      if (tries === 20) throw error;
      await time.wait(2);
    }
  }
}

/** Breaks something and mends it after its time. */
export async function breakFor(fault: Fault, world: Breakable): Promise<void> {
  const { time, network, servers, workers, clocks, proxies, cluster } = world;
  const server = servers[fault.server % servers.length]!;
  const worker = workers[fault.server % Math.max(1, workers.length)];
  const proxy = proxies[fault.server % Math.max(1, proxies.length)];
  const last = () => time.wait(fault.lastsSeconds);
  switch (fault.kind) {
    case 'kill-server':
    case 'stop-server':
      await server.stop(fault.kind === 'kill-server' ? 'SIGKILL' : 'SIGTERM');
      await last();
      return startAgain(server, time);
    case 'freeze-server':
      server.freeze();
      await time.during(last());
      return server.thaw();
    case 'freeze-worker':
      worker!.freeze();
      await last();
      return worker!.thaw();
    case 'kill-worker':
      await worker!.stop('SIGKILL');
      await last();
      return startAgain(worker!, time);
    case 'restart-database':
      await time.during(cluster!.crash());
      await last();
      return time.during(cluster!.start());
    case 'black-hole':
      proxy!.set({ kind: 'black-hole' });
      await last();
      proxy!.set({ kind: 'clear' });
      return proxy!.cut();
    case 'slow-database':
      proxy!.set({ kind: 'slow', delayMs: SLOW_MS });
      await last();
      return proxy!.set({ kind: 'clear' });
    case 'locked-table':
      // If the database ends first, the lock ends with it.
      return lockTable(world, last()).catch(() => undefined);
    case 'clock-step':
      clocks.step(server.clockSlot, fault.stepSeconds * MS);
      await last();
      return clocks.step(server.clockSlot, 0);
    case 'lost-answers':
      network.lostShare = 0.5;
      await last();
      network.lostShare = 0;
  }
}
