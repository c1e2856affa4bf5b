import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReplyOf } from '#contract/endpoint.ts';
import { pictureSubtitleEndings } from '#contract/console/inbox.ts';
import type { readInboxSubtitle } from '#contract/console/tracks.ts';
import { findTitleRecord } from '../../catalogue/index.ts';
import type { Connection } from '../../db/open.ts';
import { MissingError, RefusedError } from '../../lib/refused-error.ts';
import { uploadPathOf } from '../media-folder.ts';
import { guessFromName } from '../names.ts';
import { readSubtitleName } from '../beside/subtitle-words.ts';
import type { KnownTitles } from './known-titles.ts';
import { findFile } from './store.ts';

type LoneSubtitle = ReplyOf<typeof readInboxSubtitle>;

/** Reads a text that was uploaded without its video. @throws MissingError, RefusedError */
export function createReadLoneSubtitle(options: { db: Connection; mediaFolder: string; knownTitles: KnownTitles }) {
  const { db, mediaFolder, knownTitles } = options;

  /** The episode of the catalogue that names say: those of the file and its folders, without the words of a subtitle. */
  const findEpisode = async (path: string): Promise<LoneSubtitle['episode']> => {
    const { video } = readSubtitleName(basename(path));
    const { title: name, episode: number } = guessFromName(join(dirname(path), `${video}.mkv`));
    if (name === undefined || number === undefined) return null;
    const title = (await knownTitles.findTitles([name])).get(name);
    const record = title && (await findTitleRecord(db, title.id));
    const episode = record?.episodes.find(({ episode_num: own }) => own === `${number}화`);
    return title && episode ? { id: episode.id, episode_num: episode.episode_num, title } : null;
  };

  return async (id: string): Promise<LoneSubtitle> => {
    const row = await findFile(db, id);
    if (row && pictureSubtitleEndings.some((ending) => row.path.toLowerCase().endsWith(`.${ending}`)))
      throw new RefusedError(
        `${basename(row.path)} has pictures: choose it on the page of its episode.`,
        '그림 자막은 회차의 자막 더하기에서 골라 주세요.',
      );
    const isThere =
      row?.kind === 'subtitle' && row.origin === 'upload' && (row.state === 'received' || row.state === 'ready');
    const bytes = isThere ? await readFile(uploadPathOf(mediaFolder, id)).catch(() => undefined) : undefined;
    if (!row || !bytes)
      throw new MissingError(`There is no subtitle file ${id}.`, '없는 파일이에요. 그사이 지워졌을 수 있어요.');
    return { name: basename(row.path), base64: bytes.toString('base64'), episode: await findEpisode(row.path) };
  };
}
