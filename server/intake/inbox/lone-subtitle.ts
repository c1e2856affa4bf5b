import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  MOST_INDEX_BYTES,
  MOST_PICTURE_BYTES,
  MOST_SUBTITLE_BYTES,
  type readInboxSubtitle,
} from '#contract/console/tracks.ts';
import { findTitleRecord } from '../../catalogue/index.ts';
import type { Connection } from '../../db/open.ts';
import type { InboxFileRow } from '../../db/tables.ts';
import { MissingError, RefusedError } from '../../lib/refused-error.ts';
import { isSubtitleFolder } from '../beside/place-subtitles.ts';
import { readSubtitleName } from '../beside/subtitle-words.ts';
import { uploadPathOf } from '../media-folder.ts';
import { guessFromName } from '../names.ts';
import { planTitles } from '../plan-titles.ts';
import { pictureFormatOfFile } from '../plan/subtitles.ts';
import type { GivenSubtitle } from '../tracks/read-subtitle.ts';
import { MOST_WAITING } from './file-rules.ts';
import type { KnownTitles } from './known-titles.ts';
import { findMissingHalves, isOtherHalf } from './own-subtitles.ts';
import { findFile, listWaiting } from './store.ts';

type LoneSubtitle = ReplyOf<typeof readInboxSubtitle>;

/** Subtitles that were uploaded without their videos. All throw MissingError, RefusedError. */
export interface LoneSubtitles {
  show(id: string): Promise<LoneSubtitle>;
  read(id: string): Promise<Pick<GivenSubtitle, 'name' | 'bytes' | 'indexBytes'>>;
}

const isThere = ({ kind, origin, state }: InboxFileRow) =>
  kind === 'subtitle' && origin === 'upload' && (state === 'received' || state === 'ready');

const mostBytesOf = (path: string) =>
  /\.idx$/i.test(path) ? MOST_INDEX_BYTES : pictureFormatOfFile(path) ? MOST_PICTURE_BYTES : MOST_SUBTITLE_BYTES;

/**
 * Names of the video that a subtitle may belong to, the likelier one first: its own without the words of a subtitle, in its folders;
 * and, of one in a folder of subtitles, that without this folder (`Moon/Subs/3.ko.srt`, `Moon/Subs/Moon - 03/2_Korean.srt`).
 */
export function videoNamesOf(path: string): string[] {
  const folders = dirname(path).split('/');
  const { video } = readSubtitleName(basename(path));
  const names = [folders, folders.filter((one) => !isSubtitleFolder(one))].map((parts) => join(...parts, video));
  return [...new Set(names)].filter((name) => name !== '.').map((name) => `${name}.mkv`);
}

export function createLoneSubtitles(options: {
  db: Connection;
  mediaFolder: string;
  knownTitles: KnownTitles;
}): LoneSubtitles {
  const { db, mediaFolder, knownTitles } = options;

  /** The files of a subtitle, an index first. */
  const findFiles = async (id: string): Promise<[InboxFileRow, ...InboxFileRow[]]> => {
    const row = await findFile(db, id);
    if (!row || !isThere(row))
      throw new MissingError(`There is no subtitle file ${id}.`, '없는 파일이에요. 그사이 지워졌을 수 있어요.');
    if (!findMissingHalves([row]).has(id)) return [row];
    const other = (await listWaiting(db, MOST_WAITING)).find((one) => isThere(one) && isOtherHalf(row, one));
    if (!other)
      throw new RefusedError(
        `${basename(row.path)} is one of two files: the other one has not come.`,
        'DVD 자막은 .idx와 .sub 두 파일로 되어 있어요. 이름이 같은 다른 파일도 올려 주세요.',
      );
    return /\.idx$/i.test(row.path) ? [row, other] : [other, row];
  };

  const readRow = async ({ id, path, bytes }: InboxFileRow): Promise<Buffer> => {
    const most = mostBytesOf(path);
    if (bytes > most)
      throw new RefusedError(
        `${basename(path)} is too large for a subtitle.`,
        `${basename(path)}: ${most / 2 ** 20} MB까지 회차에 더할 수 있어요.`,
      );
    return readFile(uploadPathOf(mediaFolder, id)).catch(() => {
      throw new MissingError(`The file ${id} is gone.`, '없는 파일이에요. 그사이 지워졌을 수 있어요.');
    });
  };

  /** The episode of the catalogue that names say, as they would for a video. */
  const findEpisode = async (path: string): Promise<LoneSubtitle['episode']> => {
    for (const source of videoNamesOf(path)) {
      const video = { source, shown: source, guess: guessFromName(source), pictures: {} };
      const nothing = { title: undefined, name: undefined, season: undefined, episode: undefined };
      const [{ name, episodes } = { name: undefined, episodes: [] }] = planTitles([video], nothing);
      const number = episodes[0]?.number;
      if (name === undefined || number === undefined) continue;
      const title = (await knownTitles.findTitles([name])).get(name);
      const record = title && (await findTitleRecord(db, title.id));
      const episode = record?.episodes.find(({ episode_num: own }) => own === `${number}화`);
      if (title && episode) return { id: episode.id, episode_num: episode.episode_num, title };
    }
    return null;
  };

  return {
    async show(id) {
      const files = await findFiles(id);
      const [{ path }] = files;
      return { name: basename(path), file_ids: files.map((one) => one.id), episode: await findEpisode(path) };
    },

    async read(id) {
      const [first, second] = await findFiles(id);
      const name = basename(first.path);
      const bytes = await readRow(first);
      return second
        ? { name, bytes: Buffer.concat([bytes, await readRow(second)]), indexBytes: bytes.length }
        : { name, bytes };
    },
  };
}
