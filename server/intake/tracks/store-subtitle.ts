import { noteTrackFile } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import { MediaStoreError, type MediaStore } from '../../providers/media-store.ts';
import { clipPathOf } from '../media-folder.ts';
import { sheetNames } from '../pictures/write-pictures.ts';
import { pictureLabel } from '../plan/subtitles.ts';
import type { ReadTrack, Subtitle } from './read-subtitle.ts';

export const NOTHING_READ = '자막으로 쓸 수 없는 파일이에요. 아무것도 읽지 못했어요.';

type NamedFile = readonly [name: string, content: string | Buffer];

interface SubtitlePlaces {
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  mediaStore: MediaStore;
}

/** Stores what was read of a file. @throws RefusedError */
export const createSubtitleStore = ({ transact, clock, random, mediaStore }: SubtitlePlaces) => {
  /**
   * Stores the files of a subtitle in a folder of their own. Whoever plays the clip has the others.
   *
   * @returns the paths in the order of the files.
   */
  const store = async (clip: ClipRecord, files: readonly NamedFile[]): Promise<string[]> => {
    const folder = `${clipPathOf(clip.id)}/subtitles-${random.uuid()}`;
    const paths = files.map(([name]) => `${folder}/${name}`);
    await transact((tx) => noteTrackFile(tx, paths[0] ?? folder, clock.now()));
    try {
      for (const [index, [, content]] of files.entries()) {
        const path = paths[index] ?? folder;
        await (typeof content === 'string' ? mediaStore.putText(path, content) : mediaStore.putBytes(path, content));
      }
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      throw new RefusedError(error.message, '영상을 저장하는 곳에 쓸 수 없어요. 운영 상태를 확인해 주세요.');
    }
    return paths;
  };

  /** @returns the subtitle; of pictures also those for everybody, which share their files. */
  return async (
    clip: ClipRecord,
    { content }: ReadTrack,
    { lang, role, label }: Required<Pick<Subtitle, 'lang' | 'role' | 'label'>>,
  ): Promise<{ added: Subtitle; forced?: Subtitle }> => {
    const name = `${lang.toLowerCase()}-${role}`;
    if ('vtt' in content) {
      const [path = ''] = await store(clip, [[`${name}.vtt`, content.vtt]]);
      return { added: { lang, role, label, path } };
    }
    const { pictures } = content;
    if (!pictures) throw new RefusedError('The file has no such track.', NOTHING_READ);
    const files = sheetNames(name, pictures.sheets.length);
    const texts: NamedFile[] = [[`${name}.vtt`, pictures.all]];
    if (role !== 'forced' && pictures.forced !== null) texts.push([`${name}-forced.vtt`, pictures.forced]);
    const paths = await store(clip, [
      ...texts,
      ...files.map((file, index): NamedFile => [file, pictures.sheets[index] ?? Buffer.alloc(0)]),
    ]);
    const [path = '', forcedPath = ''] = paths;
    const added: Subtitle = { lang, role, label, path, sheets: paths.slice(texts.length) };
    if (texts.length === 1) return { added };
    return { added, forced: { ...added, role: 'forced', label: pictureLabel(lang, 'forced'), path: forcedPath } };
  };
};
