import { COMMON_WORDS, ROWS } from './common-words.ts';

/** Shortest pattern, in characters: two neighbours of an alphabet or keyboard row occur in most passwords by chance. */
const SHORTEST_RUN = 3;
/** A common password may have this many other characters before and after its pattern or word. */
const MOST_BESIDE = 3;
/** Fewest other characters of a password that contains a short name of an e-mail address. */
const FEWEST_BESIDE_NAME = 8;
/** Names from this length on may not occur in the password; shorter ones are part of many words by chance. */
const SHORTEST_NAME = 4;

/** Signs and digits that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const unleet = (text: string): string => Array.from(text, (character) => LEET[character] ?? character).join('');
const reversed = (text: string): string => Array.from(text).reverse().join('');

const ALL_ROWS = [...ROWS, ...ROWS.map(reversed)];

/** Length of the pattern at a place: one character again and again, or a part of a row in either direction. */
function runAt(text: string, at: number): number {
  let longest = 1;
  while (text[at + longest] === text[at]) longest += 1;
  if (at + SHORTEST_RUN > text.length) return longest;
  for (const row of ALL_ROWS) {
    const start = row.indexOf(text.slice(at, at + SHORTEST_RUN));
    if (start === -1) continue;
    let length = SHORTEST_RUN;
    while (at + length < text.length && row[start + length] === text[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** The text without its patterns. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at);
    if (length < SHORTEST_RUN) rest += text[at]!;
    at += length < SHORTEST_RUN ? 1 : length;
  }
  return rest;
}

/** The shortest part of which the text is a repetition: `abc1` of `abc1abc1`. */
function unitOf(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, length);
}

/** Every second character, from the first or the second on: `1a2b3c4d` is two rows. */
const everySecond = (text: string, from: 0 | 1) =>
  Array.from(text)
    .filter((_, index) => index % 2 === from)
    .join('');

const isPatterned = (text: string): boolean =>
  withoutRuns(text).length <= MOST_BESIDE ||
  [0, 1].every((from) => withoutRuns(everySecond(text, from as 0 | 1)).length <= 1);

const LETTER = /\p{L}/u;

/** The text between the first and the last letter. */
function coreOf(text: string): { core: string; beside: string } {
  const characters = Array.from(text);
  const first = characters.findIndex((character) => LETTER.test(character));
  if (first === -1) return { core: '', beside: text };
  let last = characters.length - 1;
  while (!LETTER.test(characters[last]!)) last -= 1;
  return {
    core: characters.slice(first, last + 1).join(''),
    beside: [...characters.slice(0, first), ...characters.slice(last + 1)].join(''),
  };
}

/** A year or a few numbers and signs, as people add them until a form accepts the word. */
const isUsualBeside = (beside: string): boolean => {
  const digits = beside.replace(/[^0-9]/g, '');
  return beside.length <= MOST_BESIDE + 1 || /^(19|20)\d\d(\d{4})?$/.test(digits) || isPatterned(beside);
};

function isCommonWord(text: string): boolean {
  const isWord = (word: string) => COMMON_WORDS.has(word) || COMMON_WORDS.has(unleet(word)) || isPatterned(word);
  const { core, beside } = coreOf(text);
  if (isWord(core) && isUsualBeside(beside)) return true;
  // Digits at the end may stand for letters: `passw0rd`, `p4ssw0rd1`, `adm1n`.
  const letters = text.replace(/[0-9!-/:-@[-`{-~]{1,8}$/, '');
  return letters !== '' && isWord(letters) && isUsualBeside(text.slice(letters.length));
}

/** Whether a password is little more than the name of an e-mail address. */
function isOfName(text: string, email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  if (text === email.toLowerCase()) return true;
  if (name === '' || !text.includes(name)) return false;
  return name.length >= SHORTEST_NAME || text.length - name.length < FEWEST_BESIDE_NAME;
}

/**
 * Whether a password is one of those that everybody tries first: repetitions, rows of the keyboard or the alphabet, common
 * words and the service's name with some digits, or the name of the account's own e-mail address. Rules find what a list of
 * 10,000 passwords has and its variants, without the list.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const unit = unitOf(text);
  return [text, unit].some((one) => isPatterned(one) || isCommonWord(one)) || isOfName(text, email);
}
