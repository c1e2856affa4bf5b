import type { Stream, Subtitle, Video } from '#contract/playback.ts';
import { clipFolderOf } from '#server/catalogue/index.ts';
import type { ClipRow } from '#server/db/tables.ts';
import { withLicense } from '#server/lib/protection.ts';
import type { MediaSigner, SignedAddresses } from '#server/providers/media-signer.ts';
import type { Download } from './downloads.ts';
import type { OpenedVideo } from './videos.ts';

export const presentStreams = (
  clip: Pick<ClipRow, 'streams'>,
  { urlOf, licenseUrl }: Pick<SignedAddresses, 'urlOf' | 'licenseUrl'>,
): Stream[] =>
  clip.streams.map(({ protocol, path, drm = null }) => ({
    protocol,
    url: urlOf(path),
    drm: withLicense(drm, licenseUrl),
  }));

const ROLE_ORDER: readonly Subtitle['role'][] = ['forced', 'caption', 'subtitle'];

/** Players choose by language and role. Where both are there, they get the text, which can be read aloud. */
const presentPictures = ({ subtitles }: Pick<ClipRow, 'subtitles'>, urlOf: (path: string) => string) => {
  const keyOf = ({ lang, role = 'subtitle' }: ClipRow['subtitles'][number]) => `${lang.toLowerCase()} ${role}`;
  const texts = new Set(subtitles.filter(({ sheets }) => !sheets).map(keyOf));
  return subtitles.flatMap((one) => {
    const { lang, label, path, role = 'subtitle' as const, sheets } = one;
    return sheets && !texts.has(keyOf(one)) ? [{ lang, label, url: urlOf(path), role, sheets: sheets.map(urlOf) }] : [];
  });
};

/** Players that know no roles take the last track of a language: that must be the whole speech. */
const presentSubtitles = ({ subtitles }: Pick<ClipRow, 'subtitles'>, urlOf: (path: string) => string): Subtitle[] =>
  subtitles
    .filter(({ sheets }) => !sheets)
    .map(({ lang, label, path, role = 'subtitle' as const }) => ({ lang, label, url: urlOf(path), role }))
    .sort((one, other) => ROLE_ORDER.indexOf(one.role) - ROLE_ORDER.indexOf(other.role));

export function presentDownload({ accountId, grantId, clip, file, expiresAt }: Download, signer: MediaSigner) {
  const folder = clipFolderOf(clip);
  const signed = signer.sign({ folder, accountId, id: grantId, expiresAt, kind: 'download' });
  return {
    url: signed.urlOf(file.path),
    size: file.size,
    expires_at: expiresAt.toISOString(),
    streams: presentStreams(clip, signed),
  };
}

export function presentVideo(opened: OpenedVideo, signer: MediaSigner): Video {
  const { clip } = opened;
  const signed = signer.sign({
    folder: clipFolderOf(clip),
    accountId: opened.accountId,
    id: opened.playLogId,
    expiresAt: opened.expiresAt,
  });
  const { ticket, urlOf } = signed;
  const pictures = presentPictures(clip, urlOf);
  return {
    episode_id: opened.episode.id,
    play_log_id: opened.playLogId,
    resume_offset: opened.resumeOffset,
    expires_at: opened.expiresAt.toISOString(),
    ...(signer.isRenewed && { ticket }),
    streams: presentStreams(clip, signed),
    subtitles: presentSubtitles(clip, urlOf),
    ...(pictures.length > 0 && { picture_subtitles: pictures }),
    audio: clip.audio ?? [],
    ...(clip.drawings && {
      drawings: clip.drawings.map(({ lang, label, path }) => ({ lang, label, url: urlOf(path) })),
    }),
    thumbnails: clip.thumbnails && {
      url: urlOf(clip.thumbnails.path),
      interval: clip.thumbnails.interval,
      columns: clip.thumbnails.columns,
      rows: clip.thumbnails.rows,
      width: clip.thumbnails.width,
      height: clip.thumbnails.height,
    },
    markers: { intro: clip.intro, outro: clip.outro, recap: clip.recap, preview: clip.preview },
    next_episode_id: opened.nextEpisodeId,
    ...(opened.secondsLeft !== null && { watch_seconds_left: opened.secondsLeft }),
  };
}
