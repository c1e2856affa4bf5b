/* The functions of this area that other areas may call. */
export { insertFirstProfile } from './first-profile.ts';
export { holdProfile, holdProfileAlone, insertProfile, listProfileRows } from './store.ts';
export { findWatched } from './watch-time-store.ts';
export {
  isLimitedInTime,
  isOver,
  secondsLeft,
  watchTimeSentence,
  type WatchLimits,
  type Watched,
} from './watch-time.ts';
