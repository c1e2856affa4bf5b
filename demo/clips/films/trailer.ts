import { words } from '../../art/lettering.ts';
import { faded, rect } from '../../art/svg.ts';
import { clamp, ease, type Film, stage } from '../film.ts';
import type { Score } from '../sound.ts';

const { w, h } = stage;

/** Seconds of each moment of the film, and of the card at the end. */
const MOMENT_SECONDS = 2.4;
const CARD_SECONDS = 2.4;

/** The picture of a film at `seconds`, without dissolves. */
function pictureAt({ shots }: Film, seconds: number): string {
  const shot = shots.find(({ start, end }) => seconds >= start && seconds < end) ?? shots[0]!;
  const t = seconds - shot.start;
  return shot.draw(t, clamp(t / (shot.end - shot.start)));
}

/** Two lines over the first picture of the film, darkened. */
const card = (film: Film, [line, promise]: readonly [string, string], t: number) =>
  pictureAt(film, t) +
  rect(0, 0, w, h, '#05030a', { opacity: 0.55 }) +
  faded(ease(t, 0.1, 0.7), words(line, { x: w / 2, y: 500, size: 96, fill: '#ffffff', anchor: 'middle' })) +
  faded(
    ease(t, 0.5, 1.1),
    words(promise, { x: w / 2, y: 596, size: 46, fill: '#e6dbff', weight: 600, anchor: 'middle' }),
  );

/** Four moments of a film, then two lines. */
export const trailer = (
  film: Film,
  moments: readonly [number, number, number, number],
  lines: readonly [string, string],
  score: Score,
): Film => ({
  id: `${film.id}-trailer`,
  seconds: moments.length * MOMENT_SECONDS + CARD_SECONDS,
  isAdvertisement: true,
  dissolve: 0.3,
  coarser: 4,
  shots: [
    ...moments.map((from, index) => ({
      start: index * MOMENT_SECONDS,
      end: (index + 1) * MOMENT_SECONDS,
      draw: (t: number) => pictureAt(film, from + t),
    })),
    {
      start: moments.length * MOMENT_SECONDS,
      end: moments.length * MOMENT_SECONDS + CARD_SECONDS,
      draw: (t) => card(film, lines, t),
    },
  ],
  score,
});
