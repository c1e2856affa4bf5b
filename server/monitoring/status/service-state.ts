import type { PlatformName } from '#contract/platforms.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
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

export interface CarryOutOptions {
  transact: Transact;
  record: RecordChange;
}

/** Sets a switch, and records what it was before. */
export const carryOut = ({ transact, record }: CarryOutOptions, change: ServiceSwitch): Promise<void> =>
  transact(async (tx) => {
    const before = await findServiceSettings(tx);
    if (change.set === 'maintenance') {
      await setMaintenance(tx, change.message);
      await record(tx, {
        action: 'service.maintenance',
        subject: null,
        before: { message: before.maintenance },
        after: { message: change.message },
      });
      return;
    }
    const { platform, version } = change;
    await setMinVersion(tx, platform, version);
    await record(tx, {
      action: 'service.min-version',
      subject: { kind: 'platform', id: platform },
      before: { version: before.minVersion[platform] ?? null },
      after: { version },
    });
  });

const toState = ({ maintenance, minVersion }: ServiceSettings): ServiceState => ({
  maintenance,
  minVersion: { ...RELEASE_MIN_VERSION, ...minVersion },
});

/** Reads the operator's settings without the cache: an operator must see a change immediately. */
export const readServiceState = async (db: Connection): Promise<ServiceState> => toState(await findServiceSettings(db));

/**
 * Reads the operator's settings, at most every two seconds. `switches` come from the data folder, when this process has
 * the embedded database open.
 */
export function createFindServiceState(options: {
  db: Connection;
  clock: Clock;
  /** Switches that a command left in the data folder, and how to set them. */
  switches?: (ServiceSwitches & CarryOutOptions) | undefined;
}): FindServiceState {
  const { db, clock, switches } = options;
  let cached: { state: ServiceState; atMs: number } | undefined;
  let reading: Promise<ServiceState> | undefined;

  const read = async (): Promise<ServiceState> => {
    if (switches) for (const change of await switches.take()) await carryOut(switches, change);
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
