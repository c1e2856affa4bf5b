import { describeDatabase, type DatabaseFacts } from '#server/db/describe.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { checkSameVersion, executedMigrations, NewerDatabaseError, NotMigratedError } from '#server/db/migrate.ts';
import { openDatabase, type Connection, type Database } from '#server/db/open.ts';
import { CONNECTIONS_OF_PROCESS } from '#server/db/postgres.ts';
import { systemClock } from '#server/lib/clock.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import type { Env } from '../env.ts';
import { causeOf } from './cause.ts';
import { checkLastChange } from './clock.ts';
import { checkMediaKeys } from './media-keys.ts';
import { bad, good, messageOf, skipped, warning, type Finding } from './finding.ts';

const LEAST_VERSION = 13;
/** Two processes run during an upgrade. */
const LEAST_CONNECTIONS = 2 * CONNECTIONS_OF_PROCESS;

/** A difference of clocks from which tickets and codes end too early, in ms. */
const CLOCK_LIMIT_MS = 2_000;

/** @param offsetMs by how much the database's clock is ahead of this machine's. */
export function judgeDatabase(facts: DatabaseFacts, offsetMs: number): Finding[] {
  const { version, encoding, maxConnections, isReadOnly, isDurable } = facts;
  const findings: Finding[] = [];
  if (Number.parseInt(version, 10) < LEAST_VERSION)
    findings.push(
      bad(
        'Database',
        [`PostgreSQL ${version} is too old.`, `PostgreSQL ${version}은 너무 오래됐어요.`],
        [`Upgrade to ${LEAST_VERSION} or later.`, `${LEAST_VERSION} 이상으로 올려 주세요.`],
      ),
    );
  if (encoding !== 'UTF8')
    findings.push(
      bad(
        'Database',
        [`Its encoding is ${encoding}.`, `문자 인코딩이 ${encoding}예요.`],
        [
          'Make a database with: createdb --encoding UTF8 --template template0 bora',
          'createdb --encoding UTF8 --template template0 bora 명령으로 다시 만들어 주세요.',
        ],
      ),
    );
  if (isReadOnly)
    findings.push(
      bad(
        'Database',
        ['It refuses writes: a standby, or read only.', '쓸 수 없어요. 대기 서버이거나 읽기 전용이에요.'],
        ['Point DATABASE_URL at the primary.', 'DATABASE_URL을 주 서버로 바꿔 주세요.'],
      ),
    );
  if (!isDurable)
    findings.push(
      bad(
        'Database',
        [
          'fsync or full_page_writes is off: a power cut loses orders.',
          'fsync나 full_page_writes가 꺼져 있어서, 전원이 끊기면 주문을 잃어요.',
        ],
        ['Turn both on in postgresql.conf.', 'postgresql.conf에서 둘 다 켜 주세요.'],
      ),
    );
  if (maxConnections < LEAST_CONNECTIONS)
    findings.push(
      warning(
        'Database',
        [
          `max_connections is ${maxConnections}; a process takes up to ${CONNECTIONS_OF_PROCESS}, and two run during an upgrade.`,
          `max_connections가 ${maxConnections}이에요. 프로세스 하나가 ${CONNECTIONS_OF_PROCESS}개까지 쓰고, 업그레이드하는 동안에는 둘이 실행돼요.`,
        ],
        [
          `Raise max_connections to ${LEAST_CONNECTIONS} for each process that you run.`,
          `프로세스마다 ${LEAST_CONNECTIONS}개가 되도록 max_connections를 늘려 주세요.`,
        ],
      ),
    );
  if (Math.abs(offsetMs) > CLOCK_LIMIT_MS)
    findings.push(
      bad(
        'Clock',
        [
          `The database's clock is ${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs > 0 ? 'ahead' : 'behind'}.`,
          `데이터베이스의 시계가 ${(Math.abs(offsetMs) / 1000).toFixed(1)}초 ${offsetMs > 0 ? '빨라요' : '느려요'}.`,
        ],
        [
          'Run a time service (chrony, systemd-timesyncd) on both machines.',
          '두 기기에서 시간 서비스(chrony, systemd-timesyncd)를 켜 주세요.',
        ],
      ),
    );
  return findings.length > 0
    ? findings
    : [
        good(
          'Database',
          `PostgreSQL ${version}, up to ${maxConnections} connections, clock in step.`,
          `PostgreSQL ${version}, 연결 ${maxConnections}개까지, 시계가 맞아요.`,
        ),
      ];
}

