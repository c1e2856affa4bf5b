import { convertHangulToQwerty, getChoseong } from 'es-hangul';
import { canonicalOf, isSyllable } from '#server/catalogue/search/canonical.ts';
import type { KnownName } from './search-names.ts';

/** A typed text, and whether the title counts as found among the first eight or only as the first. */
export interface Query {
  readonly kind: string;
  readonly typed: string;
  readonly meant: number;
}

type Chance = (limit: number) => number;

/** The same numbers for the same seed. */
export function createChance(seed: number): Chance {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The initial consonant of each syllable; other characters stay. */
const initialsOf = (name: string) => name.replace(/[가-힣]/g, (syllable) => getChoseong(syllable));
const syllablesOf = (name: string) =>
  [...name].flatMap((character, at) => (isSyllable(character.charCodeAt(0)) ? [at] : []));
/** @param further how many vowels further in the alphabet. */
const withOtherVowel = (syllable: string, further: number): string => {
  const index = syllable.charCodeAt(0) - 0xac00;
  const [onset, vowel, final] = [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
  return String.fromCharCode(0xac00 + (onset * 21 + ((vowel + further) % 21)) * 28 + final);
};
const replaced = (name: string, at: number, text: string, length = 1) =>
  name.slice(0, at) + text + name.slice(at + length);

/** Typed texts of all kinds for the known names. */
export function queriesOf(names: readonly KnownName[], chance: Chance): Query[] {
  return names.flatMap(({ name, names: others, aliases, asked = [] }, meant) => {
    const queries: Query[] = [];
    const add = (kind: string, typed: string) => queries.push({ kind, typed, meant });
    const places = syllablesOf(name);
    const one = () => places[chance(places.length)]!;
    add('whole', name);
    add('prefix', name.slice(0, Math.max(2, Math.ceil(name.length * 0.7))).trim());
    add('spacing', name.replaceAll(' ', ''));
    add('initials', initialsOf(name).replace(/[^ㄱ-ㅎ\da-z ]/gi, ''));
    const wrong = one();
    add('wrong vowel', replaced(name, wrong, withOtherVowel(name[wrong]!, 1 + chance(20))));
    const dropped = one();
    add('dropped', replaced(name, dropped, ''));
    const doubled = one();
    add('doubled', replaced(name, doubled, name[doubled]!.repeat(2)));
    const pairs = places.filter((at) => places.includes(at + 1) && name[at] !== name[at + 1]);
    const swapped = pairs[chance(pairs.length)];
    if (swapped !== undefined) add('swapped', replaced(name, swapped, name[swapped + 1]! + name[swapped]!, 2));
    add('layout', convertHangulToQwerty(name));
    for (const [lang, text] of others) add(`name in ${lang}`, text);
    add(
      'romaji without macrons',
      others[1]![1]
        .replaceAll('uu', 'u')
        .replaceAll('ou', 'o')
        .replaceAll('oo', 'o')
        .replaceAll('aa', 'a')
        .toLowerCase(),
    );
    for (const alias of aliases) add('nickname', alias);
    for (const text of asked) add('numbers, seasons, signs', text);
    const words = name.split(' ');
    if (words.length > 1) add('words reversed', words.reverse().join(' '));
    return queries;
  });
}

/** Words that mean no title: composed of syllables by the seed. */
export function meaninglessWords(count: number, chance: Chance): string[] {
  const onsets = [0, 2, 3, 5, 6, 7, 9, 11, 12, 14, 15, 16, 17, 18];
  const vowels = [0, 4, 8, 13, 18, 20, 1, 5];
  const finals = [0, 0, 0, 4, 8, 16, 21];
  const syllable = () =>
    String.fromCharCode(
      0xac00 +
        (onsets[chance(onsets.length)]! * 21 + vowels[chance(vowels.length)]!) * 28 +
        finals[chance(finals.length)]!,
    );
  return Array.from({ length: count }, () => Array.from({ length: 3 + chance(3) }, syllable).join('')).filter(
    (word) => canonicalOf(word) !== '',
  );
}
