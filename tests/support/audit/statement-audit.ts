import { PostgresQueryCompiler, type CompiledQuery } from 'kysely';
import { afterAll, afterEach } from 'vitest';
import { isListed } from './listed-statements.ts';
import { placeOf } from './statement-place.ts';
import { mayBeUnrouted, separateShards, shardsOf } from './unrouted-tables.ts';

/*
 * A setup file of the server tests: a test fails when the server runs a statement that would read every shard of a
 * distributed table, unless the statement is listed, one that inserts the rows of a query into such a table, or one that
 * uses rows of two shards, which a cluster joins only in part. Each text is planned once in a worker, with the parameters
 * of that call.
 *
 * It does not see two accounts in later calls of the same text, and what a cluster refuses for other reasons (decision 164).
 */

interface Audit {
  /** Texts that were judged or will be. */
  known: Set<string>;
  waiting: { statement: string; parameters: readonly unknown[]; place: string }[];
}

const AUDIT = Symbol.for('bora.statement-audit');

/** Frames of a stack that reach from the query builder to the server's own code. */
const STACK_DEPTH = 40;

/** Hooks into the query compiler, which both engines share: production code needs no switch for tests. */
function install(): Audit {
  const audit: Audit = { known: new Set(), waiting: [] };
  const note = ({ sql: statement, parameters }: CompiledQuery): void => {
    if (audit.known.has(statement)) return;
    if (mayBeUnrouted(statement)) {
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = STACK_DEPTH;
      const place = placeOf(new Error('here').stack ?? '');
      Error.stackTraceLimit = stackTraceLimit;
      // A statement of a test, or of a migration: the server may run the same text later.
      if (place === undefined) return;
      audit.waiting.push({ statement, parameters, place });
    }
    audit.known.add(statement);
  };
  const compiler = PostgresQueryCompiler.prototype;
  const { compileQuery } = compiler;
  compiler.compileQuery = function (...args): CompiledQuery {
    const compiled = compileQuery.apply(this, args);
    note(compiled);
    return compiled;
  };
  return audit;
}

// Test files of a worker share modules and prototypes, but each of them runs this file.
const shared = globalThis as { [AUDIT]?: Audit };
const audit = (shared[AUDIT] ??= install());

async function judge(): Promise<void> {
  const faults: string[] = [];
  for (const { statement, parameters, place } of audit.waiting.splice(0)) {
    const { unrouted, routed, mixed } = await shardsOf(statement);
    if (mixed.length > 0)
      faults.push(`${place} changes a table of one machine by others: ${mixed.join(', ')}\n${statement}`);
    const apart = separateShards(routed, parameters);
    if (apart.length > 0)
      faults.push(`${place} uses several shards in one statement: ${apart.join(' | ')}\n${statement}`);
    for (const { table, by, isLocked, isWritten } of unrouted.filter((one) => !isListed(statement, place, one)))
      faults.push(
        isWritten
          ? `${place} inserts rows of a query into ${table}: no machine knows their ${by} before\n${statement}`
          : `${place} reads every shard of ${table}${isLocked ? ', and locks rows there' : ''}: no ${by} = $n\n${statement}`,
      );
  }
  if (faults.length === 0) return;
  const advice =
    'Name the column, or list the function with a reason in tests/support/audit/listed-statements.ts. ' +
    'Rows of two shards need two statements.';
  throw new Error([...faults, advice].join('\n\n'));
}

afterEach(judge);
afterAll(judge);
