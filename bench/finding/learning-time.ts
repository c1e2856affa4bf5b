import { learn } from '#server/catalogue/learning/learn.ts';
import { addAccount, createWatchedTogether } from '#server/catalogue/learning/watched-together.ts';
import type { Figure } from '../lib/table.ts';

/** Titles of each profile. */
const HISTORY = 50;
const MEGABYTE = 2 ** 20;

/** Time and memory of learning from many profiles, whose titles have a long tail. */
export function measureLearning({ titles, profiles }: { titles: number; profiles: number }): Figure[] {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const began = performance.now();
  const together = createWatchedTogether(titles);
  for (let profile = 0; profile < profiles; profile += 1)
    addAccount(together, [Array.from({ length: HISTORY }, () => Math.floor(titles * random() ** 2))]);
  const counted = performance.now();
  const learnt = learn(together);
  const ended = performance.now();
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
  return [
    { what: `counting ${profiles} profiles`, figure: seconds(began, counted), target: '' },
    { what: `learning ${learnt.size} titles`, figure: seconds(counted, ended), target: '' },
    { what: 'memory', figure: `${Math.round(process.memoryUsage.rss() / MEGABYTE)} MB`, target: '' },
  ];
}
