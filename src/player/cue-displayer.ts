import type { Clock, Stop } from '#src/lib/clock.ts';
import type { SubtitleCue } from './engine.ts';

/** The used part of Shaka's cue (shaka.text.Cue). */
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
  /** Media seconds per second of the clock; 0 while the picture stands still. */
  readonly speed: () => number;
  readonly onCues: (cues: readonly SubtitleCue[]) => void;
}

/** Receives Shaka's cues (shaka.extern.TextDisplayer) and reports the visible ones; the app draws them itself. */
export interface CueDisplayer {
  append(cues: readonly ParsedCue[]): void;
  remove(startSeconds: number, endSeconds: number): boolean;
  setTextVisibility(isOn: boolean): void;
  isTextVisible(): boolean;
  setTextLanguage(lang: string): void;
  configure(configuration: unknown): void;
  destroy(): Promise<void>;
  /** Call it when the picture moved, stopped or jumped. */
  refresh(): void;
}

/** Minimum interval between two updates, in ms. */
const SHORTEST_WAIT_MS = 20;

/** Lines from the top that belong to the upper part of the picture; WebVTT has about 16 lines. */
const TOP_LINES = 8;

/** Do not restart a timer whose error is below this, in ms: the element reports its position four times a second. */
const TIMER_TOLERANCE_MS = 40;

/** The time between two cue boundaries, in which nothing changes. */
interface Span {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}
const UNKNOWN_SPAN: Span = { fromSeconds: Infinity, untilSeconds: -Infinity };

function spanAround(cues: readonly SubtitleCue[], seconds: number): Span {
  let fromSeconds = -Infinity;
  let untilSeconds = Infinity;
  for (const { startSeconds, endSeconds } of cues) {
    for (const boundary of [startSeconds, endSeconds]) {
      if (boundary > seconds) untilSeconds = Math.min(untilSeconds, boundary);
      else fromSeconds = Math.max(fromSeconds, boundary);
    }
  }
  return { fromSeconds, untilSeconds };
}

/**
 * Reports the visible cues whenever they change. A timer waits for the next start or end of a cue, so that cues are on
 * time although the element reports its position only four times a second.
 */
export function createCueDisplayer({ clock, positionSeconds, speed, onCues }: CueDisplayerOptions): CueDisplayer {
  let cues: SubtitleCue[] = [];
  let standing: readonly SubtitleCue[] = [];
  let isVisible = false;
  let isDestroyed = false;
  let stopTimer: Stop | null = null;
  let timerDueMs = 0;
  let span = UNKNOWN_SPAN;

  const stand = (next: readonly SubtitleCue[]) => {
    const isSame = next.length === standing.length && next.every((cue, index) => cue.key === standing[index]?.key);
    if (isSame) return;
    standing = next;
    onCues(next);
  };

  const stopWaiting = () => {
    stopTimer?.();
    stopTimer = null;
  };

  const waitForNext = (nowSeconds: number) => {
    const perSecond = speed();
    if (!isVisible || !Number.isFinite(span.untilSeconds) || perSecond <= 0) return stopWaiting();
    const waitMs = Math.max(SHORTEST_WAIT_MS, ((span.untilSeconds - nowSeconds) * 1_000) / perSecond);
    const dueMs = clock.now() + waitMs;
    if (stopTimer && Math.abs(dueMs - timerDueMs) < TIMER_TOLERANCE_MS) return;
    stopWaiting();
    timerDueMs = dueMs;
    stopTimer = clock.after(waitMs, () => {
      stopTimer = null;
      refresh();
    });
  };

  function refresh() {
    if (isDestroyed) return;
    const nowSeconds = positionSeconds();
    if (nowSeconds < span.fromSeconds || nowSeconds >= span.untilSeconds) {
      span = spanAround(cues, nowSeconds);
      stand(isVisible ? cues.filter((cue) => cue.startSeconds <= nowSeconds && nowSeconds < cue.endSeconds) : []);
    }
    waitForNext(nowSeconds);
  }

  /** Recomputes the visible cues after a change of cues. */
  const recompute = () => {
    span = UNKNOWN_SPAN;
    refresh();
  };

  return {
    append(parsed) {
      const known = new Set(cues.map((cue) => cue.key));
      // A segment that is loaded again repeats its cues.
      const fresh = parsed.map(toSubtitleCue).filter((cue) => cue.text !== '' && !known.has(cue.key));
      cues = cues.concat(fresh).sort((one, other) => one.startSeconds - other.startSeconds);
      recompute();
    },
    remove(startSeconds, endSeconds) {
      if (isDestroyed) return false;
      cues = cues.filter((cue) => cue.endSeconds <= startSeconds || cue.startSeconds >= endSeconds);
      recompute();
      return true;
    },
    setTextVisibility(isOn) {
      isVisible = isOn;
      recompute();
    },
    isTextVisible: () => isVisible,
    setTextLanguage: () => undefined,
    configure: () => undefined,
    destroy() {
      isDestroyed = true;
      stopWaiting();
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
