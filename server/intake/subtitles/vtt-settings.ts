import type { Align, Place } from './cue.ts';

const ALIGNS: Readonly<Record<string, Align>> = {
  start: 'start',
  left: 'start',
  'line-left': 'start',
  center: 'center',
  middle: 'center',
  end: 'end',
  right: 'end',
  'line-right': 'end',
};
/** The position of a cue that names none. */
const AUTO_POSITION: Readonly<Record<Align, number>> = { start: 0, center: 50, end: 100 };
/** Lines of text in a picture. */
const LINES = 16;

const inPicture = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** The place that the settings behind a cue's times say; null for the usual one. */
export function placeOfSettings(settings: string): Place | null {
  const read = (name: string) =>
    settings
      .split(/[ \t\f]/)
      .reverse()
      .find((setting) => setting.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .split(',') ?? [];
  const [line = '', lineAlign = ''] = read('line');
  const [along = '', positionAlign = ''] = read('position');
  // What is no number is as if it were not there.
  const writtenLine = /^-?\d+(?:\.\d+)?%?$/.test(line) ? line : '';
  const writtenPosition = /^\d+(?:\.\d+)?%$/.test(along) ? along : '';
  const [written = ''] = read('align');
  const [vertical = null] = read('vertical');
  const textAlign = ALIGNS[written] ?? 'center';
  const align = ALIGNS[positionAlign] ?? textAlign;
  const isVertical = vertical === 'rl' || vertical === 'lr';
  if (writtenLine === '' && writtenPosition === '' && textAlign === 'center' && !isVertical) return null;
  const position = Number.parseFloat(writtenPosition);
  return {
    ...lineOf(writtenLine, ALIGNS[lineAlign], vertical === 'rl'),
    position: inPicture(Number.isFinite(position) ? position : AUTO_POSITION[textAlign]),
    align,
    vertical: isVertical ? vertical : null,
  };
}

/** Numbers count lines from the edge where text begins, negative ones from the other edge. */
function lineOf(written: string, align: Align = 'start', isLeftward: boolean): Pick<Place, 'line' | 'lineAlign'> {
  const number = Number.parseFloat(written);
  if (written.endsWith('%') && Number.isFinite(number)) return { line: inPicture(number), lineAlign: align };
  const line = Number.isFinite(number) ? number : -1;
  const isFromEnd = line < 0 !== isLeftward;
  const distance = ((line < 0 ? -line - 1 : line) / LINES) * 100;
  return { line: inPicture(isFromEnd ? 100 - distance : distance), lineAlign: isFromEnd ? 'end' : 'start' };
}
