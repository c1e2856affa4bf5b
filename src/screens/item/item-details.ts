import type { Item } from '#contract/catalogue.ts';

/** Characters that fit in the block: three lines of synopsis, one line of people. */
const SYNOPSIS_ROOM = 96;
const PEOPLE_ROOM = 44;

type People = Pick<Item, 'director' | 'production' | 'cast'>;

/** Director, production and cast, in one line. */
export const peopleOf = ({ director, production, cast }: People): string =>
  [director && `감독 ${director}`, production && `제작 ${production}`, cast.length > 0 && `출연 ${cast.join(', ')}`]
    .filter(Boolean)
    .join('  ·  ');

/** Whether the block cuts the synopsis or the people. */
export const isLong = (item: People & Pick<Item, 'synopsis'>): boolean =>
  item.synopsis.length > SYNOPSIS_ROOM || peopleOf(item).length > PEOPLE_ROOM;
