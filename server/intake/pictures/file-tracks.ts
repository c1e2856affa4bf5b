import { languageOf, UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import type { ShownState } from './picture.ts';
import { readDiscIndex } from './read-idx.ts';
import { readSup } from './read-sup.ts';
import { readIndexedStates } from './vobsub-states.ts';

/** Largest file of pictures beside a video or in it: those of a film of three hours in 4K have a third of it. */
export const MOST_TRACK_BYTES = 250_000_000;
export const MOST_INDEX_BYTES = 16_000_000;

/** A track of pictures that can be read from its start several times. */
export interface PictureTrack {
  readonly lang: string;
  readonly states: (onLost: () => void) => Iterable<ShownState>;
}

/** A file of pictures as it lies beside a video. */
export interface PictureFile {
  readonly format: 'sup' | 'vobsub';
  readonly bytes: Buffer;
  /** The content of the file `idx`, which says where pictures are in `bytes`; empty for a `sup`, which needs none. */
  readonly index: Uint8Array;
  /** As the name of the file says. */
  readonly lang: string;
}

/** The tracks of a file: an index may have several languages. */
export function tracksOfFile({ format, bytes, index, lang }: PictureFile): PictureTrack[] {
  if (format === 'sup') return [{ lang, states: (onLost) => readSup(bytes, onLost) }];
  const read = readDiscIndex(new TextDecoder('latin1').decode(index));
  return read.tracks.map((track) => ({
    lang: read.tracks.length === 1 && lang !== UNKNOWN_LANGUAGE ? lang : languageOf(track.language),
    states: (onLost) => readIndexedStates(bytes, read, track, onLost),
  }));
}

/** The pictures that belong to an index. */
export const subFileOf = (path: string) => path.replace(/\.idx$/, '.sub').replace(/\.IDX$/i, '.SUB');
