import { DRAWN_CUE } from '#contract/rules/drawn-cue.ts';
import { readPictureCue, type PictureCue } from '#contract/rules/picture-cue.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { onScreen, pictureOnScreen, placementOf, type PictureShare } from './cue-position.ts';
import { linesOf, textOfLines } from './cue-text.ts';
import type { SubtitleCue } from './engine.ts';
import type { ParsedCue } from './parsed-cue.ts';
import type { PictureSheets } from './picture-sheets.ts';

export interface CueDisplayerOptions {
  readonly clock: Clock;
  readonly positionSeconds: () => number;
  /** Media seconds per second of the clock; 0 while the picture stands still. */
  readonly speed: () => number;
  /** The part of the screen that the picture fills; known once there is a picture. */
  readonly pictureShare: () => PictureShare;
  /** Whether the picture shows the cues that are also drawn into it. */
  readonly hasDrawings: () => boolean;
  /** Addresses of the sheets of the track; null for text. */
  readonly sheetUrls: () => readonly string[] | null;
  readonly sheets: PictureSheets;
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
  /** Call it when `hasDrawings` changed. */
  recompute(): void;
}

/** Minimum interval between two updates, in ms. */
const SHORTEST_WAIT_MS = 20;

/** Do not restart a timer whose error is below this, in ms: the element reports its position four times a second. */
const TIMER_TOLERANCE_MS = 40;

interface KnownCue extends SubtitleCue {
  readonly isDrawn: boolean;
  readonly cell: (PictureCue & { readonly url: string }) | null;
}

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
export function createCueDisplayer(options: CueDisplayerOptions): CueDisplayer {
  const { clock, positionSeconds, speed, pictureShare, hasDrawings, sheetUrls, sheets, onCues } = options;
  let cues: KnownCue[] = [];
  let standing: readonly KnownCue[] = [];
  let isVisible = false;
  let isDestroyed = false;
  let stopTimer: Stop | null = null;
  let timerDueMs = 0;
  let span = UNKNOWN_SPAN;

  const stand = (next: readonly KnownCue[]) => {
    const isSame = next.length === standing.length && next.every((cue, index) => cue.key === standing[index]?.key);
    if (isSame) return;
    standing = next;
    const share = pictureShare();
    onCues(
      next.map((cue) => ({ ...cue, placement: onScreen(cue.placement, share), ...pictureOf(cue, sheets, share) })),
    );
  };

  /** The pictures that are shown and the next one must be in memory. */
  const keepSheets = (shown: readonly KnownCue[], nowSeconds: number) => {
    const next = isVisible ? cues.find(({ startSeconds }) => startSeconds > nowSeconds) : undefined;
    sheets.keep([...shown, ...(next ? [next] : [])].flatMap(({ cell }) => (cell ? [cell.url] : [])));
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
      const isShown = (cue: KnownCue) =>
        cue.startSeconds <= nowSeconds && nowSeconds < cue.endSeconds && !(cue.isDrawn && hasDrawings());
      const shown = isVisible ? cues.filter(isShown) : [];
      keepSheets(shown, nowSeconds);
      stand(shown.filter(({ cell }) => !cell || sheets.find(cell.url)));
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
      const urls = sheetUrls();
      const fresh = parsed
        .map((cue) => (urls ? toPictureCue(cue, urls) : toSubtitleCue(cue)))
        .filter((cue) => (cue.text !== '' || cue.cell) && !known.has(cue.key));
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
      sheets.keep([]);
      stand([]);
      return Promise.resolve();
    },
    refresh,
    recompute,
  };
}

function pictureOf({ cell }: KnownCue, sheets: PictureSheets, share: PictureShare): Pick<SubtitleCue, 'picture'> {
  const sheet = cell && sheets.find(cell.url);
  if (!sheet) return {};
  const { x, y, width, height, place } = cell;
  return { picture: { sheet, part: { x, y, width, height }, place: pictureOnScreen(place, share) } };
}

function toSubtitleCue(cue: ParsedCue): KnownCue {
  const lines = linesOf(cue);
  const text = textOfLines(lines);
  const placement = placementOf(cue);
  const place = typeof placement === 'string' ? placement : `${placement.x},${placement.y}`;
  return {
    // The same text may stand at two places at once.
    key: `${cue.startTime}-${cue.endTime}-${place}-${text}`,
    text,
    lines,
    startSeconds: cue.startTime,
    endSeconds: cue.endTime,
    placement,
    isDrawn: cue.id === DRAWN_CUE,
    cell: null,
  };
}

function toPictureCue(cue: ParsedCue, urls: readonly string[]): KnownCue {
  const cell = readPictureCue(cue.payload);
  const url = cell ? urls[cell.sheet - 1] : undefined;
  return {
    key: `${cue.startTime}-${cue.endTime}-${cue.payload}`,
    text: '',
    lines: [],
    startSeconds: cue.startTime,
    endSeconds: cue.endTime,
    placement: 'bottom',
    isDrawn: false,
    cell: cell && url !== undefined ? { ...cell, url } : null,
  };
}
