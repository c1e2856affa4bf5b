import type { DiscPalette } from './read-vobsub.ts';
import { isPossible, type Size } from './picture.ts';

/** A language of an index, with the places of its packets in the file `sub` beside it. */
export interface IndexedTrack {
  /** As the index writes it; empty where it says none. */
  readonly language: string;
  readonly track: number;
  readonly entries: readonly { readonly seconds: number; readonly position: number }[];
}

export interface DiscIndex {
  readonly canvas: Size;
  readonly palette: DiscPalette;
  readonly tracks: readonly IndexedTrack[];
}

const PAL: Size = { width: 720, height: 576 };
/** Black, and two greys up to white: readable where an index has no colours. */
const GREYS: DiscPalette = Array.from(
  { length: 16 },
  (_, index) => [0x000000, 0xffffff, 0x000000, 0x808080][index % 4] ?? 0,
);
/** Colours for subtitles of television, which have any: the nearest ones take their place. */
export const DVB_COLORS =
  '000000,ffffff,808080,c0c0c0,404040,ffff00,00ffff,00ff00,ff00ff,ff0000,0000ff,ff8000,80ff80,ff8080,8080ff,800000';
const MOST_TRACKS = 32;
const MOST_ENTRIES = 100_000;

const ENTRY = /^timestamp: (-?)(\d{1,3}):(\d\d):(\d\d):(\d{1,3}), filepos: ([0-9a-f]{1,12})$/i;
const DELAY = /^delay: (-?)(\d{1,3}):(\d\d):(\d\d):(\d{1,3})$/i;

const secondsOf = ([, sign, hours, minutes, seconds, thousandths]: readonly (string | undefined)[]) =>
  (sign === '-' ? -1 : 1) *
  (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000);

/** Reads the text of a file `idx`, or the description of a stream, which is the same without places. */
export function readDiscIndex(text: string): DiscIndex {
  let canvas = PAL;
  let palette = GREYS;
  let delay = 0;
  let count = 0;
  const tracks: { language: string; track: number; entries: { seconds: number; position: number }[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    const size = /^size: (\d{1,5})x(\d{1,5})$/.exec(trimmed);
    const colors = /^palette: ([0-9a-f, ]{6,160})$/i.exec(trimmed)?.[1]?.split(',');
    const track = /^id: ([\w-]{0,8}), index: (\d{1,2})$/.exec(trimmed);
    const moved = DELAY.exec(trimmed);
    const entry = ENTRY.exec(trimmed);
    if (size) {
      const said = { width: Number(size[1]), height: Number(size[2]) };
      if (isPossible(said)) canvas = said;
    } else if (colors) palette = colors.map((color) => parseInt(color, 16) || 0);
    else if (track && tracks.length < MOST_TRACKS) {
      delay = 0;
      const [, language = ''] = track;
      tracks.push({ language: language === '--' ? '' : language, track: Number(track[2]), entries: [] });
    } else if (moved) delay += secondsOf(moved);
    else if (entry && count < MOST_ENTRIES) {
      count += 1;
      if (tracks.length === 0) tracks.push({ language: '', track: 0, entries: [] });
      tracks.at(-1)?.entries.push({ seconds: secondsOf(entry) + delay, position: parseInt(entry[6] ?? '0', 16) });
    }
  }
  return { canvas, palette, tracks };
}

export const DVB_INDEX: DiscIndex = readDiscIndex(`palette: ${DVB_COLORS}`);
