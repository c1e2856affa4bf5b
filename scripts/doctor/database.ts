import { describeDatabase, type DatabaseFacts } from '#server/db/describe.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { checkSameVersion, executedMigrations, NewerDatabaseError, NotMigratedError } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import type { Env } from '#server/start/env.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** Connections of one process (`server/db/postgres.ts`); two processes run during an upgrade. */
const CONNECTIONS_OF_PROCESS = 14;
const LEAST_VERSION = 13;

/** A difference of clocks from which tickets and codes end too early, in ms. */
const CLOCK_LIMIT_MS = 2_000;

/** @param offsetMs by how much the database's clock is ahead of this machine's. */
export function judgeDatabase(facts: DatabaseFacts, offsetMs: number): Finding[] {
  const { version, encoding, maxConnections, isReadOnly, isDurable } = facts;
  const findings: Finding[] = [];
  if (Number.parseInt(version, 10) < LEAST_VERSION)
    findings.push(bad('Database', `PostgreSQL ${version} is too old.`, `Upgrade to ${LEAST_VERSION} or later.`));
  if (encoding !== 'UTF8')
    findings.push(
      bad(
        'Database',
        `Its encoding is ${encoding}.`,
        'Make a database with: createdb --encoding UTF8 --template template0 bora',
      ),
    );
  if (isReadOnly)
    findings.push(bad('Database', 'It refuses writes: a standby, or read only.', 'Point DATABASE_URL at the primary.'));
  if (!isDurable)
    findings.push(
      bad(
        'Database',
        'fsync or full_page_writes is off: a power cut loses orders.',
        'Turn both on in postgresql.conf.',
      ),
    );
  if (maxConnections < 2 * CONNECTIONS_OF_PROCESS)
    findings.push(
      warning(
        'Database',
        `max_connections is ${maxConnections}; a process takes up to ${CONNECTIONS_OF_PROCESS}, and two run during an upgrade.`,
        `Raise max_connections to ${2 * CONNECTIONS_OF_PROCESS} for each process that you run.`,
      ),
    );
  if (Math.abs(offsetMs) > CLOCK_LIMIT_MS)
    findings.push(
      bad(
        'Clock',
        `The database's clock is ${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs > 0 ? 'ahead' : 'behind'}.`,
        'Run a time service (chrony, systemd-timesyncd) on both machines.',
      ),
    );
  return findings.length > 0
    ? findings
    : [good('Database', `PostgreSQL ${version}, up to ${maxConnections} connections, clock in step.`)];
}

/** What the failure to open a database means for an operator. */
function explainFailure(error: unknown): Finding {
  if (error instanceof FolderInUseError) return good('Database', 'The running service has the embedded database open.');
  if (error instanceof NotMigratedError)
    return warning(
      'Database',
      `It has the tables of an older version (${error.message}).`,
      'Run: bora migrate. Every start does it, too, unless MIGRATIONS is release-step.',
    );
  if (error instanceof NewerDatabaseError)
    return bad('Database', error.message, 'Install the newer version again, or restore the backup.');
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseBusyError)
    return bad(
      'Database',
      `It does not answer: ${error.message}`,
      'Look whether it runs, and check DATABASE_URL, its password and the firewall.',
    );
  return bad('Database', error instanceof Error ? error.message : String(error), 'See docs/operations/grow.md.');
}

export async function checkDatabase(env: Env, hasDataFolder: boolean): Promise<Finding[]> {
  if (env.databaseUrl === undefined && !hasDataFolder)
    return [skipped('Database', 'The embedded database does not exist yet; the first start makes it.')];
  try {
    const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
    try {
      const startedMs = Date.now();
      const facts = await describeDatabase(database.longWork);
      const offsetMs = facts.now.getTime() - (startedMs + Date.now()) / 2;
      // An empty database is migrated by the first start.
      const findings =
        database.engine === 'embedded'
          ? [good('Database', 'The embedded database opens.')]
          : judgeDatabase(facts, offsetMs);
      const known = await executedMigrations(database.longWork).catch(() => undefined);
      if (known !== undefined) await checkSameVersion(database.longWork);
      return findings;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [explainFailure(error)];
  }
}
