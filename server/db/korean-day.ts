import { sql, type RawBuilder } from 'kysely';

/** The day in Korea of a column's instant, as `YYYY-MM-DD`. By arithmetic: engines need no table of time zones. */
export const koreanDayOf = (column: string): RawBuilder<string> =>
  sql`to_char((${sql.ref(column)} at time zone 'UTC') + interval '9 hours', 'YYYY-MM-DD')`;
