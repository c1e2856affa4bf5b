import { words } from '../../art/lettering.ts';
import { faded, rect } from '../../art/svg.ts';
import { ease, type Film, stage } from '../film.ts';
import type { Score } from '../sound.ts';

const { w, h } = stage;

/** The final picture of an advertisement: the product's name and slogan. */
export function nameCard(
  t: number,
  card: { name: string; promise: string; ground: string; colour: string; product: string },
): string {
  const { name, promise, ground, colour, product } = card;
  return (
    rect(0, 0, w, h, ground) +
    product +
    faded(ease(t, 0.2, 0.9), words(name, { x: 1180, y: 500, size: 124, fill: colour, weight: 900, anchor: 'middle' })) +
    faded(
      ease(t, 0.7, 1.4),
      words(promise, { x: 1180, y: 596, size: 46, fill: colour, weight: 700, anchor: 'middle', spacing: 0.02 }),
    )
  );
}

/** A cheerful tune of twelve seconds: four plucked chords with bells. */
export const jingle =
  (root: number, tune: readonly number[]): Score =>
  (band) => {
    const beat = 0.5;
    [0, -3, -7, -5, 0, 0].forEach((step, bar) => {
      const at = bar * 4 * beat;
      [0, 4, 7].forEach((third, voice) => {
        const pitch = root + step + third;
        band.pad({ at, length: 4 * beat, pitch: pitch - 12, level: 0.06, pan: (voice - 1) * 0.5 });
        band.pluck({ at: at + voice * beat, length: 0.3, pitch, level: 0.1, pan: (1 - voice) * 0.4 });
      });
      band.bass({ at, length: 2 * beat, pitch: root + step - 24, level: 0.2 });
    });
    tune.forEach((pitch, index) =>
      band.bell({ at: 0.5 + index * beat, length: 0.5, pitch: root + pitch, level: 0.09, pan: index % 2 ? 0.3 : -0.3 }),
    );
  };

type Draw = (t: number, share: number) => string;

/** Twelve seconds: a situation, the product, its name. */
export const advertisement = (
  id: string,
  [situation, product, name]: readonly [Draw, Draw, Draw],
  score: Score,
): Film => ({
  id,
  seconds: 12,
  isAdvertisement: true,
  dissolve: 0.5,
  coarser: 3,
  shots: [
    { start: 0, end: 3.8, draw: situation },
    { start: 3.8, end: 8, draw: product },
    { start: 8, end: 12, draw: name },
  ],
  score,
});
