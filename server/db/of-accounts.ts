import { sql, type RawBuilder } from 'kysely';

/** A profile and its account. */
export interface OwnerKey {
  readonly accountId: string;
  readonly profileId: string;
}

/**
 * Names the account of a batch in a condition on each of the given columns, if the batch is about one account: an engine
 * that spreads tables by account then asks one shard. Its planner looks at parameters only, not at joins. A batch about
 * several accounts has no such condition: on one machine the joins alone find its rows.
 * The comment in its place tells such statements apart in the engine's statistics, and to the tests that look for
 * statements that ask every shard.
 */
export function ofAccounts(accountIds: readonly string[], ...columns: readonly string[]): RawBuilder<boolean> {
  const [only, ...others] = new Set(accountIds);
  if (only === undefined || others.length > 0) return sql`true /* several accounts */`;
  return sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${only}`),
    sql` and `,
  );
}
