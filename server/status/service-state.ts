import type { PlatformName } from '#contract/accounts.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { ServiceSwitches, ServiceSwitch } from './switches-folder.ts';
import { findServiceSettings, setMaintenance, setMinVersion, type ServiceSettings } from './store.ts';

/** The oldest app that understands this release, by platform. Raise it when a call changes its meaning. */
const RELEASE_MIN_VERSION: Record<PlatformName, string> = { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' };

/** Cache time in ms: an operator's change reaches every process within it. */
const HOLDS_MS = 2000;

export interface ServiceState {
  /** Message for viewers while the service is under maintenance; null otherwise. */
  maintenance: string | null;
  minVersion: Record<PlatformName, string>;
}

export type FindServiceState = () => Promise<ServiceState>;

export const carryOut = (db: Connection, change: ServiceSwitch): Promise<void> =>
  change.set === 'maintenance'
    ? setMaintenance(db, change.message)
    : setMinVersion(db, change.platform, change.version);

const toState = ({ maintenance, minVersion }: ServiceSettings): ServiceState => ({
  maintenance,
  minVersion: { ...RELEASE_MIN_VERSION, ...minVersion },
});

/**
 * Reads the operator's settings, at most every two seconds. `switches` come from the data folder, when this process has
 * the embedded database open.
 */
export function createFindServiceState(options: {
  db: Connection;
  clock: Clock;
  switches?: ServiceSwitches | undefined;
}): FindServiceState {
  const { db, clock, switches } = options;
  let cached: { state: ServiceState; atMs: number } | undefined;
  let reading: Promise<ServiceState> | undefined;

  const read = async (): Promise<ServiceState> => {
    for (const change of (await switches?.take()) ?? []) await carryOut(db, change);
    return toState(await findServiceSettings(db));
  };

  const renew = async (): Promise<ServiceState> => {
    const known = cached?.state;
    // Keeps the last known state when the database does not answer.
    const state = await (known ? read().catch(() => known) : read());
    cached = { state, atMs: clock.now().getTime() };
    return state;
  };

  return () => {
    // Absolute difference: after the clock was set back, an expiry time would lie far ahead.
    if (cached && Math.abs(clock.now().getTime() - cached.atMs) < HOLDS_MS) return Promise.resolve(cached.state);
    return (reading ??= renew().finally(() => (reading = undefined)));
  };
}
