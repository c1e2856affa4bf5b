import { readFileSync } from 'node:fs';
import { guessFromName } from '#server/intake/names.ts';

/** What a person reads in a name: `-` for what it does not say, `?` for what does not matter. */
export interface SaidName {
  title: string;
  season: string;
  episode: string;
  kind: string;
}

export interface LabelledName {
  path: string;
  said: SaidName;
}

export const nameCorpus = (): LabelledName[] =>
  readFileSync(new URL('../../unit/intake/file-names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [path = '', title = '', season = '', episode = '', kind = ''] = line.split('\t');
      return { path, said: { title, season, episode, kind } };
    });

/** What the reader reads, without the fields that do not matter. */
export function readAs(path: string, wanted: SaidName): SaidName {
  const { title = '-', season = '-', episode = '-', kind } = guessFromName(path);
  const got: SaidName = { title, season: String(season), episode: String(episode), kind };
  for (const field of Object.keys(got) as (keyof SaidName)[]) if (wanted[field] === '?') got[field] = '?';
  return got;
}
