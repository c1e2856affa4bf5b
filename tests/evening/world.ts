import { join } from 'node:path';
import type { Database } from '#server/db/open.ts';
import { startDatabaseProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import type { Breakable } from './faults.ts';
import { createMachine, type Machine } from './machines.ts';
import { createNetwork } from './network.ts';
import { moveIn, type Household } from './population.ts';
import type { EveningStore, ProcessSettings } from './process/settings.ts';
import { createClockWriter } from './process/shared-clock.ts';
import type { PlannedHousehold } from './rules/plan.ts';
import type { Chance } from './rules/chance.ts';
import type { Site } from './site.ts';
import { createEveningTime } from './time.ts';

const SERVERS = 2;
/** Where machines break, one takes over what the other one leaves. */
const WORKERS = 2;
const CHECK_EVERY_MS = 2_000;

/** The machines of one evening, with everything that can break. */
export interface World extends Breakable {
  households: Household[];
  machines: readonly Machine[];
  /** Ends all faults and starts every machine that is down. */
  mend(): Promise<void>;
  /** Ends all processes and opens the database. */
  end(): Promise<Database>;
  remove(): Promise<void>;
}

export interface WorldOptions {
  households: readonly PlannedHousehold[];
  chance: Chance;
  /** Whether machines break: the load balancer then polls `/readyz` of the servers, and there is a second worker. */
  hasFaults: boolean;
}

/**
 * Two servers on PostgreSQL, each with its own way to the database, and two workers, or one where nothing breaks; one process on
 * the embedded database.
 */
export async function createWorld(site: Site, options: WorldOptions): Promise<World> {
  const { households: planned, chance } = options;
  const own = await site.createStore();
  const clockFile = join(site.folder, 'clock');
  const clocks = createClockWriter(clockFile);
  const time = createEveningTime(clocks.publish);
  const database = await own.open();
  const households = await moveIn(database.longWork, planned);
  const isShared = own.store.kind === 'postgres';
  if (!isShared) await database.close();

  const network = createNetwork(time, isShared ? SERVERS : 1, chance.fork('network'));
  const proxies: (TcpProxy & { url: string })[] = [];
  if (own.store.kind === 'postgres')
    for (let index = 0; index < SERVERS; index += 1) proxies.push(await startDatabaseProxy(own.store.url));

  const create = (role: ProcessSettings['role'], clockSlot: number, store: EveningStore) =>
    createMachine({
      settings: { role, store, clockFile, clockSlot, catalogueFolder: site.catalogueFolder, logLevel: 'error' },
      bundlePath: site.bundlePath,
      time,
      backend: network.backends[clockSlot],
    });
  const servers = isShared
    ? proxies.map(({ url }, slot) => create('serve', slot, { kind: 'postgres', url }))
    : [create('both', 0, own.store)];
  const workers = Array.from({ length: isShared ? (options.hasFaults ? WORKERS : 1) : 0 }, (_, index) =>
    create('work', SERVERS + index, own.store),
  );
  const machines = [...servers, ...workers];
  await Promise.all(machines.map((machine) => machine.start()));
  await network.check();
  const stopChecks = options.hasFaults ? time.clock.every(CHECK_EVERY_MS, () => void network.check()) : () => undefined;

  return {
    time,
    network,
    servers,
    workers,
    clocks,
    proxies,
    households,
    machines,
    ...(site.cluster && { cluster: site.cluster }),
    ...(isShared && { admin: database }),
    async mend() {
      network.lostShare = 0;
      for (const machine of machines) {
        clocks.step(machine.clockSlot, 0);
        machine.thaw();
        await machine.start();
      }
    },
    async end() {
      stopChecks();
      for (const machine of machines) await machine.stop('SIGTERM');
      return isShared ? database : own.open();
    },
    async remove() {
      for (const machine of machines) await machine.stop('SIGKILL');
      for (const proxy of proxies) await proxy.close();
      network.close();
      clocks.close();
      if (isShared) await database.close();
      await own.remove();
    },
  };
}
