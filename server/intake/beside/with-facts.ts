import type { NameGuess } from '../names.ts';
import type { Beside } from './facts.ts';

/** A file that contradicts a sure reading of the name may be the copy of another episode's. */
const CONTRARY = 0.5;
const SURE = 0.8;

/** What a video's name says, corrected by the metadata beside it. */
export function withFacts(guess: NameGuess, { title, episode }: Pick<Beside, 'title' | 'episode'>): NameGuess {
  if (title === null && episode === null) return guess;
  const { confidence } = guess;
  const isFilm = title?.isFilm === true;
  const season = isFilm ? undefined : (episode?.season ?? guess.season);
  const number = isFilm ? 1 : (episode?.number ?? guess.episode);
  const agree = (mine: number | undefined, theirs: number | undefined, sure: number) =>
    theirs === undefined ? sure : mine === undefined || mine === theirs || sure < SURE ? 1 : CONTRARY;
  return {
    ...guess,
    title: title?.name ?? guess.title,
    season,
    episode: number,
    subject: episode?.subject ?? (isFilm ? undefined : guess.subject),
    confidence: {
      title: title?.name === undefined ? confidence.title : 1,
      season: isFilm ? 1 : agree(guess.season ?? 1, episode?.season, confidence.season),
      episode: isFilm ? 1 : agree(guess.episode, episode?.number, confidence.episode),
    },
  };
}
