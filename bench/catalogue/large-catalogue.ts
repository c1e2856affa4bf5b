import type { TestServer } from '#tests/support/server/server.ts';

const HIGHEST = 100_000;

/** Copies every row of a table so many times, and adds `HIGHEST` to its ids each time. */
const copy = (table: string, times: number, numbers: readonly string[]) => `
  insert into ${table} select (jsonb_populate_record(${table}, jsonb_build_object(
    ${numbers.map((column) => `'${column}', ${table}.${column} + n * ${HIGHEST}`).join(', ')}))).*
  from ${table}, generate_series(1, ${times}) as n`;

/** Multiplies the demo's titles with all their episodes and themes. Returns their number. */
export async function enlargeCatalogue(server: TestServer, times: number): Promise<number> {
  await server.query(copy('items', times - 1, ['id']));
  await server.query(copy('episodes', times - 1, ['id', 'item_id']));
  await server.query(copy('item_themes', times - 1, ['item_id']));
  await server.query(`update settings set value = (value::int + 1)::text where name = 'catalogue-version'`);
  const [row] = await server.query<{ count: number }>('select count(*)::int as count from items');
  return row!.count;
}
