export { createFocusEngine, type FocusEngine } from './focus-engine.ts';
export {
  FocusProvider,
  PlaceProvider,
  useBack,
  useFocusEngine,
  useFocusMove,
  usePlace,
  useRemoteKeys,
} from './focus-context.tsx';
export { FocusGroup, FocusScope, type FocusScopeProps } from './focus-group.tsx';
export { useFocusLeaf, type FocusLeafOptions } from './focus-leaf.ts';
export { FocusWall, type WallRow } from './focus-wall.tsx';
export type { Direction } from './navigator.ts';
export { createPlace, type Place } from './place.ts';
