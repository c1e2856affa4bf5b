import type { EditedTitle } from '#contract/console/title-editing.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ChangedMeanwhileError, RefusedError } from '#server/lib/refused-error.ts';
import {
  checkVersion,
  idsOf,
  inOrder,
  missing,
  productsOf,
  type Fields,
  type TitleEdits,
  type Versioned,
} from './edit-title.ts';
import { differenceOf, episodeFieldsSchema, fieldsOfEpisode, parseFields } from './edited-fields.ts';
import type { EpisodeRecord } from '#server/catalogue/format/index.ts';
import { findEpisode, findTitle } from './publication-store.ts';
import { checkEpisodeRemovable, isOutNow } from './removability.ts';

/** An operator's changes to the episodes of a title; each answers with the whole title. */
export interface EpisodeEditing {
  addEpisode(id: number, fields: Fields): Promise<EditedTitle>;
  order(id: number, change: Versioned & { ids: readonly number[] }): Promise<EditedTitle>;
  changeEpisode(episodeId: number, change: Versioned & { fields: Fields }): Promise<EditedTitle>;
  /** @throws RefusedError unless viewers have never seen it. */
  removeEpisode(episodeId: number): Promise<EditedTitle>;
}

export function createEpisodeEditing(options: {
  clock: Clock;
  edits: TitleEdits;
  takeEpisodeId(): Promise<number>;
  /** Draws the thumbnail of a new episode. @returns its path */
  drawStill(titleId: number, episodeId: number, text: string): Promise<string>;
}): EpisodeEditing {
  const { clock, takeEpisodeId, drawStill } = options;
  const { show, edit, editEpisode, placeOf, titleOfEpisode } = options.edits;

  /** Moving the date of an episode that is out into the future would take it from viewers without a decision. */
  const checkDate = async (tx: Connection, before: EpisodeRecord, after: EpisodeRecord) => {
    const now = clock.now();
    const operated = await findEpisode(tx, before.id);
    if (!operated || before.published_at === after.published_at) return;
    if (isOutNow('episode', operated, operated.published_at, now) && new Date(after.published_at as string) > now)
      throw new RefusedError(
        `Episode ${before.id} is out: unpublish it instead of moving its date.`,
        '이미 공개된 회차예요. 시각을 미루려면 먼저 내려 주세요.',
      );
  };

  return {
    async addEpisode(id, fields) {
      await show(id);
      const parsed = parseFields(episodeFieldsSchema, fields);
      const episodeId = await takeEpisodeId();
      const thumbnail = await drawStill(id, episodeId, parsed.episode_num);
      return edit(
        id,
        ({ episodes }) => `episodes[${episodes.length}]`,
        async (record, tx) => {
          const episode = { ...parsed, id: episodeId, order: record.episodes.length + 1, thumbnail };
          const title = await findTitle(tx, id, clock.now());
          return {
            next: { ...record, episodes: [...record.episodes, episode] },
            // The episode shows with its title, if that is not published yet.
            hidden: title?.is_hidden ? [] : [{ kind: 'episode', id: episodeId }],
            action: 'episode.add',
            subject: { id: episodeId, name: episode.episode_num },
            difference: { before: null, after: fieldsOfEpisode(episode) },
          };
        },
      );
    },

    order: (id, { version, ids }) =>
      edit(id, '', (record) => {
        const before = idsOf(record);
        checkVersion(version, before);
        const known = new Map(record.episodes.map((episode) => [episode.id, episode]));
        if (ids.length !== known.size || new Set(ids).size !== known.size || ids.some((one) => !known.has(one)))
          throw new ChangedMeanwhileError();
        const episodes = inOrder(ids.map((one) => known.get(one)!));
        const names = (list: readonly EpisodeRecord[]) => ({ order: list.map(({ episode_num: number }) => number) });
        return {
          next: { ...record, episodes },
          action: 'title.order',
          difference:
            differenceOf(names(record.episodes), names(episodes)) ?? differenceOf({ before }, { before: ids }),
        };
      }),

    changeEpisode: (episodeId, { version, fields }) =>
      editEpisode(episodeId, 'episode.change', async (episode, tx) => {
        checkVersion(version, fieldsOfEpisode(episode));
        const next = { ...episode, ...parseFields(episodeFieldsSchema, fields) };
        await checkDate(tx, episode, next);
        return next;
      }),

    async removeEpisode(episodeId) {
      const id = await titleOfEpisode(episodeId);
      return edit(id, '', async (record, tx) => {
        const place = placeOf(record, episodeId);
        const now = clock.now();
        const [title, operated] = [await findTitle(tx, id, now), await findEpisode(tx, episodeId)];
        if (!title || !operated) throw missing(`episode ${episodeId}`);
        const isSold = productsOf(record, now).some((product) => product.episode_id === episodeId);
        checkEpisodeRemovable(operated, title, isSold, now);
        const episode = record.episodes[place]!;
        return {
          next: { ...record, episodes: inOrder(record.episodes.filter((one) => one !== episode)) },
          action: 'episode.remove',
          subject: { id: episodeId, name: episode.episode_num },
          difference: { before: fieldsOfEpisode(episode), after: null },
        };
      });
    },
  };
}
