export {
  createFocusEngine,
  type FocusEngine,
  type HoldAction,
  type HoldChoice,
  type HoldNames,
  type KeyPress,
} from './focus-engine.ts';
export {
  FocusProvider,
  VisitProvider,
  useBack,
  useComing,
  useFocusEngine,
  useFocusMove,
  useNothingCame,
  useVisitMemory,
  useVisitState,
  useRemoteKeys,
  useTyping,
} from './focus-context.tsx';
export { useFocusIn } from './focus-in.ts';
export { FocusGroup, FocusScope, type FocusScopeProps } from './focus-group.tsx';
export { useFocusSurface } from './focus-surface.ts';
export { useFocusLeaf, type FocusLeafOptions } from './focus-leaf.ts';
export { FocusWall, type WallRow } from './focus-wall.tsx';
export type { GridShape, LargeMeasures } from './large-measures.ts';
export type { Direction } from './navigator.ts';
export { beginWallAt, comeBackTo, createVisitMemory, forgetVisitMemory, type VisitMemory } from './visit-memory.ts';
export { pointerProps } from './pointer.ts';
export { watchStay, type Stay } from './watch-stay.ts';
