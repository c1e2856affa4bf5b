import { PLATFORM_NAMES, type PlatformName } from '#contract/platforms.ts';
import type { Connection } from '#server/db/open.ts';
import { removeSetting, setSetting } from '#server/settings/index.ts';

/** An operator's settings; missing ones have the release's defaults. */
export interface ServiceSettings {
  /** Message for viewers while the service is under maintenance; null otherwise. */
  maintenance: string | null;
  minVersion: Partial<Record<PlatformName, string>>;
}

const MAINTENANCE = 'maintenance';
const MIN_VERSION = 'min-version-';

export async function findServiceSettings(db: Connection): Promise<ServiceSettings> {
  const names = [MAINTENANCE, ...PLATFORM_NAMES.map((platform) => MIN_VERSION + platform)];
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where((eb) => eb('name', '=', eb.fn.any(eb.val(names))))
    .execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    maintenance: values.get(MAINTENANCE) ?? null,
    minVersion: Object.fromEntries(
      PLATFORM_NAMES.flatMap((platform) => {
        const version = values.get(MIN_VERSION + platform);
        return version === undefined ? [] : [[platform, version]];
      }),
    ),
  };
}

export const setMaintenance = (db: Connection, message: string | null): Promise<void> =>
  message === null ? removeSetting(db, MAINTENANCE) : setSetting(db, MAINTENANCE, message);

/** Null resets to the release's default. */
export const setMinVersion = (db: Connection, platform: PlatformName, version: string | null): Promise<void> =>
  version === null ? removeSetting(db, MIN_VERSION + platform) : setSetting(db, MIN_VERSION + platform, version);
