import { type Cue, type Place, shownCues } from './cue.ts';
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

function placeOf(settings: string): Place | null {
  const read = (name: string) => new RegExp(String.raw`(?:^|\s)${name}:([^\s,]+)`).exec(settings)?.[1];
  const line = read('line');
  if (line === undefined) return null;
  const number = Number.parseFloat(line);
  if (!Number.isFinite(number)) return null;
  // WebVTT has about 16 lines; negative ones count from the bottom.
  const percent = line.endsWith('%') ? number : ((number < 0 ? 16 + number : number) / 16) * 100;
  const align = read('align');
  return {
    line: Math.min(95, Math.max(0, Math.round(percent))),
    position: Math.min(100, Math.max(0, Math.round(Number.parseFloat(read('position') ?? '50') || 50))),
    align: align === 'start' || align === 'left' ? 'start' : align === 'end' || align === 'right' ? 'end' : 'center',
  };
}
