import type { Connection } from '../db/open.ts';
import { ChangedMeanwhileError } from '../lib/refused-error.ts';
import { versionOfPart } from './editing/edited-fields.ts';
import type { ClipRecord } from './format/index.ts';
import { writeTitle, type WriteTitleOptions } from './editing/add-title.ts';
import { countEpisodesOfClip } from './editing/editing-store.ts';
import { findRecordsOfEpisode } from './single-episodes.ts';
import { saveReplaced, saveUse } from './pictures/stored-pictures-store.ts';

/*
 * Changes of the tracks that the clip of an episode has, for files that come after the video.
 */

type Subtitles = ClipRecord['subtitles'];

export interface FoundClip {
  clip: ClipRecord;
  titleId: number;
  titleName: string;
  /** `3화` */
  episodeNum: string;
  /** Episodes that play the clip. */
  cntEpisode: number;
}

/** @throws MissingError */
export async function findClipToEdit(db: Connection, episodeId: number, now: Date): Promise<FoundClip> {
  const { clip, title, episode } = await findRecordsOfEpisode(db, episodeId, now);
  return {
    clip,
    titleId: title.id,
    titleName: title.name,
    episodeNum: episode.episode_num,
    cntEpisode: await countEpisodesOfClip(db, clip.id),
  };
}

/** Remembers a file of a clip before it is stored, so that one that nothing uses is removed after a while. */
export const noteTrackFile = (tx: Connection, path: string, now: Date): Promise<boolean> => saveUse(tx, path, now);

const shownIn = (subtitles: Subtitles) =>
  subtitles.map(({ lang, role = 'subtitle', label }) => `${label} (${lang}, ${role})`);

/**
 * Changes the subtitles of an episode's clip. Files that it has no more stay for a while: a television that plays the clip
 * goes on reading them.
 *
 * @param choose the subtitles from those that the clip has, in the transaction that the change is checked against.
 * @throws CatalogueError when a file is missing; MissingError, and what `choose` throws
 */
export async function changeSubtitlesOfEpisode(
  options: WriteTitleOptions,
  episodeId: number,
  choose: (clip: ClipRecord) => Subtitles,
): Promise<void> {
  await writeTitle(options, async (tx) => {
    const now = options.clock.now();
    const { record, clip, title, episode } = await findRecordsOfEpisode(tx, episodeId, now);
    const subtitles = choose(clip);
    const has = (list: Subtitles, path: string) => list.some((one) => one.path === path);
    for (const { path } of clip.subtitles) if (!has(subtitles, path)) await saveReplaced(tx, path, now);
    const name = `${title.name} ${episode.episode_num}`;
    return {
      records: [
        { source: 'console', record },
        { source: 'console', record: { ...clip, subtitles } },
      ],
      // A change of a name must not fail because of a file that nobody has touched.
      checkedClipIds: subtitles.every(({ path }) => has(clip.subtitles, path)) ? [] : [clip.id],
      change: {
        action: 'episode.tracks',
        subject: { kind: 'episode', id: episodeId },
        before: { name, subtitles: shownIn(clip.subtitles) },
        after: { name, subtitles: shownIn(subtitles) },
      },
    };
  });
}

const soundsShown = (sounds: ClipRecord['audio']) =>
  (sounds ?? []).map(({ lang, role, label }) => `${label} (${lang}, ${role})`);

/**
 * Gives the clip of an episode other sounds, and the streams whose manifests name them.
 *
 * @param before the clip for which the manifests were written.
 * @throws ChangedMeanwhileError when the clip has got other sounds since; CatalogueError, MissingError
 */
export async function changeSoundsOfEpisode(
  options: WriteTitleOptions,
  episodeId: number,
  before: ClipRecord,
  { sounds, streams }: { sounds: NonNullable<ClipRecord['audio']>; streams: ClipRecord['streams'] },
): Promise<void> {
  const audio = sounds.map(({ lang, role, label }) => ({ lang, role, label }));
  await writeTitle(options, async (tx) => {
    const { record, clip, title, episode } = await findRecordsOfEpisode(tx, episodeId, options.clock.now());
    const madeFor = (one: ClipRecord) => versionOfPart([one.id, one.streams, one.audio]);
    if (madeFor(clip) !== madeFor(before)) throw new ChangedMeanwhileError();
    const name = `${title.name} ${episode.episode_num}`;
    return {
      records: [
        { source: 'console', record },
        { source: 'console', record: { ...clip, audio, streams } },
      ],
      checkedClipIds: [clip.id],
      change: {
        action: 'episode.tracks',
        subject: { kind: 'episode', id: episodeId },
        before: { name, sounds: soundsShown(clip.audio) },
        after: { name, sounds: soundsShown(audio) },
      },
    };
  });
}
