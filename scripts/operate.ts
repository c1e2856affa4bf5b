import { platformNameSchema } from '#contract/accounts.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { EnvError, readEnv } from '#server/env.ts';
import {
  leaveOrder,
  maintenanceMessageSchema,
  versionSchema,
  type ServiceOrder,
} from '#server/status/orders-folder.ts';
import { carryOut } from '#server/status/service-state.ts';

const USAGE = `npm run operate -- maintenance on "<what viewers are told>"     every call but the status is answered with 503
npm run operate -- maintenance off
npm run operate -- min-version <tizen|webos|web> <1.2.0|off>    older apps ask their viewers to update`;

function readOrder([command, first = '', second = '']: readonly string[]): ServiceOrder {
  const isOff = (text: string) => text === 'off';
  if (command === 'maintenance') {
    if (isOff(first)) return { set: 'maintenance', message: null };
    const message = maintenanceMessageSchema.safeParse(second);
    if (first === 'on' && message.success) return { set: 'maintenance', message: message.data };
  }
  if (command === 'min-version') {
    const platform = platformNameSchema.safeParse(first);
    const version = versionSchema.safeParse(second);
    if (platform.success && isOff(second)) return { set: 'min-version', platform: platform.data, version: null };
    if (platform.success && version.success)
      return { set: 'min-version', platform: platform.data, version: version.data };
  }
  throw new EnvError(USAGE);
}

async function main(): Promise<void> {
  const order = readOrder(process.argv.slice(2));
  const { databaseUrl, dataDir } = readEnv();
  try {
    const database = await openDatabase({ databaseUrl, dataDir });
    await carryOut(database.kysely, order).finally(() => database.close());
  } catch (error) {
    // The embedded database belongs to the running server: it takes the order from its folder.
    if (!(error instanceof FolderInUseError)) throw error;
    await leaveOrder(dataDir, order);
  }
  console.log('Done: running servers act on it within 2 seconds.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
