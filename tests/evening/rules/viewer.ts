import type { Chance } from './chance.ts';

/** Where a viewer is. `over`: another device plays, and the screen offers to take over. */
export type Place = 'off' | 'sign-in' | 'home' | 'title' | 'playing' | 'paused' | 'over';

export type Act =
  | 'switch-on'
  | 'sign-in'
  | 'browse'
  | 'search'
  | 'open-title'
  | 'back'
  | 'wish'
  | 'rate'
  | 'review'
  | 'like'
  | 'request'
  | 'buy'
  | 'play'
  | 'pause'
  | 'resume'
  | 'seek'
  | 'watch'
  | 'leave'
  | 'take-over'
  | 'close-app'
  | 'pull-plug';

/** A viewer's possible acts at each place, with weights. */
const ACTS: Record<Place, readonly (readonly [Act, number])[]> = {
  off: [['switch-on', 1]],
  'sign-in': [['sign-in', 1]],
  home: [
    ['open-title', 12],
    ['browse', 3],
    ['search', 2],
    ['close-app', 0.5],
  ],
  title: [
    ['play', 12],
    ['rate', 2],
    ['wish', 3],
    ['review', 2],
    ['like', 3],
    ['buy', 2],
    ['request', 1],
    ['back', 2],
  ],
  playing: [
    ['watch', 10],
    ['pause', 4],
    ['seek', 4],
    ['leave', 3],
    ['pull-plug', 0.7],
    ['close-app', 0.5],
  ],
  paused: [
    ['resume', 8],
    ['seek', 2],
    ['leave', 2],
    ['pull-plug', 0.5],
  ],
  over: [
    ['take-over', 1],
    ['leave', 2],
  ],
};

export const possibleActs = (place: Place): Act[] => ACTS[place].map(([act]) => act);

export const nextAct = (place: Place, chance: Chance): Act => chance.weigh(ACTS[place]);

/** Shortest and longest time at a place before the next act, in seconds. */
const STAYS: Record<Place, readonly [number, number]> = {
  off: [5, 40],
  'sign-in': [1, 5],
  home: [2, 10],
  title: [1, 8],
  playing: [5, 50],
  paused: [2, 90],
  over: [1, 10],
};

/** @param patience factor of the time in front of a picture. */
export const staySeconds = (place: Place, chance: Chance, patience = 1): number =>
  chance.between(...STAYS[place]) * (place === 'playing' ? patience : 1);

/** When a set is switched on first, in seconds: most of them at the start of the evening. */
export const firstOnSeconds = (eveningSeconds: number, chance: Chance): number =>
  chance.between(0, Math.floor(eveningSeconds * (chance.happens(0.7) ? 0.1 : 0.5)));
