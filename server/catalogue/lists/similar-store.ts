import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { AlikeTitles } from './likeness.ts';

/** Candidate limit per feature; a feature of fewer titles counts as rare. */
const MOST_OWNERS = 200;
/** Candidates that are compared in full. */
const MOST_COMPARED = 120;
/** Counts above this are as good as this: the feature is common. */
const MOST_COUNTED = 1_000;

/** A title, and the features that similar ones share. */
export interface Featured {
  id: number;
  features: readonly (readonly [feature: string, weight: number])[];
}

const NONE_ALIKE: AlikeTitles = { ids: [], scores: [] };

/** One title's similar ones as a statement returns them, in two texts: a driver parses arrays of numbers slowly. */
export interface AlikeRow {
  id: number;
  ids: string;
  scores: string;
}

/** `1,2.5` as numbers. As JSON, a hundred take a quarter of the time of a conversion one by one. */
const numbersIn = (text: string) => JSON.parse(`[${text}]`) as number[];

export const alikeOf = ({ ids, scores }: AlikeRow): AlikeTitles => ({ ids: numbersIn(ids), scores: numbersIn(scores) });

/**
 * Listed titles that share features with each of some titles, with the sum of `weight * ln(1 + titles / owners)` over those
 * features, the most similar first. Owners of rare features are the candidates, and owners of common ones only where those
 * are too few, so the work does not grow with the catalogue.
 *
 * @param total the number of listed titles.
 * @param limit similar titles of each.
 */
export async function listAlike(
  db: Connection,
  titles: readonly Featured[],
  { total, limit }: { total: number; limit: number },
): Promise<Map<number, AlikeTitles>> {
  const given = titles.flatMap(({ id, features }) => features.map(([feature, weight]) => ({ id, feature, weight })));
  // A row for each title, because a row for each similar one costs more to send and to read than to find.
  const { rows } = await sql<AlikeRow>`
    with given as materialized (
      select * from unnest(${given.map(({ id }) => id)}::int[], ${given.map(({ feature }) => feature)}::text[],
        ${given.map(({ weight }) => weight)}::float8[]) as given (id, feature, weight)
    ), owners as materialized (
      select known.feature, array(
        select item_id from prepared_features as owned where owned.feature = known.feature collate "C"
        order by owned.feature, owned.item_id limit ${MOST_OWNERS}) as ids
      from (select distinct feature from given) as known
    ), counted as materialized (
      select feature, ids, cardinality(ids) >= ${MOST_OWNERS} as is_common,
        case when cardinality(ids) < ${MOST_OWNERS} then cardinality(ids)::float8 else (
          select count(*)::float8 from (
            select 1 from prepared_features as owned where owned.feature = owners.feature collate "C"
            limit ${MOST_COUNTED}) as some_owners) end as cnt
      from owners
    ), worth as materialized (
      select given.id, feature, ids, is_common, given.weight * ln(1 + ${total}::float8 / greatest(cnt, 1)) as worth,
        coalesce(sum(cardinality(ids)) filter (where not is_common) over (partition by given.id), 0)
          >= ${MOST_COMPARED} as is_enough
      from given join counted using (feature)
    )
    select asked.id, alike.ids, alike.scores
    from (
      select id, array_agg(feature) filter (where is_common) as features,
        array_agg(worth) filter (where is_common) as worths
      from worth group by id
    ) as asked
    cross join lateral (
      select string_agg(item_id::text, ',' order by score desc, item_id) as ids,
        string_agg(score::text, ',' order by score desc, item_id) as scores
      from (
        select candidates.item_id, round((candidates.rare + coalesce((
            select sum(asked.worths[array_position(asked.features collate "C", own.feature)]) from prepared_features as own
            where own.item_id = candidates.item_id and own.feature = any(asked.features collate "C")
          ), 0))::numeric, 9)::float8 as score
        from (
          select owned.item_id, sum(case when is_common then 0 else worth end) as rare
          from worth cross join lateral unnest(worth.ids) as owned (item_id)
          where worth.id = asked.id and owned.item_id <> asked.id and not (is_common and is_enough)
          group by owned.item_id order by sum(worth.worth) desc, owned.item_id limit ${MOST_COMPARED}
        ) as candidates
        order by 2 desc, candidates.item_id limit ${limit}
      ) as best
    ) as alike where alike.ids is not null`.execute(db);
  const found = new Map(titles.map(({ id }) => [id, NONE_ALIKE]));
  for (const row of rows) found.set(row.id, alikeOf(row));
  return found;
}

/** The stored similar titles of some titles; those that are not compared yet are left out. */
export async function listStored(db: Connection, ids: readonly number[]): Promise<Map<number, AlikeTitles>> {
  const { rows } = await sql<AlikeRow>`
    select item_id as id, ids, scores from similar_titles where item_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, alikeOf(row)]));
}

export async function saveSimilar(
  tx: Connection,
  found: ReadonlyMap<number, AlikeTitles>,
  comparedAt: Date,
): Promise<void> {
  const given = [...found].map(([id, { ids, scores }]) => ({ item_id: id, ids: ids.join(), scores: scores.join() }));
  await sql`insert into similar_titles (item_id, ids, scores, compared_at)
    select item_id, ids, scores, ${comparedAt}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (item_id int, ids text, scores text)
    on conflict (item_id) do update
    set ids = excluded.ids, scores = excluded.scores, compared_at = excluded.compared_at`.execute(tx);
}

/** Listed titles above an id that are not compared yet. */
export async function listNotCompared(db: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select titles.item_id from prepared_titles as titles
    where titles.item_id > ${after} and titles.is_listed
      and not exists (select 1 from similar_titles as compared where compared.item_id = titles.item_id)
    order by titles.item_id limit ${limit}`.execute(db);
  return rows.map(({ item_id: id }) => id);
}

/** Compared titles, the longest ago first. */
export async function listComparedBefore(db: Connection, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from similar_titles where compared_at < ${before} order by compared_at limit ${limit}`.execute(db);
  return rows.map(({ item_id: id }) => id);
}

/** Whether any title has stored similar ones. */
export async function hasSimilar(db: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from similar_titles limit 1`.execute(db);
  return rows.length > 0;
}

/** The stored similar titles of these titles. Being similar is mutual, but each list has only the best. */
export async function listNeighbours(db: Connection, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct unnest(string_to_array(ids, ',')::int[]) as item_id from similar_titles where item_id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return rows.map(({ item_id: id }) => id);
}

/** @param ids undefined for all. */
export async function forgetSimilar(tx: Connection, ids?: readonly number[]): Promise<void> {
  const which = ids === undefined ? sql`` : sql`where item_id = any(${[...ids]}::int[])`;
  await sql`delete from similar_titles ${which}`.execute(tx);
}
