import { extname } from 'node:path';
import type { InboxKind } from '#contract/console/inbox.ts';
import { pictureFormatOf, type PictureFormat } from '#server/lib/picture-format.ts';
import { isMetadata, isPicture, isPlaylist, isSound, isSubtitle, isVideo } from '../file-kinds.ts';
import { shownName } from '../intake-error.ts';
import { pictureKindOfName } from '../beside/picture-names.ts';
import { LARGEST_NFO_BYTES } from '../beside/read-nfo.ts';
import { MOST_INDEX_BYTES, MOST_TRACK_BYTES } from '../pictures/file-tracks.ts';

/** A film in 2160p takes about 80 GB. */
export const LARGEST_VIDEO_BYTES = 200 * 1024 ** 3;
/** Largest upload in bytes, by kind. */
const LARGEST_BYTES: Readonly<Record<InboxKind, number>> = {
  video: LARGEST_VIDEO_BYTES,
  sound: 10 * 1024 ** 3,
  subtitle: 20_000_000,
  picture: 20_000_000,
  metadata: LARGEST_NFO_BYTES,
};
/** Larger or smaller than texts, by ending. */
const LARGEST_PICTURE_SUBTITLES: Readonly<Record<string, number>> = {
  '.sup': MOST_TRACK_BYTES,
  '.sub': MOST_TRACK_BYTES,
  '.idx': MOST_INDEX_BYTES,
};
/** Files that wait at once: a library of 50 titles has about a thousand. More are likely a mistake. */
export const MOST_WAITING = 2_000;
/** A file of the watched folder is taken when it has not changed for this long: copies take longer than a glance. */
export const STILL_MS = 30_000;
/** An upload without a new byte for this long is removed. */
export const UNFINISHED_MS = 48 * 3600_000;
/** An uploaded file that nobody starts is removed after this long. */
export const UNSTARTED_MS = 14 * 86_400_000;

const LONGEST_PART = 255;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu;

/**
 * A file's name with its folders, as it is shown and read: composed, on one line, and without parts that mean another folder.
 * It is never opened.
 */
export const tidyPath = (path: string): string =>
  path
    .normalize('NFC')
    .split('/')
    .map((part) => Array.from(part.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()).slice(-LONGEST_PART).join(''))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');

/** The name of a picture says what it is: `poster.jpg`. */
const pictureKindOf = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return pictureKindOfName(name.slice(0, name.length - extname(name).length));
};

/** Why an upload is refused: a sentence for the log, and one for the operator. */
export interface Refusal {
  code: 'FILE_REFUSED' | 'FILE_TOO_LARGE';
  message: string;
  shown: string;
}

const kindOf = (ending: string): InboxKind | undefined =>
  isVideo(ending)
    ? 'video'
    : isSound(ending)
      ? 'sound'
      : isSubtitle(ending)
        ? 'subtitle'
        : isPicture(ending)
          ? 'picture'
          : isMetadata(ending)
            ? 'metadata'
            : undefined;

/** Judges an upload by what its sender says, before a byte is received. */
export function judgeUpload(path: string, bytes: number): { path: string; kind: InboxKind } | Refusal {
  const tidied = tidyPath(path);
  const ending = extname(tidied);
  const refuse = (message: string, shown: string, code: Refusal['code'] = 'FILE_REFUSED'): Refusal => ({
    code,
    message: `${shownName(tidied)} ${message}`,
    shown,
  });
  if (tidied === '') return refuse('has no name.', '이름이 없는 파일이에요.');
  if (isPlaylist(ending))
    return refuse('is a playlist, which names other files.', '재생 목록은 받을 수 없어요. 영상 파일을 올려 주세요.');
  const kind = kindOf(ending);
  if (kind === undefined)
    return refuse(
      'is neither a video nor a sound, a subtitle, a picture or metadata.',
      '영상(.mkv .mp4 등), 소리(.m4a .flac 등), 자막(.srt .smi .ass .vtt, 그림 자막은 .sup이나 .idx와 .sub), 그림(.jpg .png .webp .avif), 정보(.nfo)만 받을 수 있어요.',
    );
  if (kind === 'picture' && pictureKindOf(tidied) === undefined)
    return refuse(
      'is a picture with another name than poster, fanart, landscape or that of a video with -thumb.',
      '그림의 이름은 poster, wide, backdrop(또는 fanart, landscape)이거나, 영상의 이름에 -thumb를 붙인 것이어야 해요.',
    );
  if (bytes === 0) return refuse('is empty.', '빈 파일이에요(0바이트). 다시 복사한 다음 올려 주세요.');
  const most = LARGEST_PICTURE_SUBTITLES[ending.toLowerCase()] ?? LARGEST_BYTES[kind];
  if (bytes > most)
    return refuse('is too large.', `${sizeText(most)}보다 큰 ${OF_KIND[kind]} 받을 수 없어요.`, 'FILE_TOO_LARGE');
  return { path: tidied, kind };
}

const OF_KIND: Readonly<Record<InboxKind, string>> = {
  video: '영상은',
  sound: '소리는',
  subtitle: '자막 파일은',
  picture: '그림은',
  metadata: '정보 파일은',
};

const sizeText = (bytes: number) => (bytes < 1024 ** 3 ? `${bytes / 1_000_000}MB` : `${bytes / 1024 ** 3}GB`);

/** How the files of picture subtitles begin: as `PG` on Blu-ray discs, as a pack of MPEG on DVDs. */
const PICTURE_SUBTITLE_STARTS: Readonly<Record<string, RegExp>> = {
  '.sup': /^PG/,
  '.idx': /^(?:\xef\xbb\xbf)?# VobSub index file/i,
  '.sub': /^\0\0\x01\xba/,
};

/** False for a file whose ending says pictures, and that has something else: there are texts with the ending `.sub`. */
export const isSubtitleOf = (ending: string, start: Buffer): boolean =>
  PICTURE_SUBTITLE_STARTS[ending.toLowerCase()]?.test(start.toString('latin1')) ?? true;

const PICTURE_FORMATS: Readonly<Record<string, PictureFormat>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
  '.avif': 'heif',
};

/** Whether the first bytes of a picture are those of its kind: it is given out under its ending. */
export function isPictureOf(ending: string, start: Buffer): boolean {
  const format = PICTURE_FORMATS[ending.toLowerCase()];
  return format !== undefined && pictureFormatOf(start) === format;
}
