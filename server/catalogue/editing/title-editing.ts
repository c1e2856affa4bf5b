import type { OperatedClip } from '#contract/console/clips.ts';
import type { EditedTitle, PictureKind, TitleForm } from '#contract/console/title-editing.ts';
import type { Stream } from '#contract/playback.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanQuarter } from '#server/lib/korean-time.ts';
import { ChangedMeanwhileError, RefusedError } from '#server/lib/refused-error.ts';
import type { MediaSigner } from '#server/providers/media-signer.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { lockSetting, removeSetting } from '#server/settings/index.ts';
import { writeTitle } from './add-title.ts';
import {
  checkVersion,
  clipIdsOf,
  createTitleEdits,
  missing,
  productsOf,
  sourced,
  type Fields,
  type Versioned,
} from './edit-title.ts';
import {
  COUNTRY_FIELDS,
  differenceOf,
  episodeFieldsSchema,
  failInForm,
  fieldsOfTitle,
  formOf,
  parseFields,
  productFieldsSchema,
  titleFieldsSchema,
} from './edited-fields.ts';
import { countEpisodesOfClip, listChoices, listClipUses, removeTitleRows } from './editing-store.ts';
import { createEpisodeEditing, type EpisodeEditing } from './episode-editing.ts';
import { findTitleRecord } from '#server/catalogue/transfer/export-store.ts';
import { titlePathOf, type ProductRecord, type TitleRecord } from '#server/catalogue/format/index.ts';
import { takeIds, type Ids } from './ids-store.ts';
import { DEMO_SETTING } from '#server/catalogue/transfer/import-catalogue.ts';
import type { Crop } from '#server/catalogue/pictures/decode-picture.ts';
import { LOCK_SETTING } from './lock.ts';
import type { FindFaces } from './clip-faces.ts';
import { lookAtClip } from './look-at-clip.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { findTitle } from './publication-store.ts';
import { isTitleRemovable } from './removability.ts';
import { saveReplaced } from '#server/catalogue/pictures/stored-pictures-store.ts';
import { createEpisodeMoving, type EpisodeMoving } from '#server/catalogue/moves/move-episode.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import type { MakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { createTitlePictures, type TitlePicturesOptions } from '#server/catalogue/pictures/title-pictures.ts';
import { listClipRecords } from './title-record-store.ts';

/**
 * An operator's changes to what a title is. A change of a part that somebody else has changed in the meantime throws
 * ChangedMeanwhileError; wrong fields fail with VALIDATION_FAILED. All calls but `form` and `clips` throw MissingError.
 */
