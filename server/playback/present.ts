import type { Video } from '#contract/playback.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { OpenedVideo } from './videos.ts';

/** The folder that holds all files of a clip: what one signature opens. */
export function folderOf(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const depth = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, depth === -1 ? Math.min(...folders.map(({ length }) => length)) : depth).join('/');
}

export function presentVideo(opened: OpenedVideo, signer: MediaSigner): Video {
  const { clip } = opened;
  const files = [...clip.streams, ...clip.subtitles, ...(clip.thumbnails ? [clip.thumbnails] : [])];
  const urlOf = signer.sign({
    folder: folderOf(files.map(({ path }) => path)),
    playLogId: opened.playLogId,
    expiresAt: opened.expiresAt,
  });
  return {
    episode_id: opened.episode.id,
    play_log_id: opened.playLogId,
    resume_offset: opened.resumeOffset,
    expires_at: opened.expiresAt.toISOString(),
    streams: clip.streams.map(({ protocol, path }) => ({ protocol, url: urlOf(path), drm: null })),
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
