/** Where a wall stands: the row under the focus, and in each row the tile one left, by their keys. */
export interface WallMemory {
  readonly rowKey: string;
  readonly tileKeys: Readonly<Record<string, string>>;
}

/**
 * What one visit of a screen remembers, so that Back restores it exactly: the focused node, and where each wall stands.
 * It outlives the screen's components.
 */
export interface Place {
  focusKey: string | null;
  readonly walls: Map<string, WallMemory>;
  /** In each group, the child that had the focus last: entering the group leads there again. */
  readonly left: Map<string, string>;
  /** What else a screen keeps, by its names: what was typed and filtered, how much was loaded, in which order. */
  readonly values: Map<string, unknown>;
  /** It is of what stands in for a screen on its way: keys that wait there are for the screen that comes. */
  readonly isStandIn: boolean;
}

export const createPlace = (isStandIn = false): Place => ({
  focusKey: null,
  walls: new Map(),
  left: new Map(),
  values: new Map(),
  isStandIn,
});

/** Lets the focus come back to a node when the screen is drawn anew; walls and groups begin anew. */
export function comeBackTo(place: Place, focusKey: string): void {
  place.focusKey = focusKey;
  place.walls.clear();
  place.left.clear();
}

/** Lets a wall that one has not been to begin at a tile. */
export function beginWallAt(place: Place, wallKey: string, memory: WallMemory): void {
  if (!place.walls.has(wallKey)) place.walls.set(wallKey, memory);
}
