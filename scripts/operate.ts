import { platformNameSchema } from '#contract/accounts.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { EnvError, readEnv } from '#server/env.ts';
import {
  leaveSwitch,
  maintenanceMessageSchema,
  versionSchema,
  type ServiceSwitch,
} from '#server/status/switches-folder.ts';
import { carryOut } from '#server/status/service-state.ts';
import { carryOutSupport } from './operator/support.ts';
import { isSupportCommand, readSupportWords, SUPPORT_USAGE, UsageError } from './operator/support-words.ts';
import { endWithReader, explain, withOperate } from './operator/with-operate.ts';

const USAGE = `npm run operate -- maintenance on "<what viewers are told>"     every call but the status is answered with 503
npm run operate -- maintenance off
npm run operate -- min-version <tizen|webos|web> <1.2.0|off>    older apps ask their viewers to update
${SUPPORT_USAGE}`;

function readSwitch([command, first = '', second = '']: readonly string[]): ServiceSwitch {
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

async function turnSwitch(words: readonly string[]): Promise<void> {
  const change = readSwitch(words);
  const { databaseUrl, dataDir } = readEnv();
  try {
    const database = await openDatabase({ databaseUrl, dataDir });
    await carryOut(database.kysely, change).finally(() => database.close());
  } catch (error) {
    // The running server has the embedded database open: it reads the switch from its data folder.
    if (!(error instanceof FolderInUseError)) throw error;
    await leaveSwitch(dataDir, change);
  }
  console.log('Done: running servers apply it within 2 seconds.');
}

async function support(words: readonly string[]): Promise<void> {
  const { command, isJson } = readSupportWords(words);
  const { value, lines } = await withOperate((operate) => carryOutSupport(operate, command));
  console.log(isJson ? JSON.stringify(value) : lines.join('\n'));
}

endWithReader();

const words = process.argv.slice(2);
(isSupportCommand(words[0]) ? support(words) : turnSwitch(words)).catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
