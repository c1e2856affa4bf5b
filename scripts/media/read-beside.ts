import { lstat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EPISODE_FIELDS, factLines, TITLE_FIELDS } from '#server/intake/beside/facts.ts';
import { createFindBeside } from '#server/intake/beside/find-beside.ts';
import type { PlannedTitle, PlannedVideo } from '#server/intake/plan-titles.ts';
import type { FoundVideo } from '#server/intake/scan.ts';
import { visible } from './lines.ts';

/**
 * Reads the metadata and pictures beside videos.
 *
 * @param path what was added: a folder, or one video, whose title's folder may be the one above its own.
 */
export async function readBeside(path: string, videos: readonly FoundVideo[]): Promise<PlannedVideo[]> {
  const given = await realpath(resolve(path));
  const isFolder = (await lstat(given)).isDirectory();
  const beside = createFindBeside(isFolder ? given : dirname(dirname(given)));
  const read: PlannedVideo[] = [];
  for (const video of videos) read.push({ ...video, beside: await beside.find(video.source, video.guess.season) });
  return read;
}

/** What is wrong with metadata, each sentence once. */
export const besideProblems = (videos: readonly PlannedVideo[]): string[] => [
  ...new Set(videos.flatMap(({ beside }) => beside?.notices ?? []).map(({ message }) => visible(message))),
];

const LONGEST_SHOWN = 100;
const short = (text: string) => {
  const characters = Array.from(visible(text));
  return characters.length <= LONGEST_SHOWN ? characters.join('') : `${characters.slice(0, LONGEST_SHOWN).join('')}…`;
};

/** What is taken from metadata and pictures, for the operator. */
export function takenLines({ facts, pictures, episodes }: PlannedTitle): string[] {
  const names = Object.keys(pictures);
  return [
    ...factLines(facts ?? null, TITLE_FIELDS).map(({ field, text }) => `    ${field}: ${short(text)}`),
    ...(names.length > 0 ? [`    pictures: ${names.join(', ')}`] : []),
    ...episodes.flatMap(({ number, facts: own, still }) =>
      own === undefined && still === undefined
        ? []
        : [
            `    ${number ?? '?'}화: ${[
              ...factLines(own ?? null, EPISODE_FIELDS)
                .filter(({ field }) => field !== 'season' && field !== 'number')
                .map(({ field, text }) => `${field}: ${short(text)}`),
              ...(still === undefined ? [] : ['picture']),
            ].join('; ')}`,
          ],
    ),
  ];
}