export interface TitleEditing extends EpisodeEditing, EpisodeMoving {
  form(): Promise<TitleForm>;
  show(id: number): Promise<EditedTitle>;
  create(fields: Fields): Promise<EditedTitle>;
  change(id: number, change: Versioned & { fields: Fields }): Promise<EditedTitle>;
  /** @throws RefusedError unless viewers have never seen it. */
  remove(id: number): Promise<void>;
  setProducts(
    id: number,
    change: Versioned & { products: readonly { id: number | null; fields: Fields }[] },
  ): Promise<EditedTitle>;
  /** @throws RefusedError when the bytes are no picture that can be used. */
  setPicture(id: number, kind: Exclude<PictureKind, 'still'>, bytes: Buffer, crop: Crop): Promise<EditedTitle>;
  setEpisodePicture(episodeId: number, bytes: Buffer, crop: Crop): Promise<EditedTitle>;
  clips(query: { keyword?: string | undefined; limit: number; offset: number }): Promise<{
    count: number;
    results: OperatedClip[];
    is_partial: boolean;
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
  draftArt: Pick<DraftArt, 'sign'>;
  makePicture: MakePicture;
  drawn: TitlePicturesOptions['drawn'];
  findFaces: FindFaces;
  /** The service is in several countries. */
  hasCountries: boolean;
  /** Told when files of a removed title stay behind. */
  onLeftover(error: unknown): void;
}

const NO_FACE = { file: null, picture: null };

export function createTitleEditing(options: TitleEditingOptions): TitleEditing {
  const { db, transact, clock, record: recordChange, mediaStore, drawn, onLeftover } = options;
  const edits = createTitleEdits(options);
  const { show, edit, editEpisode, titleOfEpisode } = edits;
  const pictures = createTitlePictures(options);

  const take = async (kind: keyof Ids, count = 1) => (await transact((tx) => takeIds(tx, { [kind]: count })))[kind];

  return {
    async form() {
      const { year, quarter } = koreanQuarter(clock.now());
      const without = options.hasCountries ? [] : COUNTRY_FIELDS;
      return {
        title: formOf(titleFieldsSchema, without),
        episode: formOf(episodeFieldsSchema, without),
        product: formOf(productFieldsSchema),
        new_title: { color: drawn.color, air: { year, quarter, weekday: null, is_ended: false }, content_rating: '19' },
        ...(await listChoices(db)),
      };
    },

    show,
    ...createEpisodeMoving({ ...options, show }),
    ...createEpisodeEditing({
      clock,
      edits,
      takeEpisodeId: () => take('episode'),
      drawStill: pictures.drawStill,
    }),

    async create(fields) {
      const parsed = parseFields(titleFieldsSchema, fields);
      const id = await take('title');
      const art = await pictures.drawTitle(id, parsed.name);
      const record: TitleRecord = { kind: 'title', id, ...parsed, art, episodes: [] };
      await writeTitle(options, () =>
        Promise.resolve({
          records: [sourced(record)],
          checkedClipIds: clipIdsOf(record),
          hidden: [{ kind: 'title', id }],
          change: {
            action: 'title.create',
            subject: { kind: 'title', id },
            before: null,
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
          action: 'title.remove',
          subject: { kind: 'title', id },
          after: null,
          before: {
            ...fieldsOfTitle(record),
            episodes: record.episodes.map(({ id: episodeId, episode_num: number }) => `${number} (${episodeId})`),
            products: productsOf(record, clock.now()).map(({ id: productId, name }) => `${name} (${productId})`),
          },
        });
      });
      await mediaStore.removeFolder(titlePathOf(id)).catch(onLeftover);
    },

    async setProducts(id, { version, products }) {
      const parsed = products.map((product, index) => ({
        id: product.id,
        fields: parseFields(productFieldsSchema, product.fields, `products.${index}.`),
      }));
      const cntNew = parsed.filter((product) => product.id === null).length;
      const firstId = cntNew === 0 ? 0 : await take('product', cntNew);
      return edit(id, '', (record) => {
        const before = productsOf(record, clock.now());
        checkVersion(version, before);
        const known = new Map(before.map((product) => [product.id, product]));
        let nextId = firstId;
        const after: ProductRecord[] = parsed.map((product) => {
          if (product.id !== null && !known.has(product.id)) throw new ChangedMeanwhileError();
          // What the form does not have stays: the shop's place changes it.
          const { sale } = (product.id !== null && known.get(product.id)) || {};
          return { id: product.id ?? nextId++, ...product.fields, ...(sale && { sale }) };
        });
        return {
          next: { ...record, products: after },
          action: 'title.products',
          difference: differenceOf({ products: before }, { products: after }),
        };
      });
    },

    async setPicture(id, kind, bytes, crop) {
      await show(id);
      const path = await pictures.store(id, kind, bytes, crop);
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
      const path = await pictures.store(await titleOfEpisode(episodeId), 'still', bytes, crop);
      return editEpisode(episodeId, 'episode.picture', async (episode, tx) => {
        await saveReplaced(tx, episode.thumbnail, clock.now());
        return { ...episode, thumbnail: path };
      });
    },

    async clips({ keyword = '', limit, offset }) {
      const { results, ...found } = await listClipUses(db, { keyword: keyword.trim(), limit, offset });
      const faces = await options.findFaces(
        db,
        results.map(({ id }) => id),
      );
      return { ...found, results: results.map((clip) => ({ ...clip, ...(faces.get(clip.id) ?? NO_FACE) })) };
    },

    async streamsOf(episodeId) {
      const id = await titleOfEpisode(episodeId);
      const clipId = (await findTitleRecord(db, id))?.episodes.find((one) => one.id === episodeId)?.clip;
      const [clip] = clipId === undefined ? [] : await listClipRecords(db, [clipId]);
      if (!clip) throw missing(`episode ${episodeId}`);
      return {
        streams: lookAtClip(options, clip).streams,
        cnt_episode: await countEpisodesOfClip(db, clip.id),
      };
    },
  };
}
