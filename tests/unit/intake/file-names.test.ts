import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ASK_BELOW, guessFromName } from '#server/intake/names.ts';

/** Names with what a person reads in them. */
const corpus = readFileSync(new URL('file-names.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [path = '', title = '', season = '', episode = '', kind = ''] = line.split('\t');
    return { path, said: { title, season, episode, kind } };
  });

const readAs = (path: string, wanted: Record<string, string>) => {
  const { title, season, episode, kind } = guessFromName(path);
  const got: Record<string, string> = {
    title: title ?? '-',
    season: String(season ?? '-'),
    episode: String(episode ?? '-'),
    kind,
  };
  return Object.fromEntries(Object.entries(got).map(([field, value]) => [field, wanted[field] === '?' ? '?' : value]));
};

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
