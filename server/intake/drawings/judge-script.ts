import type { DrawingKind } from '#contract/console/drawing-styles.ts';
import type { AssScript } from '../subtitles/ass-script.ts';
import { confidenceOf, type Evidence, judgeEvent } from './judge-event.ts';

export type Kind = DrawingKind;
/** What operators have chosen, by style. */
export type Choices = Readonly<Partial<Record<string, Kind>>>;

export interface JudgedStyle {
  readonly name: string;
  /** Of most of its events. */
  readonly kind: Kind;
  /** From a half to 1. */
  readonly confidence: number;
  readonly events: number;
  readonly drawn: number;
  readonly firstSeconds: number;
}

/** A judged style as operators see it. */
export interface ShownStyle extends Omit<JudgedStyle, 'drawn'> {
  /** The text of its first event; empty for a shape. */
  readonly sample: string;
}

export interface JudgedScript {
  /** Of each event. */
  readonly kinds: readonly Kind[];
  readonly styles: readonly JudgedStyle[];
}

/** No film has more; what a renderer draws must have an end. */
const MOST_DRAWN = 100_000;
/** A style of which this share is drawn is drawn as a whole. */
const WHOLE_SHARE = 0.7;
const DRAWN_FROM = 0.5;
/** A style that is named for what is drawn. */
const NAMED = 0.6;
/** Captions of television place every line: such a share of the events, and of the time. */
const PLACED_SHARE = 0.6;
const SPOKEN_SHARE_OF_TIME = 0.25;
const LEAST_CAPTIONS = 20;

const DRAWN_WORDS =
  /sign|title|eyecatch|typeset|song|lyric|karaoke|romaji|kanji|insert|logo|credit|간판|화면|제목|타이틀|노래|가사|로고|看板|歌|字卡|標題/i;
const DRAWN_TOKENS = /(?:^|[^a-z])(?:op|ed|ts)\d*(?:[^a-z]|$)/i;
const SPOKEN_WORDS = /default|dialog|main|alt|italic|thought|narrat|flashback|대사|기본|해설|독백|회상/i;

/** Readings above words are drawn with what they are of. */
export const baseOf = (style: string) => style.replace(/-furigana$/i, '');

/** How sure the name of a style alone is. */
function priorOf(style: string): number {
  if (SPOKEN_WORDS.test(style)) return 0;
  return DRAWN_WORDS.test(style) || DRAWN_TOKENS.test(style) ? NAMED : 0;
}

/** A style may be called like anything, such as `constructor`. */
const chosen = (choices: Choices, style: string) => (Object.hasOwn(choices, style) ? choices[style] : undefined);

const isPlacedAlone = (evidence: ReadonlySet<Evidence>) =>
  evidence.has('place') && [...evidence].every((one) => one === 'place' || one === 'looks' || one === 'fade');

/** Whether places say nothing in a script, because its makers placed what is spoken. */
function placesAll(script: AssScript, evidence: readonly ReadonlySet<Evidence>[]): boolean {
  const placed = script.events.filter(
    ({ style }, index) => isPlacedAlone(evidence[index] ?? new Set()) && priorOf(baseOf(style)) === 0,
  );
  if (placed.length < LEAST_CAPTIONS || placed.length < script.events.length * PLACED_SHARE) return false;
  const last = placed.reduce((end, { endSeconds }) => Math.max(end, endSeconds), 0);
  // Lines of one moment count once.
  const times = new Set(placed.map(({ startSeconds, endSeconds }) => `${startSeconds} ${endSeconds}`));
  const seconds = [...times].reduce((sum, time) => {
    const [start = 0, end = 0] = time.split(' ').map(Number);
    return sum + Math.max(0, end - start);
  }, 0);
  return seconds > last * SPOKEN_SHARE_OF_TIME;
}

/**
 * Tells what of a script is text and what is drawn: places, movements, shapes and songs with effects.
 *
 * @param choices what the operator has said of styles.
 */
export function judgeScript(script: AssScript, choices: Choices = {}): JudgedScript {
  const judged = script.events.map(judgeEvent);
  const hasCaptions = placesAll(
    script,
    judged.map(({ evidence }) => evidence),
  );
  const confidences = script.events.map(({ style }, index) => {
    const evidence = [...(judged[index]?.evidence ?? [])];
    return confidenceOf(hasCaptions ? evidence.filter((one) => one !== 'place') : evidence, priorOf(baseOf(style)));
  });
  const styles = gather(script, confidences);
  let drawn = 0;
  const kinds = script.events.map(({ style }, index): Kind => {
    const base = baseOf(style);
    const wanted =
      chosen(choices, style) ??
      chosen(choices, base) ??
      (styles.get(base)?.isWhole || (confidences[index] ?? 0) >= DRAWN_FROM ? 'drawn' : 'text');
    if (wanted !== 'drawn') return wanted;
    if (!judged[index]?.isDrawable || drawn >= MOST_DRAWN) return 'text';
    drawn += 1;
    return 'drawn';
  });
  const count = new Map<string, number>();
  script.events.forEach(({ style }, index) => {
    if (kinds[index] === 'drawn') count.set(baseOf(style), (count.get(baseOf(style)) ?? 0) + 1);
  });
  return {
    kinds,
    styles: [...styles].map(([name, { events, sum, isWhole, firstSeconds }]) => {
      const isDrawn = isWhole || sum / events >= DRAWN_FROM;
      return {
        ...{ name, events, firstSeconds, drawn: count.get(name) ?? 0 },
        kind: chosen(choices, name) ?? (isDrawn ? 'drawn' : 'text'),
        confidence: chosen(choices, name) ? 1 : Math.max(0.5, isDrawn ? sum / events : 1 - sum / events),
      };
    }),
  };
}

function gather(script: AssScript, confidences: readonly number[]) {
  const styles = new Map<string, { events: number; likely: number; sum: number; firstSeconds: number }>();
  script.events.forEach(({ style, startSeconds }, index) => {
    const name = baseOf(style);
    const one = styles.get(name) ?? { events: 0, likely: 0, sum: 0, firstSeconds: startSeconds };
    const confidence = confidences[index] ?? 0;
    styles.set(name, {
      events: one.events + 1,
      likely: one.likely + (confidence >= DRAWN_FROM ? 1 : 0),
      sum: one.sum + confidence,
      firstSeconds: Math.min(one.firstSeconds, startSeconds),
    });
  });
  return new Map(
    [...styles].map(([name, one]) => {
      const isWhole = !SPOKEN_WORDS.test(name) && one.likely >= one.events * WHOLE_SHARE;
      return [name, { ...one, isWhole }];
    }),
  );
}
