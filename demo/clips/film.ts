import { createRandom, type Random } from '../art/random.ts';
import { rect } from '../art/svg.ts';
import type { Score } from './sound.ts';

/** Every shot is drawn on this stage and scaled to the picture's size. */
export const stage = { w: 1778, h: 1000 };

interface Shot {
  /** Seconds from the start of the film. */
  start: number;
  end: number;
  /** Draws the picture at `t` seconds after the shot's start; `share` is its progress from 0 to 1. */
  draw(t: number, share: number): string;
}

export interface Cue {
  start: number;
  end: number;
  ko: string;
  en: string;
}

/** A sentence of a description. */
export interface Described {
  /** Seconds from the start of the film. */
  at: number;
  ko: string;
}

export interface Film {
  id: string;
  /** Running time in whole seconds. */
  seconds: number;
  shots: readonly Shot[];
  /** Duration of a dissolve between shots, in seconds. */
  dissolve: number;
  /** Added to the encoder's quality number (lower is better), for films in which everything moves. */
  coarser?: number;
  score: Score;
  /** Advertisements and trailers have no subtitles, markers or previews, and fewer renditions. */
  isAdvertisement?: true;
  cues?: readonly Cue[];
  /** Descriptions of sounds for deaf viewers, in Korean and beside the cues. With them, the cues become captions (SDH). */
  sounds?: readonly Omit<Cue, 'en'>[];
  /** Sentences in Korean that describe the picture for viewers who do not see it. */
  description?: readonly Described[];
  /** A dub with voices at the cues; the other track is then the original. */
  dub?: Score;
  intro?: { start: number; end: number };
  outro?: { start: number; end?: number };
  recap?: { start: number; end: number };
  preview?: { start: number; end: number };
}

/** Computes a constant part of a film on first use. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export const seeded = (seed: string): Random => createRandom(seed);

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));

/** Eases from 0 to 1 while t goes from `from` to `to`. */
export function ease(t: number, from: number, to: number): number {
  const share = clamp((t - from) / (to - from));
  return share * share * (3 - 2 * share);
}

export const between = (from: number, to: number, share: number) => from + (to - from) * share;

/** The picture of the film at `seconds`, as one SVG. */
export function frameAt(film: Film, seconds: number, width: number): string {
  const { dissolve } = film;
  const inside = film.shots
    .filter((shot) => seconds >= shot.start - dissolve / 2 && seconds < shot.end + dissolve / 2)
    .map((shot, index) => {
      const t = Math.max(0, seconds - shot.start);
      const picture = shot.draw(t, clamp(t / (shot.end - shot.start)));
      const opacity = index === 0 ? 1 : clamp((seconds - (shot.start - dissolve / 2)) / dissolve);
      return opacity === 1 ? picture : `<g opacity="${opacity.toFixed(3)}">${picture}</g>`;
    })
    .join('');
  const dark = Math.max(1 - seconds / 0.8, 1 - (film.seconds - seconds) / 1.2);
  const fade = dark > 0 ? rect(0, 0, stage.w, stage.h, '#05030a', { opacity: clamp(dark) }) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * 9) / 16)}" viewBox="0 0 ${stage.w} ${stage.h}" preserveAspectRatio="xMidYMid slice">${inside}${fade}</svg>`;
}
