import type { Clock, Stop } from '#src/lib/clock.ts';
import type { SubtitleCue } from './engine.ts';

/** What is read of a cue of Shaka (shaka.text.Cue). */
export interface ParsedCue {
  readonly startTime: number;
  readonly endTime: number;
  readonly payload: string;
  readonly nestedCues: readonly ParsedCue[];
  readonly lineBreak: boolean;
  readonly line: number | null;
  /** 0: `line` is a number of lines, 1: per cent. */
  readonly lineInterpretation: number;
}

export interface CueDisplayerOptions {
  readonly clock: Clock;
  readonly positionSeconds: () => number;
  /** Media seconds in a second of the clock; 0 while the picture stands. */
  readonly speed: () => number;
  readonly onCues: (cues: readonly SubtitleCue[]) => void;
}

/** Where Shaka puts its cues (shaka.extern.TextDisplayer). We draw them, so this only says which stand now. */
export interface CueDisplayer {
  append(cues: readonly ParsedCue[]): void;
  remove(startSeconds: number, endSeconds: number): boolean;
  setTextVisibility(isOn: boolean): void;
  isTextVisible(): boolean;
  setTextLanguage(lang: string): void;
  configure(configuration: unknown): void;
  destroy(): Promise<void>;
  /** To be called when the picture moved, stopped or jumped. */
  refresh(): void;
}

/** The nearest that two looks at the cues come, in ms. */
const SHORTEST_WAIT_MS = 20;

/** Lines from the top that still mean the upper part of the picture; WebVTT counts about 16 to the bottom. */
const TOP_LINES = 8;

/**
 * Hands out the cues that stand at the present position, whenever they change. A timer waits for the next beginning or
 * end of a cue, so that a line comes on time although the element tells its position only four times a second.
 */
export function createCueDisplayer({ clock, positionSeconds, speed, onCues }: CueDisplayerOptions): CueDisplayer {
  let cues: SubtitleCue[] = [];
  let standing: readonly SubtitleCue[] = [];
  let isVisible = false;
  let isDestroyed = false;
  let stopTimer: Stop | null = null;

  const stand = (next: readonly SubtitleCue[]) => {
    const isSame = next.length === standing.length && next.every((cue, place) => cue.key === standing[place]?.key);
    if (isSame) return;
    standing = next;
    onCues(next);
  };

  const waitForNext = (nowSeconds: number) => {
    stopTimer?.();
    stopTimer = null;
    const nextSeconds = cues.reduce((nearest, { startSeconds, endSeconds }) => {
      const boundary = startSeconds > nowSeconds ? startSeconds : endSeconds;
      return boundary > nowSeconds ? Math.min(nearest, boundary) : nearest;
    }, Infinity);
    const perSecond = speed();
    if (!Number.isFinite(nextSeconds) || perSecond <= 0) return;
    const waitMs = ((nextSeconds - nowSeconds) * 1_000) / perSecond;
    stopTimer = clock.after(Math.max(SHORTEST_WAIT_MS, waitMs), refresh);
  };

  function refresh() {
    if (isDestroyed) return;
    const nowSeconds = positionSeconds();
    stand(isVisible ? cues.filter((cue) => cue.startSeconds <= nowSeconds && nowSeconds < cue.endSeconds) : []);
    if (isVisible) waitForNext(nowSeconds);
  }

  return {
    append(parsed) {
      const known = new Set(cues.map((cue) => cue.key));
      // A segment that is loaded again brings its cues again.
      const fresh = parsed.map(toSubtitleCue).filter((cue) => cue.text !== '' && !known.has(cue.key));
      cues = cues.concat(fresh).sort((one, other) => one.startSeconds - other.startSeconds);
      refresh();
    },
    remove(startSeconds, endSeconds) {
      if (isDestroyed) return false;
      cues = cues.filter((cue) => cue.endSeconds <= startSeconds || cue.startSeconds >= endSeconds);
      refresh();
      return true;
    },
    setTextVisibility(isOn) {
      isVisible = isOn;
      refresh();
    },
    isTextVisible: () => isVisible,
    setTextLanguage: () => undefined,
    configure: () => undefined,
    destroy() {
      isDestroyed = true;
      stopTimer?.();
      stopTimer = null;
      cues = [];
      stand([]);
      return Promise.resolve();
    },
    refresh,
  };
}

function textOf(cue: ParsedCue): string {
  if (cue.lineBreak) return '\n';
  return cue.nestedCues.length > 0 ? cue.nestedCues.map(textOf).join('') : cue.payload;
}

function isAtTop({ line, lineInterpretation }: ParsedCue): boolean {
  if (line === null) return false;
  return lineInterpretation === 1 ? line < 50 : line >= 0 && line < TOP_LINES;
}

function toSubtitleCue(cue: ParsedCue): SubtitleCue {
  const text = textOf(cue).trim();
  return {
    key: `${cue.startTime}-${cue.endTime}-${text}`,
    text,
    startSeconds: cue.startTime,
    endSeconds: cue.endTime,
    placement: isAtTop(cue) ? 'top' : 'bottom',
  };
}
