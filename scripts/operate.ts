import { createRecord } from '#server/audit/record.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { checkMigrated, NotMigratedError } from '#server/db/migrate.ts';
import { createTransact, openDatabase, type Database } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { carryOut } from '#server/status/service-state.ts';
import { leaveSwitch, type ServiceSwitch } from '#server/status/switches-folder.ts';
import { readWords } from './operate/read-words.ts';
import { runCall } from './operate/run-call.ts';
import { endWithReader, explain, withOperate } from './operator-commands/with-operate.ts';
import { UsageError } from './operator-commands/words.ts';

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

async function main(): Promise<void> {
  const command = readWords(process.argv.slice(2));
  if (command.kind === 'switch') return setSwitch(command.change);
  endWithReader();
  const { value, lines } = await withOperate((operate) => runCall(operate, command.call));
  console.log(command.isJson ? JSON.stringify(value) : lines.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
