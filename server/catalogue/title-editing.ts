import type { EditedTitle, OperatedClip, PictureKind, TitleForm } from '#contract/console/title-editing.ts';
import type { Stream } from '#contract/playback.ts';
import type { AuditAction } from '#contract/console/audit.ts';
import type { RecordChange } from '../audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { koreanQuarter } from '../lib/korean-time.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import { TRAILER_GRANT, type MediaSigner } from '../providers/media-signer.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { lockSetting, removeSetting } from '../settings/index.ts';
import { writeTitle, type ComposedTitle } from './add-title.ts';
import { tileOf } from './art.ts';
import { makePicture, type Crop } from './make-picture.ts';
import {
  differenceOf,
  episodeFieldsSchema,
  failInForm,
  fieldsOfEpisode,
  fieldsOfProduct,
  fieldsOfTitle,
  formOf,
  parseFields,
  productFieldsSchema,
  titleFieldsSchema,
  versionOfPart,
} from './edited-fields.ts';
import { countEpisodesOfClip, listChoices, listClipUses, removeTitleRows } from './editing-store.ts';
import { findTitleRecord } from './export-store.ts';
import { clipFolderOf } from './format/clip-folder.ts';
import { titlePathOf, type EpisodeRecord, type ProductRecord, type TitleRecord } from './format/index.ts';
import { takeIds, type Ids } from './ids-store.ts';
import { DEMO_SETTING } from './import-catalogue.ts';
import { LOCK_SETTING, publishChange } from './prepare.ts';
import { releaseOf } from './publication-rules.ts';
import {
  findEpisode,
  findTitle,
  listEpisodesOfTitle,
  type OperatedEpisode,
  type OperatedTitle,
} from './publication-store.ts';
import { saveReplaced, saveUse } from './stored-pictures-store.ts';
import { listClipRecords } from './title-record-store.ts';

/** How long an operator may look at a clip with one address, in ms. */
const LOOK_MS = 3600_000;

type Fields = Record<string, unknown>;

/** A change that started from a version of a part. */
interface Versioned {
  version: string;
}

/**
 * An operator's changes to what a title is. A change of a part that somebody else has changed in the meantime throws
 * ChangedMeanwhileError; wrong fields fail with VALIDATION_FAILED. All calls but `form` and `clips` throw MissingError.
 */
export interface TitleEditing {
  form(): Promise<TitleForm>;
  show(id: number): Promise<EditedTitle>;
  create(fields: Fields): Promise<EditedTitle>;
  change(id: number, change: Versioned & { fields: Fields }): Promise<EditedTitle>;
  /** @throws RefusedError unless viewers have never seen it. */
  remove(id: number): Promise<void>;
  addEpisode(id: number, fields: Fields): Promise<EditedTitle>;
  order(id: number, change: Versioned & { ids: readonly number[] }): Promise<EditedTitle>;
  setProducts(
    id: number,
    change: Versioned & { products: readonly { id: number | null; fields: Fields }[] },
  ): Promise<EditedTitle>;
  changeEpisode(episodeId: number, change: Versioned & { fields: Fields }): Promise<EditedTitle>;
  /** @throws RefusedError unless viewers have never seen it. */
  removeEpisode(episodeId: number): Promise<EditedTitle>;
  /** @throws RefusedError when the bytes are no picture that can be used. */
  setPicture(id: number, kind: Exclude<PictureKind, 'still'>, bytes: Buffer, crop: Crop): Promise<EditedTitle>;
  setEpisodePicture(episodeId: number, bytes: Buffer, crop: Crop): Promise<EditedTitle>;
  clips(query: { keyword?: string | undefined; limit: number; offset: number }): Promise<{
    count: number;
    results: OperatedClip[];
  }>;
  /** Addresses of the clip of an episode, for an operator who looks at it. */
  streamsOf(episodeId: number): Promise<{ streams: Stream[]; cnt_episode: number }>;
}

