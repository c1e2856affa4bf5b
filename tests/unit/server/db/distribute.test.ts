import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { expect, test } from 'vitest';
import { distribute } from '#server/db/distribute.ts';
import { distributions } from '#server/db/distribution.ts';
import type { Tables } from '#server/db/tables.ts';

interface KnownTable {
  table: string;
  is: 'distributed' | 'reference' | 'local';
  by: string | null;
}

/** A cluster that records statements, and remembers what it was told to spread. */
function createCluster({ isCitus = true, hasCoordinator = true, known = [] as KnownTable[], failsAt = '' } = {}) {
  const statements: string[] = [];
  const spread = new Map(known.map((one) => [one.table, one]));
  const answerTo = (statement: string): object[] => {
    if (statement.includes('from pg_extension')) return isCitus ? [{}] : [];
    if (statement.includes('from pg_dist_partition')) return [...spread.values()];
    if (statement.includes('from pg_dist_node')) return hasCoordinator ? [{}] : [];
    if (statement.includes('current_database')) return [{ name: 'bora' }];
    statements.push(statement);
    if (failsAt !== '' && statement.includes(failsAt)) throw new Error('stopped');
    const [, table, by] = /create_(?:reference|distributed)_table\(\s*'(\w+)'(?:, '(\w+)')?/.exec(statement) ?? [];
    if (table !== undefined)
      spread.set(table, { table, is: by === undefined ? 'reference' : 'distributed', by: by ?? null });
    return [];
  };
  class RecordingDriver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      return Promise.resolve({
        executeQuery: async <R>({ sql }: CompiledQuery) =>
          Promise.resolve({ rows: answerTo(sql.replace(/\s+/g, ' ')) } as QueryResult<R>),
        streamQuery: () => {
          throw new Error('nothing streams');
        },
      });
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, statements };
}

const tablesThatAre = (is: string) =>
  Object.entries(distributions).flatMap(([table, declared]) => (declared.is === is ? [table] : []));

test('refuses an engine that cannot spread tables, and changes nothing', async () => {
  const { db, statements } = createCluster({ isCitus: false });
  await expect(distribute(db)).rejects.toThrow('needs the extension "citus". Nothing was changed.');
  expect(statements).toEqual([]);
});

test('refuses a cluster that does not know its coordinator, and changes nothing', async () => {
  const { db, statements } = createCluster({ hasCoordinator: false });
  await expect(distribute(db)).rejects.toThrow('citus_set_coordinator_host');
  expect(statements).toEqual([]);
});

test('brings a table back to one machine that an earlier version has spread', async () => {
  const { db, statements } = createCluster({ known: [{ table: 'item_figures', is: 'distributed', by: 'item_id' }] });
  expect((await distribute(db))[0]).toBe('item_figures');
  expect(statements[0]).toBe("select undistribute_table('item_figures')");
});

test('spreads every declared table: reference tables first, then each group beside its first table', async () => {
  const { db, statements } = createCluster();
  const done = await distribute(db);
  const references = ['kysely_migration', 'kysely_migration_lock', ...tablesThatAre('reference')];
  const distributed = tablesThatAre('distributed');
  expect(done).toEqual([...references, ...distributed]);
  expect(statements.slice(0, done.length)).toEqual([
    ...references.map((table) => `select create_reference_table('${table}')`),
    ...distributed.map((table) => expect.stringMatching(`create_distributed_table\\( '${table}', '\\w+', `) as string),
  ]);
  expect(statements).toContain("select create_distributed_table( 'accounts', 'id', colocate_with => 'none')");
  expect(statements).toContain("select create_distributed_table( 'orders', 'account_id', colocate_with => 'accounts')");
  expect(statements).toContain(
    "select create_distributed_table( 'review_likes', 'item_id', colocate_with => 'short_reviews')",
  );
  expect(statements.join('\n')).not.toMatch(new RegExp(`'(?:${tablesThatAre('local').join('|')})'`));
});

test('removes the hidden originals, referring tables first, gives reports to the machine of their account, and makes transactions use one connection', async () => {
  const { db, statements } = createCluster();
  const done = await distribute(db);
  expect(statements.slice(done.length)).toEqual([
    ...done.map((table) => `select truncate_local_data_after_distributing_table('${table}')`).reverse(),
    "select create_distributed_function('write_reports(uuid, jsonb)', 'owner', colocate_with => 'accounts', force_delegation => true)",
    'alter function write_reports(uuid, jsonb) set plan_cache_mode = force_custom_plan',
    `alter database "bora" set citus.multi_shard_modify_mode = 'sequential'`,
  ]);
});

test('continues after an interruption, and spreads nothing twice', async () => {
  const first = createCluster({ failsAt: "'ratings'" });
  await expect(distribute(first.db)).rejects.toThrow('stopped');
  const known = first.statements.flatMap((statement): KnownTable[] => {
    const [, kind, table, by] = /create_(\w+)_table\(\s*'(\w+)'(?:, '(\w+)')?/.exec(statement)!;
    return table === 'ratings' ? [] : [{ table: table!, is: kind as KnownTable['is'], by: by ?? null }];
  });
  const second = createCluster({ known });
  expect((await distribute(second.db))[0]).toBe('ratings');
  expect(second.statements[0]).toBe(
    "select create_distributed_table( 'ratings', 'account_id', colocate_with => 'accounts')",
  );
  expect(await distribute(second.db)).toEqual([]);
});

test.each<KnownTable>([
  { table: 'orders', is: 'distributed', by: 'id' },
  { table: 'orders', is: 'reference', by: null },
  { table: 'items', is: 'distributed', by: 'id' },
])('refuses a cluster where $table is $is by $by, before it changes anything', async (one) => {
  const { db, statements } = createCluster({ known: [one] });
  await expect(distribute(db)).rejects.toThrow(`The table ${one.table} is spread in another way`);
  expect(statements).toEqual([]);
});

test('spreads a table that the cluster only tracks because of a foreign key', async () => {
  const { db } = createCluster({ known: [{ table: 'episodes', is: 'local', by: null }] });
  expect(await distribute(db)).toContain('episodes');
});
