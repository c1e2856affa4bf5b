import type { Connection } from '../db/open.ts';
import { writeTitle, type WriteTitleOptions } from './editing/add-title.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { findTitleRecord } from './transfer/export-store.ts';
import { clipFolderOf } from './format/clip-folder.ts';
import type { CatalogueRecord, ClipRecord, EpisodeRecord, SourcedRecord, TitleRecord } from './format/index.ts';
import { findEpisode, findTitle } from './editing/publication-store.ts';
import { checkEpisodeRemovable } from './editing/removability.ts';
import { isWatched, listClipRecords, listUsersOfClip } from './editing/title-record-store.ts';

/*
 * Changes of single episodes, for videos that the service has made itself.
 */

export interface EpisodeToSave {
  titleId: number;
  /** The title to create; undefined if the catalogue has it. */
  newTitle: Omit<TitleRecord, 'id' | 'episodes'> | undefined;
  episode: Omit<EpisodeRecord, 'order' | 'published_at' | 'clip'>;
  clip: ClipRecord;
  /** Otherwise viewers do not see it until an operator publishes it. */
  isPublished: boolean;
  /** The title has the episode: it gets the clip. */
  isReplacing?: boolean;
}

/** Videos of one cut differ by a moment at their ends. In seconds. */
const SAME_LENGTH = 2;

/** Whether times of one clip are times of another: places of viewers, and marks. */
export const isSameLength = (one: Pick<ClipRecord, 'duration'>, other: Pick<ClipRecord, 'duration'>): boolean =>
  Math.abs(one.duration - other.duration) <= SAME_LENGTH;

/** Marks of the clip that was there, where they fit the one in its place. */
function keepMarks(clip: ClipRecord, before: ClipRecord): ClipRecord {
  if (!isSameLength(clip, before)) return clip;
  const fits = (part: { start: number; end?: number | undefined } | null) =>
    part !== null && part.start < clip.duration && (part.end ?? 0) <= clip.duration;
  const { intro, outro, recap, preview } = before;
  return {
    ...clip,
    intro: fits(intro) ? intro : null,
    outro: fits(outro) ? outro : null,
    recap: fits(recap) ? recap : null,
    preview: fits(preview) ? preview : null,
  };
}

const sourced = (record: CatalogueRecord): SourcedRecord => ({ source: 'own video', record });

/** The number in `3화`; those without one come last. */
const numberOf = ({ episode_num: text }: Pick<EpisodeRecord, 'episode_num'>) =>
  Number.parseFloat(text.match(/\d+(?:\.\d+)?/)?.[0] ?? 'Infinity');

const inOrder = (episodes: readonly EpisodeRecord[]): EpisodeRecord[] =>
  episodes.map((episode, index) => ({ ...episode, order: index + 1 }));

/** Puts an episode before the first one with a greater number. */
export function withEpisode(episodes: readonly EpisodeRecord[], added: Omit<EpisodeRecord, 'order'>): EpisodeRecord[] {
  const after = episodes.findIndex((one) => numberOf(one) > numberOf(added));
  const place = after === -1 ? episodes.length : after;
  return inOrder([...episodes.slice(0, place), { ...added, order: 0 }, ...episodes.slice(place)]);
}

/**
 * Adds an episode with its clip to a title, in the order of its number; replaces the clip of an episode that is there.
 *
 * @returns whether the title hides the episode in spite of `isPublished`, and the clip that the episode had.
 * @throws CatalogueError, RefusedError
 */
export async function saveEpisode(
  options: WriteTitleOptions,
  { titleId, newTitle, episode, clip, isPublished, isReplacing = false }: EpisodeToSave,
): Promise<{ isTitleHidden: boolean; replaced: ClipRecord | undefined }> {
  const now = options.clock.now();
  let isTitleHidden = false;
  let replaced: ClipRecord | undefined;
  await writeTitle(options, async (tx) => {
    const known = await findTitleRecord(tx, titleId);
    if (known === undefined && newTitle === undefined)
      throw new RefusedError(`Title ${titleId} is not in the catalogue any more.`);
    const title = known ?? { ...newTitle!, id: titleId, episodes: [] };
    isTitleHidden = (await findTitle(tx, titleId, now))?.is_hidden ?? false;
    const added = { ...episode, clip: clip.id, published_at: now.toISOString() };
    const before = title.episodes.find(({ id }) => id === episode.id);
    const isThere = before !== undefined;
    if (!isThere && isReplacing)
      throw new RefusedError(`Episode ${episode.id} is not in the catalogue any more.`, '그사이 지워진 회차예요.');
    const [there] = isThere ? await listClipRecords(tx, [before.clip]) : [];
    replaced = there?.id === clip.id ? undefined : there;
    const isOfClip = (path: string) => replaced !== undefined && path.startsWith(`${clipFolderOf(replaced)}/`);
    const put = (one: EpisodeRecord): EpisodeRecord => ({
      ...one,
      clip: clip.id,
      // A picture goes with the clip that it was taken from.
      thumbnail: isOfClip(one.thumbnail) ? episode.thumbnail : one.thumbnail,
    });
    const episodes = isThere
      ? title.episodes.map((one) => (one.id === episode.id ? put(one) : one))
      : withEpisode(title.episodes, added);
    // A repeated step keeps what an operator has changed in the meantime.
    const saved = there?.id === clip.id ? there : replaced ? keepMarks(clip, replaced) : clip;
    const isHiddenAlone = !isPublished && !isThere;
    return {
      records: [sourced({ ...title, episodes }), sourced(saved)],
      hidden: !isHiddenAlone
        ? []
        : known === undefined
          ? [{ kind: 'title', id: titleId }]
          : isTitleHidden
            ? []
            : [{ kind: 'episode', id: episode.id }],
    };
  });
  return { isTitleHidden, replaced };
}

