export { createFocusEngine, type FocusEngine } from './focus-engine.ts';
export {
  FocusProvider,
  PlaceProvider,
  useBack,
  useFocusEngine,
  useFocusMove,
  usePlace,
  usePlaceState,
  useRemoteKeys,
  useTyping,
} from './focus-context.tsx';
export { useFocusIn } from './focus-in.ts';
export { FocusGroup, FocusScope, type FocusScopeProps } from './focus-group.tsx';
export { useFocusSurface } from './focus-surface.ts';
export { useFocusLeaf, type FocusLeafOptions } from './focus-leaf.ts';
export { FocusWall, type WallRow } from './focus-wall.tsx';
export type { Direction } from './navigator.ts';
export { beginWallAt, comeBackTo, createPlace, type Place } from './place.ts';
export { pointerProps } from './pointer.ts';
export { watchStay, type Stay } from './watch-stay.ts';
