import { describe, expect, test } from 'vitest';
import { ASK_BELOW, guessFromName } from '#server/intake/names.ts';
import { nameCorpus, readAs } from '#tests/support/media/name-corpus.ts';

const corpus = nameCorpus();

describe('the corpus of names', () => {
  test('has at least 300 names', () => {
    expect(new Set(corpus.map(({ path }) => path)).size).toBeGreaterThanOrEqual(300);
  });

  test.each(corpus)('$path is read as a person reads it', ({ path, said }) => {
    expect(readAs(path, said)).toEqual(said);
    expect(readAs(path.normalize('NFD'), said)).toEqual(said);
  });

  test('is read without a question in at least 70 of 100 names', () => {
    const episodes = corpus.filter(({ said }) => said.kind === 'episode' || said.kind === 'special');
    const sure = episodes.filter(({ path }) => Math.min(...Object.values(guessFromName(path).confidence)) >= ASK_BELOW);
    expect(sure.length / episodes.length).toBeGreaterThan(0.7);
  });
});
