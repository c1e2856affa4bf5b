import { PGlite } from '@electric-sql/pglite';
import type { TableName } from '#server/db/tables.ts';
import { distributions } from '#server/db/distribution.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';

/** A distributed table that a statement reads, or writes, without naming the value of its column. */
export interface Unrouted {
  table: TableName;
  by: string;
  /** The statement locks the rows that it reads, which a cluster refuses on several shards. */
  isLocked: boolean;
  /**
   * New rows come from a query instead of values: a cluster collects them first, then looks for the shard of each, and
   * needs every machine for that.
   */
  isWritten: boolean;
}

/** A distributed table that a statement reads for one value of its column. */
export interface Routed {
  table: TableName;
  /** Tables of one group have equal values on one shard. */
  group: string;
  /** `$1`, or a constant. */
  value: string;
}

/** A node of PostgreSQL's plan, as `explain (format json)` writes it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Operation?: string;
  /** With `verbose`: the expressions of its rows. Those of new rows have the order of the table's columns. */
  Output?: string[];
  Plans?: PlanNode[];
  [property: string]: unknown;
}

/** The conditions of a scan on its own rows. `Recheck Cond` repeats the ones of a bitmap. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'];

const keys = new Map(
  Object.entries(distributions).flatMap(([table, declared]) =>
    declared.is === 'distributed' ? [[table, declared] as const] : [],
  ),
);
const placeOf = (table: string) => distributions[table as TableName]?.is;
const localTables = Object.keys(distributions).filter((table) => placeOf(table) === 'local');
const MENTIONED = new RegExp(`\\b(?:${[...keys.keys(), ...localTables].join('|')})\\b`, 'i');
/** Only what has no plan is let through: a statement may begin with a comment, a parenthesis or a word of the next version. */
const UNPLANNED = /^\s*(?:alter|analyze|comment|create|drop|lock|reindex|truncate|vacuum)\b/i;

/** Whether a statement may touch a distributed table, or change one of one machine; cheap. */
export const mayBeUnrouted = (statement: string): boolean => MENTIONED.test(statement) && !UNPLANNED.test(statement);

/** The parts of a condition that must all hold: `((a = $1) AND ((b = 2) OR (c = 3)))` has two. */
function conjuncts(condition: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  const inner = /^\((.*)\)$/s.exec(condition)?.[1] ?? condition;
  for (let place = 0; place < inner.length; place += 1) {
    if (inner[place] === "'") place = inner.indexOf("'", place + 1);
    else if (inner[place] === '(') depth += 1;
    else if (inner[place] === ')') depth -= 1;
    else if (depth === 0 && inner.startsWith(' AND ', place)) {
      parts.push(inner.slice(start, place));
      start = place + ' AND '.length;
    }
  }
  return [...parts, inner.slice(start)].map((part) => part.replace(/^\((.*)\)$/s, '$1'));
}

/** `rated.account_id = $1`: a parameter or a constant, which may be cast. */
const naming = (alias: string, by: string) =>
  new RegExp(`^"?${alias}"?\\."?${by}"? = \\(?(\\$\\d+|'[^']*'|\\d+)\\)?(?:::[\\w ]+)?$`);

function collect(node: PlanNode, isUnderLock: boolean, found: Found): Found {
  const isLocked = isUnderLock || node['Node Type'] === 'LockRows';
  const { 'Relation Name': table = '', Alias: alias = table } = node;
  if (node['Node Type'] === 'ModifyTable' && node.Operation !== 'Insert' && placeOf(table) === 'local')
    found.changedLocal.push(table as TableName);
  else if (placeOf(table) === 'reference' || placeOf(table) === 'distributed') found.others.push(table as TableName);
  const declared = keys.get(table);
  if (declared !== undefined && node['Node Type'] === 'ModifyTable' && node.Operation === 'Insert')
    found.inserted.push({ table: table as TableName, rows: node.Plans?.[0] });
  // Rows that are changed or removed are found by a scan below.
  if (declared !== undefined && node['Node Type'] !== 'ModifyTable') {
    const { by, group } = declared;
    const named = naming(alias, by);
    const conditions = CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? conjuncts(node[name]) : []));
    const [value] = conditions.flatMap((condition) => named.exec(condition)?.[1] ?? []);
    if (value === undefined) found.unrouted.push({ table: table as TableName, by, isLocked, isWritten: false });
    else found.routed.push({ table: table as TableName, group, value });
  }
  for (const child of node.Plans ?? []) collect(child, isLocked, found);
  return found;
}

