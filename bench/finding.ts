import { printTable, type Figure } from './lib/table.ts';
import { alikeByProperties } from './finding/by-properties.ts';
import {
  describe,
  evaluate,
  learnLikeness,
  leaveLastOut,
  proposeBy,
  proposeMostWatched,
  type Quality,
} from './finding/evaluate.ts';
import { measureLearning } from './finding/learning-time.ts';
import { makeRatings } from './finding/made-ratings.ts';
import { readRatingData, type Rating } from './finding/rating-data.ts';

/*
 * Measures what home proposes, offline: the last title that each profile liked is held out, and the proposals made of the
 * rest are searched for it.
 *
 *     npm run bench:finding                 an audience that the bench makes by a seed
 *     npm run bench:finding -- FOLDER       ratings in a folder (`bench/finding/rating-data.ts` describes its files)
 *     npm run bench:finding -- learning     time and memory of learning from 1,000,000 profiles and 5,000 titles
 */
const LEAST_NDCG = 0.1;
const LEAST_TIMES_MOST_WATCHED = 1.9;
const LEAST_TITLES = 400;
const LARGE = { titles: 5_000, profiles: 1_000_000 };
const MADE = { titles: 1_500, profiles: 4_000, seed: 20261128 };

const show = ({ ndcg, hitRate, titles }: Quality) =>
  `NDCG@20 ${ndcg.toFixed(4)}  HR@20 ${hitRate.toFixed(4)}  ${titles} titles`;
const last = (history: readonly Rating[]) => history.slice(0, 1);

async function main(folder: string | undefined): Promise<void> {
  const data = folder === undefined ? makeRatings(MADE) : readRatingData(folder);
  const { viewers, taught } = leaveLastOut(data.ratings);
  console.log(`${describe(data)}; ${viewers.length} titles held out\n`);
  const byProperties = alikeByProperties(data.properties);
  const began = performance.now();
  const likeness = learnLikeness(taught, byProperties);
  const seconds = (performance.now() - began) / 1000;

  const mostWatched = await evaluate(viewers, proposeMostWatched(taught));
  const properties = await evaluate(viewers, proposeBy(byProperties));
  const learnt = await evaluate(viewers, proposeBy(likeness));
  const ofOne = await evaluate(viewers, proposeBy(likeness), last);
  const propertiesOfOne = await evaluate(viewers, proposeBy(byProperties), last);
  const times = learnt.ndcg / mostWatched.ndcg;
  const figures: Figure[] = [
    { what: 'most watched', figure: show(mostWatched), target: '' },
    { what: 'by properties', figure: show(properties), target: '' },
    {
      what: 'as home proposes',
      figure: show(learnt),
      target: `NDCG@20 ${LEAST_NDCG}`,
      isMet: learnt.ndcg >= LEAST_NDCG,
    },
    {
      what: '  against most watched',
      figure: `${times.toFixed(2)} times`,
      target: `${LEAST_TIMES_MOST_WATCHED} times`,
      isMet: times >= LEAST_TIMES_MOST_WATCHED,
    },
    {
      what: '  different titles',
      figure: String(learnt.titles),
      target: String(LEAST_TITLES),
      isMet: learnt.titles >= LEAST_TITLES,
    },
    { what: 'by properties, one title known', figure: show(propertiesOfOne), target: '' },
    {
      what: 'as home proposes, one title known',
      figure: show(ofOne),
      target: 'not below properties',
      isMet: ofOne.ndcg >= propertiesOfOne.ndcg,
    },
    { what: 'learning', figure: `${seconds.toFixed(1)} s`, target: '' },
  ];
  printTable(figures);
  if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

const [what] = process.argv.slice(2);
if (what === 'learning') printTable(measureLearning(LARGE));
else await main(what);
