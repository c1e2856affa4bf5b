/** The viewer is asked "아직 보고 계신가요?" after this many episodes without a key. */
const EPISODES_UNTOUCHED = 3;

/** Whether the viewer is still there; it outlives the player, which is created per episode. */
export interface ViewerPresence {
  /** A key was pressed, or the pointer moved. */
  touch(): void;
  /** The next episode would start automatically; returns whether to ask first. */
  pass(): boolean;
}

export function createViewerPresence(): ViewerPresence {
  let untouched = 0;
  return {
    touch() {
      untouched = 0;
    },
    pass() {
      untouched += 1;
      return untouched >= EPISODES_UNTOUCHED;
    },
  };
}
