import type { Call } from './load.ts';
import { ITEM_ID, reporting, type Viewer } from './viewers.ts';

export interface Read {
  name: string;
  path: string;
  /** Minimum share of the rate of a constant of the same size. */
  target?: number;
  /** Minimum share of the rate of a constant that looks up its caller, instead of the other one. */
  targetBehindCaller?: number;
  /** Callers: a new profile each, one with a place and a rating in the title each, or one demo profile for all. */
  by?: 'begun' | 'demo profile';
  /** Whether to measure on PostgreSQL too. */
  onPostgres?: true;
}

const HOME = '/api/home/v1/rows/';
const ITEM = `/api/items/v1/${ITEM_ID}/`;
const EPISODES = `/api/episodes/v2/list/?item_id=${ITEM_ID}`;

const OF_CALLER = { targetBehindCaller: 0.3 };

export const reads: readonly Read[] = [
  { name: 'item detail', path: ITEM, ...OF_CALLER, onPostgres: true },
  { name: 'episode list', path: EPISODES, ...OF_CALLER, onPostgres: true },
  { name: 'home rows of new profiles', path: HOME, target: 0.2, onPostgres: true },
  { name: 'search', path: `/api/items/v1/search/?keyword=${encodeURIComponent('ㅇ')}` },
  { name: 'list', path: '/api/items/v1/list/?sorting=rating' },
  { name: 'home rows of the demo profile', path: HOME, target: 0.25, by: 'demo profile', onPostgres: true },
  { name: 'item detail of a begun title', path: ITEM, ...OF_CALLER, by: 'begun', onPostgres: true },
  { name: 'episode list of a begun title', path: EPISODES, ...OF_CALLER, by: 'begun', onPostgres: true },
];

const paths = [0, 1, 1, 0, 2, 0, 1, 3, 4].map((place) => reads[place]!.path);

/** A television's mix: one report for every three reads, and an occasional rating. */
export function mixing(viewers: readonly Viewer[]): (caller: number) => Call {
  const report = reporting(viewers);
  let count = 0;
  return (caller) => {
    count += 1;
    const { token } = viewers[caller % viewers.length]!;
    if (count % 4 === 0) return report(caller);
    if (count % 101 === 0)
      return {
        method: 'PUT',
        path: `/api/v1.0/items/${ITEM_ID}/rating/`,
        token,
        body: { score: (count % 10) / 2 + 0.5 },
      };
    return { method: 'GET', path: paths[count % paths.length]!, token };
  };
}
