import type { Align, Place } from './cue.ts';

const ALIGNS: ReadonlyMap<string, Align> = new Map([
  ['start', 'start'],
  ['left', 'start'],
  ['center', 'center'],
  ['end', 'end'],
  ['right', 'end'],
]);
/** `start`, `middle` and `end` are those of older files. */
const POSITION_ALIGNS: ReadonlyMap<string, Align> = new Map([
  ['line-left', 'start'],
  ['start', 'start'],
  ['center', 'center'],
  ['middle', 'center'],
  ['line-right', 'end'],
  ['end', 'end'],
]);
const LINE_ALIGNS: ReadonlyMap<string, Align> = new Map(
  (['start', 'center', 'end'] as const).map((align) => [align, align]),
);
/** The position of a cue that names none. */
const AUTO_POSITION: Readonly<Record<Align, number>> = { start: 0, center: 50, end: 100 };
/** Lines of text in a picture. */
const LINES = 16;

const inPicture = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

const isPercentage = (text: string) => /^\d+(?:\.\d+)?%$/.test(text) && Number.parseFloat(text) <= 100;

interface Settings {
  line?: string;
  lineAlign?: Align | undefined;
  position?: number;
  positionAlign?: Align | undefined;
  align?: Align | undefined;
  vertical?: 'rl' | 'lr';
}

/** The settings that the specification allows; of several, the last one. What it does not allow is as if it were not there. */
function settingsOf(text: string): Settings {
  const settings: Settings = {};
  for (const setting of text.split(/[ \t\f]/)) {
    const colon = setting.indexOf(':');
    const name = setting.slice(0, Math.max(0, colon));
    const value = setting.slice(colon + 1);
    const [number = '', align = ''] = value.split(',');
    if (name === 'vertical' && (value === 'rl' || value === 'lr')) settings.vertical = value;
    if (name === 'align') settings.align = ALIGNS.get(value) ?? settings.align;
    if (name === 'line' && (isPercentage(number) || /^-?\d+(?:\.\d+)?$/.test(number))) {
      settings.line = number;
      settings.lineAlign = LINE_ALIGNS.get(align);
    }
    if (name === 'position' && isPercentage(number)) {
      settings.position = Number.parseFloat(number);
      settings.positionAlign = POSITION_ALIGNS.get(align);
    }
  }
  return settings;
}

/** The place that the settings behind a cue's times say; null for the usual one. */
export function placeOfSettings(text: string): Place | null {
  const { line, lineAlign, position, positionAlign, align = 'center', vertical = null } = settingsOf(text);
  if (line === undefined && position === undefined && align === 'center' && vertical === null) return null;
  return {
    ...lineOf(line ?? '', lineAlign, vertical === 'rl'),
    position: inPicture(position ?? AUTO_POSITION[align]),
    align: positionAlign ?? align,
    vertical,
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
