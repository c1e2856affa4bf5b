import type { Resolution } from './ass-position.ts';
import { colorOfAss, fromSsa, type Style, USUAL } from './ass-style.ts';
import { linesOf } from './lines.ts';

/** The order of fields in version 4 of the format. */
const STANDARD = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'] as const;
/** Tags and drawings make lines long, but no script has longer ones. */
const LONGEST_LINE = 200_000;
/** Sections that say how events look. */
const HEAD_SECTIONS = /^(?:script info|v4\+? styles\+?)$/;
/** Some programs write a colon before the hundredths. */
const TIME = /^(\d{1,6}):(\d{1,3}):(\d{1,3})(?:[.:,](\d{1,9}))?$/;

function secondsOf(time: string | undefined): number | undefined {
  const [whole, hours, minutes, seconds, fraction = '0'] = TIME.exec((time ?? '').replace(/\s/g, '')) ?? [];
  if (whole === undefined) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds ?? ''}.${fraction}`);
}

/** The values of a line by the names of its section's `Format:`. The last one may contain commas. */
function fieldsOf(format: readonly string[], line: string): Partial<Record<string, string>> {
  const parts = line.split(',');
  const values = [...parts.slice(0, format.length - 1), parts.slice(format.length - 1).join(',')];
  return Object.fromEntries(format.map((name, index) => [name, (values[index] ?? '').trim()]));
}

const isOn = (value: string | undefined) => Number(value) !== 0 && value !== undefined && value !== '';

function styleOf(fields: Partial<Record<string, string>>, isSsa: boolean): Style {
  const alignment = Number(fields['alignment']) || USUAL.alignment;
  return {
    alignment: isSsa ? fromSsa(alignment) : alignment,
    isItalic: isOn(fields['italic']),
    isBold: isOn(fields['bold']),
    isUnderlined: isOn(fields['underline']),
    color: colorOfAss(fields['primarycolour'] ?? ''),
    font: fields['fontname'] ?? '',
    isVertical: (fields['fontname'] ?? '').startsWith('@'),
  };
}

/** Fields of an event with its times; undefined for a line whose times cannot be read. */
function eventOf(format: readonly string[], value: string) {
  for (const order of [format, STANDARD]) {
    const fields = fieldsOf(order, value);
    const [startSeconds, endSeconds] = [secondsOf(fields['start']), secondsOf(fields['end'])];
    if (startSeconds !== undefined && endSeconds !== undefined) return { fields, startSeconds, endSeconds };
  }
  return undefined;
}

/** An event that is shown: comments are left out. */
export interface AssEvent {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly style: string;
  readonly effect: string;
  /** With its overrides. */
  readonly text: string;
  /** By their names in small letters, such as `layer` and `marginv`. */
  readonly fields: Partial<Record<string, string>>;
}

export interface AssScript {
  readonly styles: ReadonlyMap<string, Style>;
  readonly resolution: Resolution;
  readonly events: readonly AssEvent[];
  /** Everything before the events, as it is written: properties and styles. */
  readonly head: readonly string[];
}

/**
 * Reads Advanced SubStation Alpha and its predecessor.
 *
 * @param isEmbedded whether it was a track of a video. Matroska stores events in an order of its own and ffmpeg writes
 *   them in the standard one, whatever the track's header says.
 */
export function readAssScript(source: string, isEmbedded = false): AssScript {
  const styles = new Map<string, Style>();
  const resolution = { width: 384, height: 288 };
  const events: AssEvent[] = [];
  const head: string[] = [];
  let section = '';
  let format: readonly string[] = STANDARD;
  for (const written of linesOf(source)) {
    const line = written.slice(0, LONGEST_LINE).trim();
    if (line.startsWith('[') && line.endsWith(']')) {
      section = line.slice(1, -1).toLowerCase();
      format = STANDARD;
    }
    if (HEAD_SECTIONS.test(section)) head.push(line);
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'playresx') resolution.width = Number(value) || resolution.width;
    if (name === 'playresy') resolution.height = Number(value) || resolution.height;
    if (name === 'format') format = value.split(',').map((one) => one.trim().toLowerCase());
    if (name === 'style') {
      const fields = fieldsOf(format, value);
      styles.set((fields['name'] ?? '').replace(/^\*/, ''), styleOf(fields, !section.startsWith('v4+')));
    }
    if (name !== 'dialogue') continue;
    const event = eventOf(isEmbedded ? STANDARD : format, value);
    if (event === undefined) continue;
    const { fields } = event;
    const style = (fields['style'] ?? '').replace(/^\*/, '');
    events.push({ ...event, style, effect: fields['effect'] ?? '', text: fields['text'] ?? '' });
  }
  return { styles, resolution, events, head };
}