/** One engine for all test files of a worker, with the tables and without rows. */
let opening: Promise<PGlite> | undefined;
const open = async () =>
  PGlite.create({
    loadDataDir: await databaseTemplate(),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });

/** Where a statement reads, and where its results go. */
interface Shards {
  unrouted: Unrouted[];
  routed: Routed[];
  /** A table of one machine that is changed by what is on others, which a cluster refuses: the tables. */
  mixed: TableName[];
}

interface Found extends Omit<Shards, 'mixed'> {
  changedLocal: TableName[];
  others: TableName[];
  /** Tables that get new rows, and the node that makes them. */
  inserted: { table: TableName; rows: PlanNode | undefined }[];
}

/** A parameter or a constant, which may be cast: `$1`, `($1)::uuid`, `'a@b.c'::text`. */
const VALUE = /^\(?(\$\d+|'[^']*'|\d+)\)?(?:::[\w ]+)?$/;

/** One row of values goes to the shard of its own value; the rows of a list may, and those of a query do not say. */
async function addInserted(engine: PGlite, { inserted, unrouted, routed }: Found): Promise<void> {
  for (const { table, rows } of inserted) {
    const { by, group } = keys.get(table)!;
    if (rows?.['Node Type'] === 'Values Scan') continue;
    const columns = await engine.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
    const place = columns.rows.findIndex(({ name }) => name === by);
    const isRow = rows?.['Node Type'] === 'Result' && rows.Plans === undefined;
    const value = isRow ? VALUE.exec(rows.Output?.[place] ?? '')?.[1] : undefined;
    if (value === undefined) unrouted.push({ table, by, isLocked: false, isWritten: true });
    else routed.push({ table, group, value });
  }
}

/**
 * The distributed tables of which a statement would read or write every shard, and those of which it uses one. PostgreSQL's
 * planner says so: it carries a value over equal columns, as a cluster does, which plans with it. No parser of ours has to
 * understand the statement.
 *
 * @throws Error of the engine when it cannot plan the statement.
 */
export async function shardsOf(statement: string): Promise<Shards> {
  const engine = await (opening ??= open());
  // The simple protocol, because the parameters have no values.
  const [result] = await engine.exec(`explain (generic_plan, verbose, costs off, format json) ${statement}`);
  const [[{ Plan: plan }]] = (result!.rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[]).map(
    (row) => row['QUERY PLAN'],
  ) as [[{ Plan: PlanNode }]];
  const found = collect(plan, false, { unrouted: [], routed: [], inserted: [], changedLocal: [], others: [] });
  await addInserted(engine, found);
  const { unrouted, routed, changedLocal, others } = found;
  return { unrouted, routed, mixed: changedLocal.length > 0 && others.length > 0 ? [...changedLocal, ...others] : [] };
}

/**
 * The tables that a statement reads from each shard, when it reads several: their groups differ, or the values of these
 * parameters do. A text has a parameter for each mention of an account, so only the values tell two accounts apart.
 */
export function separateShards(routed: readonly Routed[], parameters: readonly unknown[]): string[] {
  const valueOf = (value: string) =>
    value.startsWith('$') ? String(parameters[Number(value.slice(1)) - 1]) : value.replaceAll("'", '');
  const shards = groupBy(routed, ({ group, value }) => `${group} ${valueOf(value)}`);
  return shards.size < 2
    ? []
    : [...shards.values()].map((tables) => [...new Set(tables.map(({ table }) => table))].join(', '));
}
