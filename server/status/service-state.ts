import type { PlatformName } from '#contract/accounts.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Orders, ServiceOrder } from './orders-folder.ts';
import { findServiceSettings, setMaintenance, setMinVersion, type ServiceSettings } from './store.ts';

/** The oldest app that understands this release, by platform. Raised when a call changes its meaning. */
const RELEASE_MIN_VERSION: Record<PlatformName, string> = { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' };

/** What was read holds for so long, in ms: an operator's word reaches every process within it. */
const HOLDS_MS = 2000;

export interface ServiceState {
  /** What viewers are told while the service is under maintenance; null while it is not. */
  maintenance: string | null;
  minVersion: Record<PlatformName, string>;
}

export type FindServiceState = () => Promise<ServiceState>;

export const carryOut = (db: Connection, order: ServiceOrder): Promise<void> =>
  order.set === 'maintenance' ? setMaintenance(db, order.message) : setMinVersion(db, order.platform, order.version);

const toState = ({ maintenance, minVersion }: ServiceSettings): ServiceState => ({
  maintenance,
  minVersion: { ...RELEASE_MIN_VERSION, ...minVersion },
});

/**
 * Reads what an operator has set, at most every two seconds. `orders` are those that were left in the data folder,
 * where this process has the database for itself.
 */
export function createFindServiceState(options: {
  db: Connection;
  clock: Clock;
  orders?: Orders | undefined;
}): FindServiceState {
  const { db, clock, orders } = options;
  let kept: { state: ServiceState; atMs: number } | undefined;
  let reading: Promise<ServiceState> | undefined;

  const read = async (): Promise<ServiceState> => {
    for (const order of (await orders?.take()) ?? []) await carryOut(db, order);
    return toState(await findServiceSettings(db));
  };

  const renew = async (): Promise<ServiceState> => {
    const known = kept?.state;
    // A database that does not answer is no reason to forget what it said.
    const state = await (known ? read().catch(() => known) : read());
    kept = { state, atMs: clock.now().getTime() };
    return state;
  };

  return () => {
    // The distance: with a clock that was set back, "until" would lie far ahead.
    if (kept && Math.abs(clock.now().getTime() - kept.atMs) < HOLDS_MS) return Promise.resolve(kept.state);
    return (reading ??= renew().finally(() => (reading = undefined)));
  };
}
