/** The order of punctuation in Korean lists; other symbols come after it. */
const PUNCTUATION = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

/** Punctuation, digits, Hangul, then other letters. */
const groupOf = (character: string): string => {
  if (/[\s\p{P}\p{S}]/u.test(character)) return '0';
  if (/\p{N}/u.test(character)) return '1';
  return /\p{Script=Hangul}/u.test(character) ? '2' : '3';
};

const primaryOf = (character: string): string => {
  const group = groupOf(character);
  const place = PUNCTUATION.indexOf(character);
  return group + (group === '0' && place !== -1 ? String.fromCharCode(33 + place) : character);
};

/**
 * A text that sorts by its bytes as names sort in Korean: the database can sort by it on every engine, whatever
 * collations it has. Names that differ only in upper and lower case sort by that.
 */
export function nameKeyOf(name: string): string {
  const normal = name.normalize('NFC');
  return `${[...normal.toLowerCase()].map(primaryOf).join('')} ${normal}`;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Sorts titles as lists by name do. */
export function compareNames(one: Named, other: Named): number {
  const [first, second] = [nameKeyOf(one.name), nameKeyOf(other.name)];
  if (first === second) return one.id - other.id;
  return first < second ? -1 : 1;
}
