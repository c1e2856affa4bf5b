import { expect, test } from 'vitest';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Snapshot } from '#server/catalogue/snapshot.ts';
import type { Marks } from '#server/catalogue/own-store.ts';
import type { CatalogueItem, Figures } from '#server/catalogue/store.ts';
import { createTitles } from '#server/catalogue/titles.ts';
import type { Reads } from '#server/db/reads.ts';
import type { EpisodeRow } from '#server/db/tables.ts';

const caller = { account: { id: 'account' }, profile: { id: 'profile', max_rating: '19' } } as ProfileCaller;
const FIGURES: Figures = Object.freeze({ cnt_rating: 0, sum_rating: 0 });

const marksOf = (offsets: Partial<Marks['offsets'][number]>[]): Marks =>
  Object.freeze({ score: null, isWished: false, isHidden: false, offsets: offsets as Marks['offsets'] });

/** A title whose first episode the viewer has finished, in a catalogue of which everything is cached. */
function build() {
  const itemOf = (episodeIds: number[]) =>
    Object.freeze({ id: 1, content_rating: 'all', episode_ids: episodeIds } as Partial<CatalogueItem>) as CatalogueItem;
  const known = {
    item: itemOf([11, 12]),
    marks: marksOf([{ episode_id: 11, offset: 1400, is_finished: true, updated_at: new Date(0) }]),
    episodeNum: '2화',
    isOut: true,
  };
  let episodesRead = 0;
  const snapshot = {
    item: () => known.item,
    episode: (_itemId, id) => {
      episodesRead += 1;
      return Promise.resolve(known.isOut ? ({ id, episode_num: known.episodeNum } as EpisodeRow) : undefined);
    },
  } as Pick<Snapshot, 'item' | 'episode'> as Snapshot;
  const reads = (({ tables }) =>
    (keys) =>
      keys.map(() => (tables.includes('item_figures') ? FIGURES : known.marks))) as Reads;
  const titles = createTitles({ db: undefined as never, reads, catalogue: { current: () => snapshot } });
  return {
    known,
    itemOf,
    findMine: async () => (await titles.getWithMine(caller, 1)).my,
    countEpisodesRead: () => episodesRead,
  };
}

test('the place in a begun title is found once while title and marks stay the same', async () => {
  const { findMine, countEpisodesRead } = build();
  const mine = await findMine();
  expect(mine.resume).toEqual({ episode_id: 12, episode_num: '2화', offset: 0 });
  expect(await findMine()).toBe(mine);
  expect(countEpisodesRead()).toBe(1);
});

test('the place follows the title', async () => {
  const { known, itemOf, findMine } = build();
  await findMine();
  Object.assign(known, { item: itemOf([11, 12]), episodeNum: '1.5화' });
  expect((await findMine()).resume).toMatchObject({ episode_id: 12, episode_num: '1.5화' });
  known.item = itemOf([11]);
  expect((await findMine()).resume).toBeNull();
});

test('the place follows the marks', async () => {
  const { known, findMine } = build();
  await findMine();
  known.marks = marksOf([{ episode_id: 11, offset: 40, is_finished: false, updated_at: new Date(0) }]);
  expect((await findMine()).resume).toMatchObject({ episode_id: 11, offset: 40 });
});

test('the place comes with an episode that this process’s clock has not reached yet', async () => {
  const { known, findMine } = build();
  known.isOut = false;
  expect((await findMine()).resume).toBeNull();
  known.isOut = true;
  expect((await findMine()).resume).toMatchObject({ episode_id: 12 });
});

test.each(['cached', 'read'])(
  'a %s title that the profile may not see is refused before slower reads end',
  async (how) => {
    const item = { id: 1, content_rating: '19' } as CatalogueItem;
    const find = () => (how === 'cached' ? item : Promise.resolve(item));
    const snapshot = { item: find, brief: find } as Pick<Snapshot, 'item' | 'brief'> as Snapshot;
    const neverEnds = (() => () => new Promise(() => undefined)) as Reads;
    const titles = createTitles({ db: undefined as never, reads: neverEnds, catalogue: { current: () => snapshot } });
    const child = { ...caller, profile: { ...caller.profile, max_rating: '12' as const } };
    const page = { item_id: 1, sort: 'oldest', limit: 20, offset: 0 } as const;
    await expect(titles.getWithMine(child, 1)).rejects.toMatchObject({ code: 'RATING_RESTRICTED' });
    await expect(titles.listEpisodes(child, page)).rejects.toMatchObject({ code: 'RATING_RESTRICTED' });
  },
);
