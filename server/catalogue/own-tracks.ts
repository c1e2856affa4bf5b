import type { Connection } from '../db/open.ts';
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
