import type { Item } from '#contract/catalogue.ts';

type People = Pick<Item, 'director' | 'production' | 'cast'>;

/** The name in the language of its makers; undefined where it is the shown one. */
export const originalNameOf = ({ name, names = [] }: Pick<Item, 'name' | 'names'>) =>
  names[0]?.name === name ? undefined : names[0];

/** Director, production and cast, in one line. */
export const peopleOf = ({ director, production, cast }: People): string =>
  [director && `감독 ${director}`, production && `제작 ${production}`, cast.length > 0 && `출연 ${cast.join(', ')}`]
    .filter(Boolean)
    .join('  ·  ');
