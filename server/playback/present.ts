import type { Stream, Video } from '#contract/playback.ts';
import { clipFolderOf } from '../catalogue/clip-folder.ts';
import type { ClipRow } from '../db/tables.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { Download, OpenedVideo } from './videos.ts';

export function presentDownload({ clip, file, grantId, expiresAt }: Download, signer: MediaSigner) {
  const urlOf = signer.sign({ folder: clipFolderOf(clip), playLogId: grantId, expiresAt });
  return { url: urlOf(file.path), size: file.size, expires_at: expiresAt.toISOString() };
}

export const presentStreams = (clip: Pick<ClipRow, 'streams'>, urlOf: (path: string) => string): Stream[] =>
  clip.streams.map(({ protocol, path, drm = null }) => ({ protocol, url: urlOf(path), drm }));

export function presentVideo(opened: OpenedVideo, signer: MediaSigner): Video {
  const { clip } = opened;
  const urlOf = signer.sign({
    folder: clipFolderOf(clip),
    playLogId: opened.playLogId,
    expiresAt: opened.expiresAt,
  });
  return {
    episode_id: opened.episode.id,
    play_log_id: opened.playLogId,
    resume_offset: opened.resumeOffset,
    expires_at: opened.expiresAt.toISOString(),
    streams: presentStreams(clip, urlOf),
    subtitles: clip.subtitles.map(({ lang, label, path }) => ({ lang, label, url: urlOf(path) })),
    thumbnails: clip.thumbnails && {
      url: urlOf(clip.thumbnails.path),
      interval: clip.thumbnails.interval,
      columns: clip.thumbnails.columns,
      rows: clip.thumbnails.rows,
      width: clip.thumbnails.width,
      height: clip.thumbnails.height,
    },
    markers: { intro: clip.intro, outro: clip.outro },
    next_episode_id: opened.nextEpisodeId,
  };
}
