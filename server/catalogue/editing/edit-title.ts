import type { AuditAction } from '#contract/console/audit.ts';
import type { EditedTitle } from '#contract/console/title-editing.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import type { Connection } from '#server/db/open.ts';
import { ChangedMeanwhileError, MissingError } from '#server/lib/refused-error.ts';
import { pictureUrls } from './clip-faces.ts';
import { writeTitle, type ComposedTitle, type WriteTitleOptions } from './add-title.ts';
import {
  differenceOf,
  failInForm,
  fieldsOfEpisode,
  fieldsOfProduct,
  fieldsOfTitle,
  versionOfPart,
} from './edited-fields.ts';
import { findTitleRecord } from '#server/catalogue/transfer/export-store.ts';
import { offerAt, type EpisodeRecord, type TitleRecord } from '#server/catalogue/format/index.ts';
import { findEpisode, findTitle, listEpisodesOfTitle } from './publication-store.ts';
import { isEpisodeRemovable, isTitleRemovable } from './removability.ts';

export type Fields = Record<string, unknown>;

/** A change that started from a version of a part. */
export interface Versioned {
  version: string;
}

export const sourced = (record: TitleRecord) => ({ source: 'console', record });

export const missing = (what: string) =>
  new MissingError(`There is no ${what}.`, '없는 작품이거나 회차예요. 그사이 지워졌을 수 있어요.');

/** @throws ChangedMeanwhileError unless the part is what the operator saw. */
export const checkVersion = (sent: string, current: unknown) => {
  if (sent !== versionOfPart(current)) throw new ChangedMeanwhileError();
};

export const idsOf = (record: TitleRecord) => record.episodes.map(({ id }) => id);
export const clipIdsOf = ({ episodes, trailer }: TitleRecord) => [
  ...new Set([...episodes.map(({ clip }) => clip), ...(trailer === null ? [] : [trailer])]),
];
/** At their price of now. */
export const productsOf = (record: TitleRecord, now: Date) =>
  (record.products ?? []).map((product) => offerAt(product, now));

export const inOrder = (episodes: readonly EpisodeRecord[]): EpisodeRecord[] =>
  episodes.map((episode, index) => ({ ...episode, order: index + 1 }));

/** A change of a title's record. */
export interface EditOutcome {
  next: TitleRecord;
  hidden?: ComposedTitle['hidden'];
  action: AuditAction;
  /** The episode that changes; absent for the title itself. */
  subject?: { id: number; name: string };
  difference: { before: Fields | null; after: Fields | null } | null;
}

export interface EditTitleOptions extends WriteTitleOptions {
  db: Connection;
  artUrl(path: string): string;
  draftArt: Pick<DraftArt, 'sign'>;
}

export type TitleEdits = ReturnType<typeof createTitleEdits>;

/** Reads and writes the record of one title, for the operations of its form. */
export function createTitleEdits(options: EditTitleOptions) {
  const { db, transact, clock, artUrl, draftArt } = options;

  const show = (id: number): Promise<EditedTitle> =>
    transact(async (tx) => {
      const now = clock.now();
      const record = await findTitleRecord(tx, id);
      const title = record && (await findTitle(tx, id, now));
      if (!record || !title) throw missing(`title ${id}`);
      const operated = new Map((await listEpisodesOfTitle(tx, id)).map((episode) => [episode.id, episode]));
      const { poster, wide, backdrop } = record.art;
      const fields = fieldsOfTitle(record);
      const thumbnails = record.episodes.map(({ thumbnail }) => thumbnail);
      const urlOf = await pictureUrls(tx, [poster, wide, backdrop, ...thumbnails], { artUrl, draftArt, now });
      return {
        id,
        version: versionOfPart(fields),
        fields,
        pictures: { poster: urlOf(poster), wide: urlOf(wide), backdrop: urlOf(backdrop) },
        is_removable: isTitleRemovable(title, now),
        order_version: versionOfPart(idsOf(record)),
        episodes: record.episodes.map((episode) => ({
          id: episode.id,
          version: versionOfPart(fieldsOfEpisode(episode)),
          fields: fieldsOfEpisode(episode),
          picture: urlOf(episode.thumbnail),
          is_removable: isEpisodeRemovable(operated.get(episode.id)!, title, now),
        })),
        products_version: versionOfPart(productsOf(record, now)),
        products: productsOf(record, now).map((product) => ({ id: product.id, fields: fieldsOfProduct(product) })),
      };
    });

  /**
   * Writes what `change` makes of the title.
   *
   * @param form the part of the record that the form edits, as problems name it.
   */
  const edit = async (
    id: number,
    form: string | ((record: TitleRecord) => string),
    change: (record: TitleRecord, tx: Connection) => Promise<EditOutcome> | EditOutcome,
  ): Promise<EditedTitle> => {
    let formName = '';
    await writeTitle(options, async (tx): Promise<ComposedTitle> => {
      const record = await findTitleRecord(tx, id);
      if (!record) throw missing(`title ${id}`);
      formName = typeof form === 'string' ? form : form(record);
      const { next, hidden = [], action, subject, difference } = await change(record, tx);
      const name = subject ? `${record.name} ${subject.name}` : record.name;
      return {
        records: [sourced(next)],
        hidden,
        checkedClipIds: clipIdsOf(next).filter((clipId) => !clipIdsOf(record).includes(clipId)),
        ...(difference && {
          change: {
            action,
            subject: subject ? { kind: 'episode', id: subject.id } : { kind: 'title', id },
            before: difference.before && { name, ...difference.before },
            after: difference.after && { name, ...difference.after },
          },
        }),
      };
    }).catch((error: unknown) => failInForm(error, formName));
    return show(id);
  };

  const placeOf = (record: TitleRecord, episodeId: number) => {
    const place = record.episodes.findIndex((episode) => episode.id === episodeId);
    if (place === -1) throw missing(`episode ${episodeId}`);
    return place;
  };

  const titleOfEpisode = async (episodeId: number): Promise<number> => {
    const episode = await findEpisode(db, episodeId);
    if (!episode) throw missing(`episode ${episodeId}`);
    return episode.item_id;
  };

  /** Changes one episode of its title. */
  const editEpisode = async (
    episodeId: number,
    action: AuditAction,
    change: (episode: EpisodeRecord, tx: Connection) => Promise<EpisodeRecord> | EpisodeRecord,
  ) => {
    const id = await titleOfEpisode(episodeId);
    return edit(
      id,
      (record) => `episodes[${placeOf(record, episodeId)}]`,
      async (record, tx) => {
        const place = placeOf(record, episodeId);
        const before = record.episodes[place]!;
        const after = await change(before, tx);
        const withPicture = (episode: EpisodeRecord) => ({
          ...fieldsOfEpisode(episode),
          thumbnail: episode.thumbnail,
        });
        return {
          next: { ...record, episodes: record.episodes.map((one, index) => (index === place ? after : one)) },
          action,
          subject: { id: episodeId, name: before.episode_num },
          difference: differenceOf(withPicture(before), withPicture(after)),
        };
      },
    );
  };

  return { show, edit, editEpisode, placeOf, titleOfEpisode };
}
