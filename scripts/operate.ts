import type { Staff } from '#contract/console/staff.ts';
import { createRecord } from '#server/audit/record.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { checkMigrated, NotMigratedError } from '#server/db/migrate.ts';
import { createTransact, openDatabase, type Database } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import type { Operate } from '#server/operator/calls.ts';
import { leaveSwitch, type ServiceSwitch } from '#server/status/switches-folder.ts';
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
import { readWords, UsageError, type OperateCommand } from './operate/read-words.ts';
import { endWithReader, explain, resultOf, withOperate } from './operator/with-operate.ts';

const isMigrated = (database: Database): Promise<boolean> =>
  checkMigrated(database.longWork).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotMigratedError) return false;
      throw error;
    },
  );

async function setSwitch(change: ServiceSwitch): Promise<void> {
  const { databaseUrl, dataDir } = readEnv();
  try {
    const database = await openDatabase({ databaseUrl, dataDir });
    try {
      const record = createRecord({ clock: systemClock, random: systemRandom }, { kind: 'command', name: 'operate' });
      // Maintenance is switched on before a migration, which may be the one that makes the audit log.
      const hasAuditLog = await isMigrated(database);
      await carryOut(
        { transact: createTransact(database.kysely), record: hasAuditLog ? record : () => Promise.resolve() },
        change,
      );
    } finally {
      await database.close();
    }
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
const memberLine = ({ email, role, state, last_used_at: usedAt }: Staff) =>
  [email, role, state, usedAt ?? 'never used'].join('\t');

async function changeStaff(operate: Operate, command: Exclude<OperateCommand, { name: 'switch' }>): Promise<void> {
  switch (command.name) {
    case 'staff list':
      for (const member of await resultOf(operate('staff/list', {}))) console.log(memberLine(member));
      return;
    case 'staff add':
    case 'staff link': {
      const { email } = command;
      const { link, expires_at: expiresAt } = await resultOf(
        command.name === 'staff add'
          ? operate('staff/add', { email, role: command.role })
          : operate('staff/link', { email }),
      );
      console.log(`${link}\nThe link sets the password of ${email} once, until ${expiresAt}.`);
      return;
    }
    case 'staff role':
      console.log(memberLine(await resultOf(operate('staff/role', { email: command.email, role: command.role }))));
      return;
    case 'staff remove':
      console.log(`Removed ${(await resultOf(operate('staff/remove', { email: command.email }))).removed}.`);
  }
}

async function main(): Promise<void> {
  const command = readWords(process.argv.slice(2));
  if (command.name === 'switch') return setSwitch(command.change);
  endWithReader();
  await withOperate((operate) => changeStaff(operate, command));
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : explain(error));
  process.exitCode = 1;
});
