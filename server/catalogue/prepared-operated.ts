import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { nameKeyOf } from './lists/name-order.ts';

/** Letters and digits alone: a space or a sign makes no other title. */
export const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Each on a line of its own, so that the place of a word says whether a name begins with it, or is it. */
const linesOf = (names: readonly string[]): string => `\n${[...new Set(names.map(comparable))].join('\n')}\n`;

interface Operated {
  id: number;
  name: string;
  names: { name: string }[];
  aliases: string[];
  ends_at: Date | null;
  first_at: Date | null;
}

/** Writes the names and dates by which the console finds and sorts these titles, drafts too. */
export async function replaceOperated(tx: Connection, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Operated>`
    select items.id, items.name, items.names, items.aliases, items.ends_at, (
      select min(coalesce(own.starts_at, episodes.published_at))
      from episodes left join publications as own on own.kind = 'episode' and own.id = episodes.id
      where episodes.item_id = items.id and own.is_hidden is not true
    ) as first_at
    from items where items.id = any(${[...ids]}::int[])`.execute(tx);
  await sql`delete from prepared_operated where item_id = any(${[...ids]}::int[])`.execute(tx);
  await sql`insert into prepared_operated (item_id, names, name_key, first_at, ends_at)
    select * from unnest(${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ name, names, aliases }) => linesOf([name, ...names.map((one) => one.name), ...aliases]))}::text[],
      ${rows.map(({ name }) => nameKeyOf(name))}::text[],
      ${rows.map(({ first_at: at }) => at)}::timestamptz[],
      ${rows.map(({ ends_at: at }) => at)}::timestamptz[])`.execute(tx);
}
