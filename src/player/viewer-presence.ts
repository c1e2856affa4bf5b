/** The viewer is asked "아직 보고 계신가요?" after so many episodes that played through untouched. */
const EPISODES_UNTOUCHED = 3;

/** Whether somebody is still there; it outlives the player, which is made anew for each episode. */
export interface ViewerPresence {
  /** A key was pressed, or the pointer moved. */
  touch(): void;
  /** An episode gave way to the next one by itself; answers whether to ask before that. */
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
