import { type Align, type Cue, type Place, shownCues } from './cue.ts';
import { colorOf, readMarkup } from './markup.ts';

const TIME = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`;
const TIMES = new RegExp(String.raw`^${TIME}\s+-->\s+${TIME}(.*)$`);

const secondsOf = ([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]) =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;

/** Reads WebVTT: cues with their place, and colours of `STYLE` blocks by class. */
export function readVtt(source: string): Cue[] {
  const blocks = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n|\r/g, '\n')
    .split(/\n{2,}/);
  const colors = new Map<string, string>();
  const cues = blocks.flatMap((block): Cue[] => {
    const lines = block.split('\n').filter((line, index) => index > 0 || line !== '');
    if (/^STYLE\b/.test(lines[0] ?? '')) readStyles(block, colors);
    const at = lines.findIndex((line) => TIMES.test(line));
    if (at < 0 || at > 1) return [];
    const [, ...parts] = TIMES.exec(lines[at] ?? '') ?? [];
    const text = lines.slice(at + 1).join('\n');
    return [
      {
        startSeconds: secondsOf(parts.slice(0, 4)),
        endSeconds: secondsOf(parts.slice(4, 8)),
        spans: readMarkup(withColors(text, colors)),
        place: placeOf(parts[8] ?? ''),
      },
    ];
  });
  return shownCues(cues);
}

function readStyles(block: string, colors: Map<string, string>): void {
  for (const [, name = '', body = ''] of block.matchAll(/::cue\((?:c)?\.([\w-]+)\)\s*\{([^}]*)\}/g)) {
    const color = colorOf(/(?:^|[\s;])color\s*:\s*([^;]+)/.exec(body)?.[1] ?? '');
    if (color !== null) colors.set(name, color);
  }
}

/** Writes the colour of a class into its tag, where `readMarkup` finds it. */
const withColors = (text: string, colors: ReadonlyMap<string, string>) =>
  text.replace(
    /<c\.([\w.-]+)>/g,
    (_, names: string) =>
      `<c.${names
        .split('.')
        .map((name) => colors.get(name) ?? name)
        .join('.')}>`,
  );

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

function placeOf(settings: string): Place | null {
  const read = (name: string) => new RegExp(String.raw`(?:^|\s)${name}:([^\s]+)`).exec(settings)?.[1]?.split(',') ?? [];
  const [writtenLine = '', lineAlign = ''] = read('line');
  const [writtenPosition = '', positionAlign = ''] = read('position');
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
