import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { CatalogueTable, Row } from '#server/catalogue/columns.ts';
import { clipOf, themeOf } from '#server/catalogue/transfer/export-store.ts';
import type { ClipRecord, ThemeRecord, TitleRecord } from '#server/catalogue/format/index.ts';
import { clipFactsOf } from '#server/catalogue/transfer/import-rows.ts';
import { keyOf } from '#server/catalogue/transfer/import-store.ts';

export async function listClipRecords(db: Connection, ids: readonly string[]): Promise<ClipRecord[]> {
  const rows = await db
    .selectFrom('clips')
    .selectAll()
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::text[])`))
    .orderBy('id')
    .execute();
  return rows.map(clipOf);
}

export async function listThemeRecordsOf(db: Connection, ids: readonly number[]): Promise<ThemeRecord[]> {
  const rows = await db
    .selectFrom('themes')
    .selectAll()
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .orderBy('id')
    .execute();
  return rows.map(themeOf);
}

/** Something of a title's record that belongs to another title. */
export interface Taken {
  what: 'episode' | 'product' | 'series';
  /** Id of the episode or product; for a series, the position in it. */
  id: number;
  /** Name of the other title. */
  owner: string;
}

export async function listTaken(
  db: Connection,
  { id, series, episodes, products = [] }: TitleRecord,
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select 'episode' as what, episodes.id, items.name as owner from episodes join items on items.id = episodes.item_id
    where episodes.id = any(${episodes.map((episode) => episode.id)}::int[]) and episodes.item_id <> ${id}
    union all
    select 'product', products.id, items.name from products join items on items.id = products.item_id
    where products.id = any(${products.map((product) => product.id)}::int[]) and products.item_id <> ${id}
    union all
    select 'series', items.series_order, items.name from items
    where items.series_id = ${series?.id ?? null}::int and items.series_order = ${series?.order ?? null}::int
      and items.id <> ${id}`.execute(db);
  return rows;
}

/** The place of a title in the catalogue; of one that is not there, the place after all others. */
export async function placeOfTitle(db: Connection, id: number): Promise<{ position: number; isKnown: boolean }> {
  const known = await db.selectFrom('items').select('position').where('id', '=', id).executeTakeFirst();
  if (known) return { position: known.position, isKnown: true };
  const last = await db
    .selectFrom('items')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  return { position: (last?.position ?? -1) + 1, isKnown: false };
}

/** The keys of a table's rows that a title's record and the clips with it replace. */
export async function listKeysOfTitle(
  db: Connection,
  table: CatalogueTable,
  { titleId, clipIds }: { titleId: number; clipIds: readonly string[] },
): Promise<Row[]> {
  const key = sql.raw(
    keyOf(table)
      .map((column) => `${table}.${column}`)
      .join(', '),
  );
  const rowsOf = async (which: ReturnType<typeof sql>) =>
    (await sql<Row>`select ${key} from ${which}`.execute(db)).rows;
  switch (table) {
    case 'clips':
      return rowsOf(sql`clips where id = any(${[...clipIds]}::text[])`);
    case 'items':
      return rowsOf(sql`items where id = ${titleId}`);
    case 'episodes':
    case 'products':
    case 'item_themes':
      return rowsOf(sql`${sql.table(table)} where item_id = ${titleId}`);
    case 'ad_breaks':
      return rowsOf(sql`ad_breaks join episodes on episodes.id = ad_breaks.episode_id where item_id = ${titleId}`);
    case 'themes':
    case 'advertisements':
    case 'plans':
    case 'profile_images':
      return [];
  }
}

/** Gives episodes of other titles the running time and the tracks of their changed clips. */
export async function refreshClipFacts(tx: Connection, clips: readonly ClipRecord[]): Promise<void> {
  const facts = JSON.stringify(clips.map((clip) => ({ id: clip.id, ...clipFactsOf(clip) })));
  await sql`update episodes set running_time = given.running_time, audio_tracks = given.audio_tracks,
      subtitle_tracks = given.subtitle_tracks
    from jsonb_to_recordset(${facts}::jsonb)
      as given (id text, running_time int, audio_tracks text[], subtitle_tracks text[])
    where given.id = episodes.clip_id
      and (episodes.running_time, episodes.audio_tracks, episodes.subtitle_tracks)
        is distinct from (given.running_time, given.audio_tracks, given.subtitle_tracks)`.execute(tx);
}

/** Ids of the clips that a folder holds and an episode plays. */
export async function listPlayedUnder(db: Connection, folder: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct clips.id from clips join episodes on episodes.clip_id = clips.id
    where starts_with(clips.streams -> 0 ->> 'path', ${`${folder}/`}) order by clips.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Names what uses each of these clips: `episode 12`, `advertisement 3`, `trailer of title 4`. */
export async function listUsersOfClips(db: Connection, clipIds: readonly string[]): Promise<Map<string, string[]>> {
  const ids = sql`any(${[...clipIds]}::text[])`;
  const { rows } = await sql<{ clip_id: string; used_by: string }>`
    select clip_id, 'episode ' || id as used_by from episodes where clip_id = ${ids}
    union all
    select clip_id, 'advertisement ' || id from advertisements where clip_id = ${ids}
    union all
    select trailer, 'trailer of title ' || id from items where trailer = ${ids}`.execute(db);
  const users = new Map<string, string[]>();
  for (const { clip_id: clip, used_by: user } of rows) users.set(clip, [...(users.get(clip) ?? []), user]);
  return users;
}

export const listUsersOfClip = async (db: Connection, clipId: string): Promise<string[]> =>
  (await listUsersOfClips(db, [clipId])).get(clipId) ?? [];

/** Whether a playback of the episode is open. Reads every open playback: for rare calls of operators only. */
export async function isWatched(db: Connection, episodeId: number, now: Date): Promise<boolean> {
  const watched = await db
    .selectFrom('play_logs')
    .select('id')
    .where('state', '=', 'active')
    .where('episode_id', '=', episodeId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return watched !== undefined;
}
