import type { Item } from '#contract/catalogue.ts';

type People = Pick<Item, 'director' | 'production' | 'cast'>;

/** Director, production and cast, in one line. */
export const peopleOf = ({ director, production, cast }: People): string =>
  [director && `감독 ${director}`, production && `제작 ${production}`, cast.length > 0 && `출연 ${cast.join(', ')}`]
    .filter(Boolean)
    .join('  ·  ');