/** @throws MissingError */
export async function findRecordsOfEpisode(tx: Connection, episodeId: number, now: Date) {
  const episode = await findEpisode(tx, episodeId);
  const title = episode && (await findTitle(tx, episode.item_id, now));
  const record = title && (await findTitleRecord(tx, title.id));
  const clipId = record?.episodes.find(({ id }) => id === episodeId)?.clip;
  const [clip] = clipId === undefined ? [] : await listClipRecords(tx, [clipId]);
  if (!episode || !title || !record || !clip)
    throw new MissingError(`There is no episode ${episodeId}.`, '없는 회차예요. 그사이 지워졌을 수 있어요.');
  return { episode, title, record, clip };
}

/**
 * Removes an episode that viewers have never seen, and its clip if nothing else plays it.
 *
 * @returns the removed clip; undefined when it stays.
 * @throws RefusedError when it is or was published, is sold or being watched.
 */
export async function removeEpisode(options: WriteTitleOptions, episodeId: number): Promise<ClipRecord | undefined> {
  const now = options.clock.now();
  let removed: ClipRecord | undefined;
  await writeTitle(options, async (tx) => {
    const { episode, title, record, clip } = await findRecordsOfEpisode(tx, episodeId, now);
    const isSold = record.products?.some((product) => product.episode_id === episodeId) ?? false;
    checkEpisodeRemovable(episode, title, isSold, now);
    if (await isWatched(tx, episodeId, now))
      throw new RefusedError(
        `Somebody is watching episode ${episodeId} of "${title.name}": try again later.`,
        '지금 보고 있는 사람이 있어요. 나중에 다시 시도해 주세요.',
      );
    const isUsed = (await listUsersOfClip(tx, clip.id)).some((user) => user !== `episode ${episodeId}`);
    removed = isUsed ? undefined : clip;
    const episodes = inOrder(record.episodes.filter(({ id }) => id !== episodeId));
    return {
      records: [sourced({ ...record, episodes })],
      removedClipIds: isUsed ? [] : [clip.id],
      change: {
        action: 'episode.remove',
        subject: { kind: 'episode', id: episodeId },
        after: null,
        before: { name: `${title.name} ${episode.episode_num}`, clip: clip.id },
      },
    };
  });
  return removed;
}

export type ClipMarks = Pick<ClipRecord, 'intro' | 'outro' | 'recap' | 'preview'>;

const marksOf = ({ intro, outro, recap, preview }: ClipRecord): ClipMarks => ({ intro, outro, recap, preview });

export async function findMarks(
  db: Connection,
  episodeId: number,
  now: Date,
): Promise<ClipMarks & { duration: number }> {
  const { clip } = await findRecordsOfEpisode(db, episodeId, now);
  return { duration: clip.duration, ...marksOf(clip) };
}

/**
 * Sets the parts of an episode that viewers may skip.
 *
 * @param choose the marks to change, from those that the episode has.
 * @throws CatalogueError when they are not inside the clip; RefusedError
 */
export async function changeMarks(
  options: WriteTitleOptions,
  episodeId: number,
  choose: (marks: ClipMarks) => Partial<ClipMarks>,
): Promise<void> {
  await writeTitle(options, async (tx) => {
    const { record, clip } = await findRecordsOfEpisode(tx, episodeId, options.clock.now());
    const before = marksOf(clip);
    const marks = choose(before);
    return {
      records: [sourced(record), sourced({ ...clip, ...marks })],
      checkedClipIds: [],
      change: {
        action: 'episode.marks',
        subject: { kind: 'episode', id: episodeId },
        before,
        after: { ...before, ...marks },
      },
    };
  });
}
