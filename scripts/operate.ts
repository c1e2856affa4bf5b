import { createRecord } from '#server/staff/audit/record.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { createTransact, openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/start/env.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { carryOut } from '#server/monitoring/status/service-state.ts';
import { leaveSwitch, type ServiceSwitch } from '#server/monitoring/status/switches-folder.ts';
import { runAccounts } from './operate/accounts.ts';
import { backUp } from './operate/backup.ts';
import { readWords } from './operate/read-words.ts';
import { restore } from './operate/restore.ts';
import { runCall } from './operate/run-call.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { hasThisVersion, withOperate } from './operator-commands/with-operate.ts';

async function setSwitch(change: ServiceSwitch): Promise<void> {
  const { databaseUrl, dataDir } = readEnv();
  try {
    const database = await openDatabase({ databaseUrl, dataDir });
    try {
      const record = createRecord({ clock: systemClock, random: systemRandom }, { kind: 'command', name: 'operate' });
      // Maintenance is switched on before a migration, which may be the one that makes the audit log.
      const hasAuditLog = await hasThisVersion(database);
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

async function main(): Promise<void> {
  const command = readWords(process.argv.slice(2));
  if (command.kind === 'switch') return setSwitch(command.change);
  if (command.kind === 'backup') return backUp(command.file);
  if (command.kind === 'restore') return restore(command.file, { isReplacing: command.isReplacing });
  const { value, lines } = await withOperate((operate) =>
    command.kind === 'accounts' ? runAccounts(operate, command) : runCall(operate, command.call),
  );
  console.log(command.isJson ? JSON.stringify(value) : lines.join('\n'));
}

runCommand(main);
