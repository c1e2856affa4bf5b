import type { Connection, Transact } from '../db/open.ts';
import { lockSetting } from '../settings/index.ts';
import { featuresOf } from './lists/likeness.ts';
import { LOCK_SETTING } from './editing/lock.ts';
import { nameKeyOf } from './lists/name-order.ts';
import {
  findNextInstant,
  findVersions,
  listChanged,
  listDue,
  listIdsAfter,
  listNextInstants,
  replacePrepared,
  saveChanges,
  setPrepared,
  type PreparedTitle,
} from './prepared-store.ts';
import { replaceOperated } from './prepared-operated.ts';
import { forgetChanged } from './lists/similar-titles.ts';
import { bumpVersion, listCatalogueItems, type CatalogueItem } from './store.ts';

/** Raise it when the rows' content changes: servers then prepare all titles again at their start. */
export const FORM = 10;

/** Titles per statement, so that neither a transaction nor the event loop is held for long. */
const TITLES_AT_ONCE = 100;
/** A change of more titles is recorded as one of all. */
const MOST_CHANGED = 5_000;

/** Where a title has something to show; null for everywhere. */
function countriesOf({ countries, limited_episodes: limited, cnt_episode: count }: CatalogueItem): string[] | null {
  // With one episode that is everywhere, the title decides.
  if (limited.length === 0 || limited.length < count) return countries.length === 0 ? null : [...countries];
  const somewhere = [...new Set(limited.flatMap((episode) => episode.countries))];
  return countries.length === 0 ? somewhere : somewhere.filter((country) => countries.includes(country));
}

const ratingsByCountry = ({ country_ratings: ratings }: CatalogueItem) =>
  ratings.length === 0 ? null : Object.fromEntries(ratings.map((one) => [one.country, one.content_rating]));

const preparedOf = (item: CatalogueItem, nextAt: Date | null): PreparedTitle => {
  const isListed = item.cnt_episode > 0;
  return {
    row: {
      item_id: item.id,
      position: item.position,
      name_key: nameKeyOf(item.name),
      content_rating: item.content_rating,
      is_listed: isListed,
      latest_at: item.latest_published_at,
      genres: [...item.genres],
      weekday: item.is_ended ? null : item.weekday,
      air_year: item.air_year,
      audio_tracks: [...item.audio_tracks],
      subtitle_tracks: [...item.subtitle_tracks],
      theme_ids: [...item.theme_ids],
      series_id: item.series_id,
      series_order: item.series_order,
      countries: countriesOf(item),
      country_ratings: ratingsByCountry(item),
      next_at: nextAt,
    },
    item,
    features: isListed ? [...new Set(featuresOf(item).map(([feature]) => feature))] : [],
  };
};

async function prepareTitles(tx: Connection, ids: readonly number[], now: Date): Promise<void> {
  const changed: number[] = [];
  for (let start = 0; start < ids.length; start += TITLES_AT_ONCE) {
    const part = ids.slice(start, start + TITLES_AT_ONCE);
    const items = await listCatalogueItems(tx, part, now);
    const instants = await listNextInstants(tx, part, now);
    const titles = items.map((item) => preparedOf(item, instants.get(item.id) ?? null));
    for (const id of await replacePrepared(tx, part, titles)) changed.push(id);
    await replaceOperated(tx, part);
  }
  if (changed.length > 0) await forgetChanged(tx, changed);
}

const preparedAt = (version: string) => `${FORM}:${version}`;

/** The form of all rows, and the version that they are of; `undefined` before they were prepared at all. */
const readPrepared = (prepared: string | undefined) => {
  const [form = '', version = ''] = (prepared ?? '').split(':');
  return prepared === undefined ? undefined : { form: Number(form), version };
};

/** Whether the rows of all titles are prepared in this server's form. */
async function isPrepared(db: Connection): Promise<boolean> {
  const { version, prepared } = await findVersions(db);
  return prepared === preparedAt(version);
}

/**
 * Whether a running server can use the rows. It leaves those of a newer form to the newer servers beside it: two versions
 * that prepared everything in their own form would do so in turns, again with each change.
 */
export async function isUsable(db: Connection): Promise<boolean> {
  const { version, prepared } = await findVersions(db);
  return prepared === preparedAt(version) || (readPrepared(prepared)?.form ?? 0) > FORM;
}

/**
 * Prepares changed titles and tells every process, in the change's own transaction: the work is in proportion to the
 * change. The caller holds the lock.
 */
export async function publishChange(tx: Connection, itemIds: readonly number[], now: Date): Promise<void> {
  const ids = [...new Set(itemIds)].sort((one, other) => one - other);
  const isCurrent = await isPrepared(tx);
  const version = await bumpVersion(tx);
  await prepareTitles(tx, ids, now);
  if (ids.length <= MOST_CHANGED) await saveChanges(tx, version, ids);
  if (isCurrent) await setPrepared(tx, preparedAt(version));
}

/** Prepares the titles of which something has come out, if there are any. */
export async function publishDue(db: Connection, transact: Transact, now: Date): Promise<void> {
  const first = await findNextInstant(db);
  if (first === null || now < first) return;
  await transact(async (tx) => {
    await lockSetting(tx, LOCK_SETTING, '');
    const ids = await listDue(tx, now);
    if (ids.length > 0) await publishChange(tx, ids, now);
  });
}

/**
 * Prepares what is not prepared in this server's form: everything after an upgrade or a change by hand, and the changed
 * titles after changes by a server with another form. Writes in many short transactions; a process that is killed leaves the
 * rest to the next one.
 */
export async function prepareAll(transact: Transact, now: () => Date): Promise<void> {
  const prepare = (choose: (tx: Connection) => Promise<number[]> | number[]): Promise<number[]> =>
    transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      const ids = await choose(tx);
      await prepareTitles(tx, ids, now());
      return ids;
    });

  for (;;) {
    const { version: until, prepared } = await transact(findVersions);
    if (prepared === preparedAt(until)) return;
    const before = readPrepared(prepared);
    const changed = before?.form === FORM ? await transact((tx) => listChanged(tx, before.version, until)) : undefined;
    for (let start = 0; start < (changed?.length ?? 0); start += TITLES_AT_ONCE)
      await prepare(() => changed!.slice(start, start + TITLES_AT_ONCE));
    for (let after = -1; changed === undefined;) {
      const ids = await prepare((tx) => listIdsAfter(tx, after, TITLES_AT_ONCE));
      if (ids.length === 0) break;
      after = ids.at(-1)!;
    }
    // Changes that came in between are for the next round.
    await transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      if (!(await isPrepared(tx))) await setPrepared(tx, preparedAt(until));
    });
  }
}
