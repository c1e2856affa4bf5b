import type { Drawing } from '#contract/playback.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { DrawnTable } from './drawn-segments.ts';
import { isSameLanguage } from './track-options.ts';

/** A segment waits so long for the table of segments with drawings, in ms; then it comes without. */
const TABLE_WAIT_MS = 2_000;

/** The language of the service, for viewers who chose no subtitles. */
const USUAL_LANGUAGE = 'ko';

/** The viewer's choice: a language, null for none, undefined to show them where the sound is in another language. */
export type DrawingChoice = string | null | undefined;

/** The drawings to show. */
export function wantedDrawing(
  drawings: readonly Drawing[],
  choice: DrawingChoice,
  subtitleKey: string | null,
  soundLang: string | null,
): Drawing | undefined {
  const of = (lang: string) => drawings.find((drawing) => isSameLanguage(drawing.lang, lang));
  if (choice === null) return undefined;
  if (choice !== undefined) return of(choice) ?? drawings[0];
  const wanted = of(subtitleKey === null ? USUAL_LANGUAGE : langOfKey(subtitleKey));
  return wanted && soundLang !== null && isSameLanguage(wanted.lang, soundLang) ? undefined : wanted;
}

export interface ShownDrawings {
  /** Language of the drawings in the picture. */
  active(): string | null;
  /** @returns whether other segments are needed now. */
  show(drawing: Drawing | undefined): boolean;
  /** Which segments have the drawings; null without drawings. */
  table(): Promise<DrawnTable | null>;
}

export interface ShownDrawingsOptions {
  readonly clock: Clock;
  /** Null when there is no table. */
  readonly load: (url: string) => Promise<DrawnTable | null>;
  /** The drawings cannot be shown. */
  readonly onGone: () => void;
}

export function createShownDrawings({ clock, load, onGone }: ShownDrawingsOptions): ShownDrawings {
  let shown: Drawing | undefined;
  let table: Promise<DrawnTable | null> = Promise.resolve(null);
  return {
    active: () => shown?.lang ?? null,
    show(drawing) {
      if (drawing?.lang === shown?.lang) return false;
      shown = drawing;
      table = Promise.resolve(null);
      if (!drawing) return true;
      const loading = load(drawing.url).catch(() => null);
      table = loading;
      void loading.then((found) => {
        if (found || shown !== drawing) return;
        shown = undefined;
        onGone();
      });
      return true;
    },
    table: () =>
      new Promise((resolve) => {
        const stop = clock.after(TABLE_WAIT_MS, () => resolve(null));
        void table.then((found) => {
          stop();
          resolve(found);
        });
      }),
  };
}
