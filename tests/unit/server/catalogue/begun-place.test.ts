import { expect, test } from 'vitest';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Snapshot } from '#server/catalogue/snapshot.ts';
import type { Activity } from '#server/catalogue/activity-store.ts';
import type { CatalogueItem, ItemRatings } from '#server/catalogue/store.ts';
import { createTitles } from '#server/catalogue/titles.ts';
import type { CreateLoader } from '#server/db/loader.ts';
import type { EpisodeRow } from '#server/db/tables.ts';

const caller = { account: { id: 'account' }, profile: { id: 'profile', max_rating: '19' } } as ProfileCaller;
const RATINGS: ItemRatings = Object.freeze({ cnt_rating: 0, sum_rating: 0 });

const activityOf = (offsets: Partial<Activity['offsets'][number]>[]): Activity =>
  Object.freeze({ score: null, isWished: false, isHidden: false, offsets: offsets as Activity['offsets'] });

/** A title whose first episode the viewer has finished. */
function build() {
  const itemOf = (episodeIds: number[]) =>
    ({ id: 1, content_rating: 'all', episode_ids: episodeIds }) as Partial<CatalogueItem> as CatalogueItem;
  const known = {
    item: itemOf([11, 12]),
    activity: activityOf([{ episode_id: 11, offset: 1400, is_finished: true, updated_at: new Date(0) }]),
    episodeNum: '2화',
    isOut: true,
  };
  const snapshot = {
    item: () => Promise.resolve(known.item),
    episode: (_itemId, id) =>
      Promise.resolve(known.isOut ? ({ id, episode_num: known.episodeNum } as EpisodeRow) : undefined),
  } as Pick<Snapshot, 'item' | 'episode'> as Snapshot;
  // Titles have numbers as keys, and what a profile has in them has names.
  const createLoader = (() => (keys: readonly unknown[]) =>
    Promise.resolve(keys.map((key) => (typeof key === 'number' ? RATINGS : known.activity)))) as CreateLoader;
  const titles = createTitles({
    db: undefined as never,
    createLoader,
    catalogue: { current: () => Promise.resolve(snapshot) },
    clock: { now: () => new Date(0) },
  });
  return { known, itemOf, findMine: async () => (await titles.getWithMine(caller, 1)).my };
}

test('a begun title goes on with the episode after the one that was finished', async () => {
  const { findMine } = build();
  expect((await findMine()).resume).toEqual({ episode_id: 12, episode_num: '2화', offset: 0 });
});

test('the place follows the title', async () => {
  const { known, itemOf, findMine } = build();
  await findMine();
  Object.assign(known, { item: itemOf([11, 12]), episodeNum: '1.5화' });
  expect((await findMine()).resume).toMatchObject({ episode_id: 12, episode_num: '1.5화' });
  known.item = itemOf([11]);
  expect((await findMine()).resume).toBeNull();
});

test('the place follows what the profile watched', async () => {
  const { known, findMine } = build();
  await findMine();
  known.activity = activityOf([{ episode_id: 11, offset: 40, is_finished: false, updated_at: new Date(0) }]);
  expect((await findMine()).resume).toMatchObject({ episode_id: 11, offset: 40 });
});

test('the place comes with an episode that this process’s clock has not reached yet', async () => {
  const { known, findMine } = build();
  known.isOut = false;
  expect((await findMine()).resume).toBeNull();
  known.isOut = true;
  expect((await findMine()).resume).toMatchObject({ episode_id: 12 });
});

test('a title that the profile may not see is refused before slower reads end', async () => {
  const item = { id: 1, content_rating: '19' } as CatalogueItem;
  const find = () => Promise.resolve(item);
  const snapshot = { item: find, brief: find } as Pick<Snapshot, 'item' | 'brief'> as Snapshot;
  const neverEnds = (() => () => new Promise(() => undefined)) as CreateLoader;
  const titles = createTitles({
    db: undefined as never,
    createLoader: neverEnds,
    catalogue: { current: () => Promise.resolve(snapshot) },
    clock: { now: () => new Date(0) },
  });
  const child = { ...caller, profile: { ...caller.profile, max_rating: '12' as const } };
  const page = { item_id: 1, sort: 'oldest', limit: 20, offset: 0 } as const;
  await expect(titles.getWithMine(child, 1)).rejects.toMatchObject({ code: 'RATING_RESTRICTED' });
  await expect(titles.listEpisodes(child, page)).rejects.toMatchObject({ code: 'RATING_RESTRICTED' });
});