export interface TitleEditingOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
  catalogueFolder: string;
  mediaStore: MediaStore;
  signer: MediaSigner;
  artUrl(path: string): string;
  /** A picture of a title or an episode that has none yet, as SVG, and its colour. */
  drawn: { picture(kind: PictureKind, text: string): string; color: string };
  /** Told when files of a removed title stay behind. */
  onLeftover(error: unknown): void;
}

const sourced = (record: TitleRecord) => ({ source: 'console', record });

const missing = (what: string) =>
  new MissingError(`There is no ${what}.`, '없는 작품이거나 회차예요. 그사이 지워졌을 수 있어요.');

const checkVersion = (sent: string, current: unknown) => {
  if (sent !== versionOfPart(current)) throw new ChangedMeanwhileError();
};

const isOutNow = (
  kind: 'title' | 'episode',
  decision: OperatedTitle | OperatedEpisode,
  ownAt: Date | null,
  now: Date,
) => releaseOf({ kind, decision, ownAt }, now).state === 'published';

/** Viewers have seen the title, or could have. */
const wasTitleOut = (title: OperatedTitle, now: Date) => title.was_out || isOutNow('title', title, title.first_at, now);

const isTitleRemovable = (title: OperatedTitle, now: Date) => title.is_hidden && !wasTitleOut(title, now);

const wasEpisodeOut = (episode: OperatedEpisode, title: OperatedTitle, now: Date) =>
  wasTitleOut(title, now) && (episode.was_out || isOutNow('episode', episode, episode.published_at, now));

const isEpisodeRemovable = (episode: OperatedEpisode, title: OperatedTitle, now: Date) =>
  (episode.is_hidden || title.is_hidden) && !wasEpisodeOut(episode, title, now);

const idsOf = (record: TitleRecord) => record.episodes.map(({ id }) => id);
const clipIdsOf = ({ episodes, trailer }: TitleRecord) => [
  ...new Set([...episodes.map(({ clip }) => clip), ...(trailer === null ? [] : [trailer])]),
];
const productsOf = (record: TitleRecord) => record.products ?? [];

const inOrder = (episodes: readonly EpisodeRecord[]): EpisodeRecord[] =>
  episodes.map((episode, index) => ({ ...episode, order: index + 1 }));

