/** The form after a consonant, and the one after a vowel. */
export type Particle = '이/가' | '을/를' | '으로/로' | '이에요/예요';

/** Digits whose Korean reading ends in a consonant (영, 일, 삼, 육, 칠, 팔), and those that end in ㄹ. */
const CLOSED_DIGITS = '013678';
const RIEUL_DIGITS = '178';
const RIEUL = 8;

/** How the reading of a letter ends: 0 without a consonant, else the number of that consonant in Unicode's syllables. */
function finalOf(letter: string): number {
  if (/[가-힣]/.test(letter)) return (letter.charCodeAt(0) - 0xac00) % 28;
  if (letter === '' || !CLOSED_DIGITS.includes(letter)) return 0;
  return RIEUL_DIGITS.includes(letter) ? RIEUL : 1;
}

/** The particle that fits the last letter or digit of a word. Words of other scripts take the form after a vowel. */
export function particleOf(word: string, particle: Particle): string {
  const last = /[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u.exec(word.normalize('NFC'))?.[0] ?? '';
  const [closed, open] = particle.split('/') as [string, string];
  const final = finalOf(last);
  return final === 0 || (particle === '으로/로' && final === RIEUL) ? open : closed;
}

/** A word with the particle that fits it: 본편이, 1화가. */
export const withParticle = (word: string, particle: Particle): string => `${word}${particleOf(word, particle)}`;
