import type { Item } from '#contract/catalogue.ts';

/** Characters that the block has room for: three lines of the synopsis, one line of people. */
const SYNOPSIS_ROOM = 96;
const PEOPLE_ROOM = 44;

type People = Pick<Item, 'director' | 'production' | 'cast'>;

/** Who made it and who speaks in it, in one line. */
export const peopleOf = ({ director, production, cast }: People): string =>
  [director && `감독 ${director}`, production && `제작 ${production}`, cast.length > 0 && `출연 ${cast.join(', ')}`]
    .filter(Boolean)
    .join('  ·  ');

/** Whether the block cannot show all of it. */
export const isLong = (item: People & Pick<Item, 'synopsis'>): boolean =>
  item.synopsis.length > SYNOPSIS_ROOM || peopleOf(item).length > PEOPLE_ROOM;