export function createTitleEditing(options: TitleEditingOptions): TitleEditing {
  const { db, transact, clock, record: recordChange, mediaStore, signer, artUrl, drawn, onLeftover } = options;

  const show = (id: number): Promise<EditedTitle> =>
    transact(async (tx) => {
      const now = clock.now();
      const record = await findTitleRecord(tx, id);
      const title = record && (await findTitle(tx, id, now));
      if (!record || !title) throw missing(`title ${id}`);
      const operated = new Map((await listEpisodesOfTitle(tx, id)).map((episode) => [episode.id, episode]));
      const { poster, wide, backdrop } = record.art;
      const fields = fieldsOfTitle(record);
      return {
        ...{ id, version: versionOfPart(fields), fields },
        pictures: { poster: artUrl(poster), wide: artUrl(wide), backdrop: artUrl(backdrop) },
        is_removable: isTitleRemovable(title, now),
        order_version: versionOfPart(idsOf(record)),
        episodes: record.episodes.map((episode) => ({
          ...{ id: episode.id, version: versionOfPart(fieldsOfEpisode(episode)), fields: fieldsOfEpisode(episode) },
          picture: artUrl(episode.thumbnail),
          is_removable: isEpisodeRemovable(operated.get(episode.id)!, title, now),
        })),
        products_version: versionOfPart(productsOf(record)),
        products: productsOf(record).map((product) => ({ id: product.id, fields: fieldsOfProduct(product) })),
      };
    });

  const take = async (kind: keyof Ids, count = 1) => (await transact((tx) => takeIds(tx, { [kind]: count })))[kind];

  /**
   * Writes what `edit` makes of the title.
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

  interface EditOutcome {
    next: TitleRecord;
    hidden?: ComposedTitle['hidden'];
    action: AuditAction;
    /** The episode that changes; absent for the title itself. */
    subject?: { id: number; name: string };
    difference: { before: Fields | null; after: Fields | null } | null;
  }

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

  /** Every picture gets a path of its own: televisions cache pictures by their address. */
  const storePicture = async (titleId: number, kind: PictureKind, bytes: Buffer, crop: Crop): Promise<string> => {
    const { picture, tile } = await makePicture(kind, bytes, crop);
    const path = `${titlePathOf(titleId)}/${versionOfPart(picture.toString('base64')).toLowerCase().replace(/\W/g, '0')}/${kind}.webp`;
    // Before the file: a worker may be removing the same picture.
    await transact((tx) => saveUse(tx, path, clock.now()));
    if (tile) await mediaStore.putBytes(tileOf(path), tile);
    await mediaStore.putBytes(path, picture);
    return path;
  };

  const drawStill = async (titleId: number, episodeId: number, text: string) => {
    const path = `${titlePathOf(titleId)}/episode-${episodeId}.svg`;
    await mediaStore.putText(path, drawn.picture('still', text));
    return path;
  };

  return {
    async form() {
      const { year, quarter } = koreanQuarter(clock.now());
      return {
        title: formOf(titleFieldsSchema),
        episode: formOf(episodeFieldsSchema),
        product: formOf(productFieldsSchema),
        new_title: { color: drawn.color, air: { year, quarter, weekday: null, is_ended: false }, content_rating: '19' },
        ...(await listChoices(db)),
      };
    },

    show,

    async create(fields) {
      const parsed = parseFields(titleFieldsSchema, fields);
      const id = await take('title');
      const art = {} as TitleRecord['art'];
      for (const kind of ['poster', 'wide', 'backdrop'] as const) {
        art[kind] = `${titlePathOf(id)}/${kind}.svg`;
        // Screens write the title's name over its backdrop.
        await mediaStore.putText(art[kind], drawn.picture(kind, kind === 'backdrop' ? '' : parsed.name));
      }
      const record: TitleRecord = { kind: 'title', id, ...parsed, art, episodes: [] };
      await writeTitle(options, () =>
        Promise.resolve({
          records: [sourced(record)],
          checkedClipIds: clipIdsOf(record),
          hidden: [{ kind: 'title', id }],
          change: {
            ...{ action: 'title.create', subject: { kind: 'title', id }, before: null },
            after: fieldsOfTitle(record),
          },
        }),
      ).catch((error: unknown) => failInForm(error, ''));
      return show(id);
    },

    change: (id, { version, fields }) =>
      edit(id, '', (record) => {
        const before = fieldsOfTitle(record);
        checkVersion(version, before);
        const next = { ...record, ...parseFields(titleFieldsSchema, fields) };
        return { next, action: 'title.change', difference: differenceOf(before, fieldsOfTitle(next)) };
      }),

    async remove(id) {
      await transact(async (tx) => {
        await lockSetting(tx, LOCK_SETTING, '');
        const title = await findTitle(tx, id, clock.now());
        const record = title && (await findTitleRecord(tx, id));
        if (!title || !record) throw missing(`title ${id}`);
        if (!isTitleRemovable(title, clock.now()))
          throw new RefusedError(
            `Title ${id} is or was published: unpublish it instead.`,
            title.is_hidden
              ? '공개한 적이 있는 작품은 지울 수 없어요. 내린 채로 둘 수 있어요.'
              : '공개했거나 예약한 작품이에요. 먼저 내려 주세요.',
          );
        await removeTitleRows(tx, id);
        await removeSetting(tx, DEMO_SETTING);
        await publishChange(tx, [id], clock.now());
        await recordChange(tx, {
          ...{ action: 'title.remove', subject: { kind: 'title', id }, after: null },
          before: {
            ...fieldsOfTitle(record),
            episodes: record.episodes.map(({ id: episodeId, episode_num: number }) => `${number} (${episodeId})`),
            products: productsOf(record).map(({ id: productId, name }) => `${name} (${productId})`),
          },
        });
      });
      await mediaStore.removeFolder(titlePathOf(id)).catch(onLeftover);
    },

    async addEpisode(id, fields) {
      await show(id);
      const parsed = parseFields(episodeFieldsSchema, fields);
      const episodeId = await take('episode');
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

    async setProducts(id, { version, products }) {
      const parsed = products.map((product, index) => ({
        id: product.id,
        fields: parseFields(productFieldsSchema, product.fields, `products.${index}.`),
      }));
      const cntNew = parsed.filter((product) => product.id === null).length;
      const firstId = cntNew === 0 ? 0 : await take('product', cntNew);
      return edit(id, '', (record) => {
        const before = productsOf(record);
        checkVersion(version, before);
        const known = new Set(before.map((product) => product.id));
        let nextId = firstId;
        const after: ProductRecord[] = parsed.map((product) => {
          if (product.id !== null && !known.has(product.id)) throw new ChangedMeanwhileError();
          return { id: product.id ?? nextId++, ...product.fields };
        });
        return {
          next: { ...record, products: after },
          action: 'title.products',
          difference: differenceOf({ products: before }, { products: after }),
        };
      });
    },

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
        if (!isEpisodeRemovable(operated, title, now))
          throw new RefusedError(
            `Episode ${episodeId} is or was published: unpublish it instead.`,
            operated.is_hidden || title.is_hidden
              ? '공개한 적이 있는 회차는 지울 수 없어요. 내린 채로 둘 수 있어요.'
              : '공개했거나 예약한 회차예요. 먼저 내려 주세요.',
          );
        if (productsOf(record).some((product) => product.episode_id === episodeId))
          throw new RefusedError(
            `Episode ${episodeId} is sold: remove its products first.`,
            '판매 중인 회차예요. 상품을 먼저 지워 주세요.',
          );
        const episode = record.episodes[place]!;
        return {
          next: { ...record, episodes: inOrder(record.episodes.filter((one) => one !== episode)) },
          action: 'episode.remove',
          subject: { id: episodeId, name: episode.episode_num },
          difference: { before: fieldsOfEpisode(episode), after: null },
        };
      });
    },

    async setPicture(id, kind, bytes, crop) {
      await show(id);
      const path = await storePicture(id, kind, bytes, crop);
      return edit(id, 'art', async (record, tx) => {
        await saveReplaced(tx, record.art[kind], clock.now());
        return {
          next: { ...record, art: { ...record.art, [kind]: path } },
          action: 'title.picture',
          difference: differenceOf({ [kind]: record.art[kind] }, { [kind]: path }),
        };
      });
    },

    async setEpisodePicture(episodeId, bytes, crop) {
      const path = await storePicture(await titleOfEpisode(episodeId), 'still', bytes, crop);
      return editEpisode(episodeId, 'episode.picture', async (episode, tx) => {
        await saveReplaced(tx, episode.thumbnail, clock.now());
        return { ...episode, thumbnail: path };
      });
    },

    clips: ({ keyword = '', limit, offset }) =>
      listClipUses(db, { keyword: keyword.normalize('NFC').trim(), limit, offset }),

    async streamsOf(episodeId) {
      const id = await titleOfEpisode(episodeId);
      const clipId = (await findTitleRecord(db, id))?.episodes.find((one) => one.id === episodeId)?.clip;
      const [clip] = clipId === undefined ? [] : await listClipRecords(db, [clipId]);
      if (!clip) throw missing(`episode ${episodeId}`);
      // Of no account and no play log, as a trailer's: nobody's playback counts or ends because an operator looks.
      const expiresAt = new Date(clock.now().getTime() + LOOK_MS);
      const { urlOf } = signer.sign({ folder: clipFolderOf(clip), ...TRAILER_GRANT, expiresAt });
      return {
        streams: clip.streams.map(({ protocol, path, drm = null }) => ({ protocol, url: urlOf(path), drm })),
        cnt_episode: await countEpisodesOfClip(db, clip.id),
      };
    },
  };
}
