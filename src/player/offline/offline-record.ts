import * as z from 'zod/mini';
import { episodeDetailSchema, type EpisodeDetail } from '#contract/catalogue.ts';
import { videoSchema, type PictureSubtitle, type Video } from '#contract/playback.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import { instantSchema } from '#contract/values.ts';

/** Stored with a downloaded video: the data to list and play it without the server. */
const offlineRecordSchema = z.object({
  profile_id: z.string(),
  downloaded_at: instantSchema,
  /** When the right to play it ends, according to the server. */
  expires_at: instantSchema,
  /** Its picture is a data: URL. */
  episode: episodeDetailSchema,
  /** Subtitles and preview pictures are data: URLs; the streams are those of the download. */
  video: videoSchema,
});

export type OfflineRecord = z.output<typeof offlineRecordSchema>;

/** Undefined for a record of an incompatible version. */
export const readOfflineRecord = (record: unknown): OfflineRecord | undefined =>
  offlineRecordSchema.safeParse(record).data;

export interface OfflineRecordParts {
  readonly profileId: string;
  readonly downloadedAt: string;
  readonly expiresAt: string;
  readonly episode: EpisodeDetail;
  readonly video: Video;
  /** Key of the subtitles that the viewer chose; null for none. */
  readonly subtitleKey: string | null;
  /** Fetches a file as a data: URL. */
  readonly toDataUrl: (url: string) => Promise<string>;
}

/** The picture subtitles of the chosen language, and those that show by themselves: each has as many bytes as a hundred texts. */
const picturesToKeep = ({ picture_subtitles: all = [], audio = [] }: Video, subtitleKey: string | null) =>
  all.filter(
    ({ lang, role }) =>
      (subtitleKey !== null && lang === langOfKey(subtitleKey)) ||
      (role === 'forced' && audio.some((sound) => sound.lang === lang)),
  );

/** Fetches all small files of a playback into the record. @throws the error of a failed subtitle download */
export async function createOfflineRecord(parts: OfflineRecordParts): Promise<OfflineRecord> {
  const { profileId, downloadedAt, expiresAt, episode, video, subtitleKey, toDataUrl } = parts;
  // A missing picture does not fail the download; missing subtitles do.
  const picture = (url: string) => toDataUrl(url).catch(() => null);
  const [thumbnail, sheet, ...subtitles] = await Promise.all([
    picture(episode.thumbnail),
    video.thumbnails ? picture(video.thumbnails.url) : null,
    ...video.subtitles.map(async (subtitle) => ({ ...subtitle, url: await toDataUrl(subtitle.url) })),
  ]);
  const pictures: PictureSubtitle[] = [];
  /** The forced pictures of a language are on the same sheets as all of it. */
  const fetched = new Map<string, Promise<string>>();
  const fetchSheet = (url: string) => {
    const known = fetched.get(url) ?? toDataUrl(url);
    fetched.set(url, known);
    return known;
  };
  for (const one of picturesToKeep(video, subtitleKey)) {
    const sheets = await Promise.all(one.sheets.map(fetchSheet));
    pictures.push({ ...one, url: await toDataUrl(one.url), sheets });
  }
  return {
    profile_id: profileId,
    downloaded_at: downloadedAt,
    expires_at: expiresAt,
    episode: { ...episode, thumbnail: thumbnail ?? episode.thumbnail },
    video: {
      ...video,
      subtitles,
      ...(video.picture_subtitles && { picture_subtitles: pictures }),
      // A download has the segments without them.
      ...(video.drawings && { drawings: [] }),
      thumbnails: video.thumbnails && sheet !== null ? { ...video.thumbnails, url: sheet } : null,
    },
  };
}
