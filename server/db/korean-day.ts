import { sql, type RawBuilder } from 'kysely';

/**
 * The day in Korea of a column's instant, as `YYYY-MM-DD`. Computed by arithmetic, because engines may lack a time zone
 * table.
 */
export const koreanDayOf = (column: string): RawBuilder<string> =>
  sql`to_char((${sql.ref(column)} at time zone 'UTC') + interval '9 hours', 'YYYY-MM-DD')`;
