import { lettersOf } from './hangul.ts';
import type { Chip } from './keyboard-model.ts';

/** Maximum number of chips above the keys. */
const CHIPS_MAX = 5;

/** Candidates that the typed text may become, also within a syllable: 바ㄹ leads to 바람. */
export function completionChips(text: string, candidates: readonly string[]): Chip[] {
  if (text === '') return [];
  const letters = lettersOf(text);
  return candidates
    .filter((candidate) => candidate !== text && lettersOf(candidate).startsWith(letters))
    .slice(0, CHIPS_MAX)
    .map((candidate) => ({ id: `chip-${candidate}`, label: candidate, text: candidate, isFinal: true }));
}
