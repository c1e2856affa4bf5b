import type { LeftOutKind } from '#contract/console/inbox.ts';
import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import type { PictureKind } from '../job.ts';
import { guessFromNames, isEpisode, type NameGuess } from '../names.ts';
import { datedName, planTitles, type PlannedTitle } from '../plan-titles.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { besideInInbox, indexFiles, type NamedFile } from './beside-files.ts';
import { findOwnSubtitles, type OwnSubtitle } from './own-subtitles.ts';

export type { NamedFile };

export interface ProposedEpisode {
  fileId: string;
  /** Undefined when no name says it. */
  number: number | undefined;
  subject: string | null;
  /** The names leave a doubt. */
  isUnsure: boolean;
  /** The year that its names say beside the title. */
  year: number | undefined;
  subtitles: readonly OwnSubtitle[];
  /** What the name says of a video that is no episode. */
  leftOutAs: LeftOutKind | null;
  /** What metadata say. */
  facts: EpisodeFacts | undefined;
  /** Picture of the episode: an upload, or a path of the watched folder. */
  still: NamedFile | string | undefined;
  /** Uploaded metadata files that say something about it or its title. */
  metadata: NamedFile[];
}

/** The episodes of one title, as their names say. */
export interface ProposedTitle {
  /** Undefined when no name says it. */
  name: string | undefined;
  /** Its name with the year, which the catalogue may have instead. */
  datedName: string | undefined;
  season: PlannedTitle['season'];
  episodes: ProposedEpisode[];
  /** Uploads, or paths of the watched folder. */
  pictures: Partial<Record<PictureKind, NamedFile | string>>;
  facts: TitleFacts | undefined;
  /** Names of the metadata files that were read. */
  files: string[];
  notices: CodedText[];
}

/** A trailer or an extra waits without a title: it may become an advertisement, or what the operator says. */
const withoutTitle = (guess: NameGuess): NameGuess => ({
  ...guess,
  title: undefined,
  season: undefined,
  episode: undefined,
  confidence: { title: 0, season: 0, episode: 0 },
});

/** Groups videos by the titles that their names say, as `bora media add` does. */
export function proposeTitles(files: readonly NamedFile[]): ProposedTitle[] {
  const videos = files.filter(({ kind }) => kind === 'video');
  const guesses = guessFromNames(videos.map(({ path }) => path)).map((guess) =>
    isEpisode(guess) ? guess : withoutTitle(guess),
  );
  const kinds = new Map(videos.map(({ id }, index) => [id, guesses[index]!.kind]));
  const leftOutAs = (id: string) => {
    const kind = kinds.get(id)!;
    return kind === 'episode' || kind === 'special' ? null : kind;
  };
  const indexed = indexFiles(files);
  const beside = new Map(
    videos.map((video, index) => [video.id, besideInInbox(video, indexed, guesses[index]!.season)] as const),
  );
  const subtitles = findOwnSubtitles(files);
  const planned = planTitles(
    videos.map(({ id, path }, index) => ({
      source: id,
      shown: path,
      guess: guesses[index]!,
      pictures: {},
      // What nobody takes for an episode stays without a title.
      ...(isEpisode(guesses[index]!) && { beside: beside.get(id)!.beside }),
    })),
    { title: undefined, name: undefined, season: undefined, episode: undefined },
  );
  return planned.map(({ name, base, season, year, episodes, facts }) => {
    const first = beside.get(episodes[0]!.source)!;
    const all = episodes.map(({ source }) => beside.get(source)!.beside);
    return {
      name,
      datedName: datedName({ base, season, year }),
      season,
      facts,
      pictures: { ...first.beside.pictures, ...first.pictures },
      files: [...new Set(all.flatMap((one) => one.files))],
      notices: [...new Map(all.flatMap(({ notices }) => notices).map((one) => [one.message, one])).values()],
      episodes: episodes.map(({ source, number, subject, isUnsure, year: ownYear, facts: own }) => ({
        fileId: source,
        number,
        subject,
        isUnsure,
        year: ownYear,
        leftOutAs: leftOutAs(source),
        facts: own,
        subtitles: subtitles.get(source) ?? [],
        still: beside.get(source)!.still ?? beside.get(source)!.beside.still,
        metadata: beside.get(source)!.metadata,
      })),
    };
  });
}

/**
 * Whether an episode may start by itself: its names leave no doubt, they say a title of the catalogue, whose other episodes say how the new one may be watched, and a
 * number that nothing else has.
 */
export function isCertain(
  { number, isUnsure }: Pick<ProposedEpisode, 'number' | 'isUnsure'>,
  {
    numbers,
    taken,
    access,
  }: { numbers: readonly (number | undefined)[]; taken: ReadonlySet<number>; access: string | undefined },
): boolean {
  return (
    !isUnsure &&
    number !== undefined &&
    access !== undefined &&
    !taken.has(number) &&
    numbers.filter((other) => other === number).length === 1
  );
}
