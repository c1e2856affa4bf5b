import * as z from 'zod/mini';
import { episodeDetailSchema, type EpisodeDetail } from '#contract/catalogue.ts';
import { videoSchema, type Video } from '#contract/playback.ts';
import { instantSchema } from '#contract/values.ts';

/** What lies beside a kept video, so that it is listed and played without a word of the server. */
const keptRecordSchema = z.object({
  profile_id: z.string(),
  kept_at: instantSchema,
  /** When the right to play it ends, as the server said. */
  expires_at: instantSchema,
  /** Its picture is in the address itself. */
  episode: episodeDetailSchema,
  /** So are subtitles and preview pictures; the streams are those that it was fetched from. */
  video: videoSchema,
});

export type KeptRecord = z.output<typeof keptRecordSchema>;

/** Undefined for what another version of the app wrote. */
export const readKeptRecord = (record: unknown): KeptRecord | undefined => keptRecordSchema.safeParse(record).data;

export interface KeptRecordParts {
  readonly profileId: string;
  readonly keptAt: string;
  readonly expiresAt: string;
  readonly episode: EpisodeDetail;
  readonly video: Video;
  /** Fetches a file and answers it as an address that holds it. */
  readonly toDataUrl: (url: string) => Promise<string>;
}

/** Everything small that a playback needs, fetched into the record. @throws what a subtitle's download throws */
export async function createKeptRecord(parts: KeptRecordParts): Promise<KeptRecord> {
  const { profileId, keptAt, expiresAt, episode, video, toDataUrl } = parts;
  // One picture fewer is no reason not to keep an episode; subtitles that are missed later are.
  const picture = (url: string) => toDataUrl(url).catch(() => null);
  const [thumbnail, sheet, ...subtitles] = await Promise.all([
    picture(episode.thumbnail),
    video.thumbnails ? picture(video.thumbnails.url) : null,
    ...video.subtitles.map(async (subtitle) => ({ ...subtitle, url: await toDataUrl(subtitle.url) })),
  ]);
  return {
    profile_id: profileId,
    kept_at: keptAt,
    expires_at: expiresAt,
    episode: { ...episode, thumbnail: thumbnail ?? episode.thumbnail },
    video: {
      ...video,
      subtitles,
      thumbnails: video.thumbnails && sheet !== null ? { ...video.thumbnails, url: sheet } : null,
    },
  };
}
