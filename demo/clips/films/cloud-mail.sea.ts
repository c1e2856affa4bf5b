import { mix } from '../../art/colours.ts';
import { cloudLayer } from '../../art/parts/clouds.ts';
import { scroll } from '../../art/parts/scrolling.ts';
import { sky } from '../../art/parts/sky.ts';
import { seeded, stage } from '../film.ts';

const { w, h } = stage;

export const ship = {
  body: '#f2495c',
  light: '#ff8f86',
  shade: '#b82a4c',
  stripe: '#ffd24a',
  hull: '#5a2a4e',
  window: '#fff2cc',
};

/** A sea of clouds: layers from far to near, each with its own colour and speed. */
const layers = (() => {
  const known = new Map<string, string>();
  return (seed: string, y: number, size: number, colour: string) => {
    const key = `${seed} ${y} ${size} ${colour}`;
    const made = known.get(key) ?? cloudLayer(seeded(seed), 2400, y, size, colour);
    known.set(key, made);
    return made;
  };
})();

export const cloudSea = (
  t: number,
  rows: readonly (readonly [seed: string, y: number, size: number, colour: string, speed: number])[],
) => rows.map(([seed, y, size, colour, speed]) => scroll(2400, t * speed, w, layers(seed, y, size, colour))).join('');

/** A sky between two times of day. */
export const skyOf = (from: readonly [string, string, string], to: readonly [string, string, string], share: number) =>
  sky({ w, h }, [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)], 0.75);
