export { createFocusEngine, type FocusEngine } from './engine/focus-engine.ts';
export type { HoldAction } from './engine/focus-node.ts';
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
export { useFocusLeaf, type FocusLeafOptions } from './focus-leaf.ts';
export { FocusWall } from './focus-wall.tsx';
export type { WallHandle } from './focus-wall-props.ts';
export type { HoldChoice, HoldNames } from './engine/hold-choice.ts';
export type { KeyPress } from './engine/key-handlers.ts';
export type { GridShape, LargeMeasures } from './large-measures.ts';
export type { Direction } from './engine/navigator.ts';
export {
  beginWallAt,
  comeBackTo,
  createVisitMemory,
  forgetVisitMemory,
  type VisitMemory,
  type WallMemory,
} from './engine/visit-memory.ts';
export { hasPointerMoved, pointerProps } from './engine/pointer.ts';
export type { WallRow } from './wall-row.ts';
export { watchStay } from './watch-stay.ts';