/** What the failure to open a database means for an operator. */
function explainFailure(error: unknown): Finding {
  if (error instanceof FolderInUseError)
    return good(
      'Database',
      'The running service has the embedded database open.',
      '실행 중인 서비스가 내장 데이터베이스를 쓰고 있어요.',
    );
  if (error instanceof NotMigratedError)
    return warning(
      'Database',
      [`It has the tables of an older version (${error.message}).`, `이전 버전의 표예요(${error.message}).`],
      [
        'Run: bora migrate. Every start does it, too, unless MIGRATIONS is release-step.',
        'bora migrate를 실행해 주세요. MIGRATIONS가 release-step이 아니면 다시 시작해도 돼요.',
      ],
    );
  if (error instanceof NewerDatabaseError)
    return bad(
      'Database',
      [error.message, '더 새로운 버전이 쓰던 데이터베이스예요.'],
      ['Install the newer version again, or restore the backup.', '새 버전을 다시 설치하거나 백업을 되돌려 주세요.'],
    );
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseBusyError)
    return bad(
      'Database',
      [`It does not answer: ${error.message}`, `데이터베이스가 응답하지 않아요. ${causeOf(error)[1]}`],
      [
        'Look whether it runs, and check DATABASE_URL, its password and the firewall.',
        '실행 중인지, DATABASE_URL과 비밀번호와 방화벽이 맞는지 봐 주세요.',
      ],
    );
  return bad(
    'Database',
    [messageOf(error), `데이터베이스를 쓸 수 없어요. ${causeOf(error)[1]}`],
    ['See docs/operations/grow.md.', 'docs/operations/grow.md를 봐 주세요.'],
  );
}

/** Uses the connections of viewers' calls: those of long work may be taken by jobs for minutes. */
async function examineOpen(database: Database): Promise<Finding[]> {
  const startedMs = Date.now();
  const facts = await describeDatabase(database.kysely);
  const offsetMs = facts.now.getTime() - (startedMs + Date.now()) / 2;
  return database.engine === 'embedded'
    ? [good('Database', 'The embedded database opens.', '내장 데이터베이스가 열려요.')]
    : judgeDatabase(facts, offsetMs);
}

/** What is stored, in tables of this version. */
const examineStored = async (env: Env, { engine }: Database, db: Connection): Promise<Finding[]> => [
  ...(engine === 'embedded' ? await checkLastChange(db, systemClock.now()) : []),
  ...(await checkMediaKeys(env, db)),
];

/** @param database that of a running service. */
export async function examineDatabase(env: Env, database: Database): Promise<Finding[]> {
  try {
    return [...(await examineOpen(database)), ...(await examineStored(env, database, database.kysely))];
  } catch (error) {
    return [explainFailure(error)];
  }
}

export async function checkDatabase(env: Env, hasDataFolder: boolean): Promise<Finding[]> {
  if (env.databaseUrl === undefined && !hasDataFolder)
    return [
      skipped(
        'Database',
        'The embedded database does not exist yet; the first start makes it.',
        '내장 데이터베이스가 아직 없어요. 처음 시작할 때 만들어요.',
      ),
    ];
  try {
    const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
    try {
      const findings = await examineOpen(database);
      // An empty database is migrated by the first start.
      const known = await executedMigrations(database.longWork).catch(() => undefined);
      if (known === undefined) return findings;
      await checkSameVersion(database.longWork);
      findings.push(...(await examineStored(env, database, database.longWork)));
      return findings;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [explainFailure(error)];
  }
}
