/** What the order of a row of proposals depends on. */
export interface Varied {
  readonly id: number;
  readonly seriesId: number | null;
  readonly production: string;
  readonly isNew: boolean;
}

/** Titles that a viewer sees without paging. */
const FIRST = 10;
/** Of one series, or of one studio, among the first ones. */
const MOST_OF_ONE = 3;
/** Places of the row, counted from 0, where something new stands if nothing before it is. */
const PLACES_OF_NEW = [4, 9];

/**
 * Chooses a row: the most promising titles, no more than three of a series or studio among the first ten, and two places for
 * what is new, however little is known of it.
 *
 * @param promising the most promising first.
 */
export function vary<T extends Varied>(promising: readonly T[], size: number): T[] {
  const rest = [...promising];
  const row: T[] = [];
  const fits = (title: T) => {
    const countOf = (isSame: (other: T) => boolean) => row.filter(isSame).length;
    return (
      countOf(({ production }) => production !== '' && production === title.production) < MOST_OF_ONE &&
      (title.seriesId === null || countOf(({ seriesId }) => seriesId === title.seriesId) < MOST_OF_ONE)
    );
  };
  let news = 0;
  while (row.length < size && rest.length > 0) {
    const due = PLACES_OF_NEW.filter((place) => place <= row.length).length;
    const isFirst = row.length < FIRST;
    const fitting = isFirst ? rest.findIndex(fits) : 0;
    const fresh = news < due ? rest.findIndex((title) => title.isNew && (!isFirst || fits(title))) : -1;
    // Rather too many of one studio than a row with a gap.
    const [title] = rest.splice(fresh >= 0 ? fresh : Math.max(0, fitting), 1);
    if (title!.isNew) news += 1;
    row.push(title!);
  }
  return row;
}
