/** Position of a wall: the focused row, and the last tile of each row, by key. */
export interface WallMemory {
  readonly rowKey: string;
  readonly tileKeys: Readonly<Record<string, string>>;
  /** Where the pointer found it. */
  readonly pins?: WallPins | null;
}

/** Scroll offsets in rem at which a wall stays while the pointer is used: of the wall, and of rows by key. */
export interface WallPins {
  readonly top: number;
  readonly shifts: Readonly<Record<string, number>>;
}

/**
 * The memory of one visit, which Back restores exactly: the focused node and the position of each wall. It outlives the
 * screen's components.
 */
export interface VisitMemory {
  focusKey: string | null;
  readonly walls: Map<string, WallMemory>;
  /** The child of each group that had the focus last, to restore on entry. */
  readonly left: Map<string, string>;
  /** The viewer's choices and texts, by name. */
  readonly values: Map<string, unknown>;
  /** The shown answers of the server, by name: their items and order. */
  readonly answers: Map<string, unknown>;
}

export const createVisitMemory = (): VisitMemory => ({
  focusKey: null,
  walls: new Map(),
  left: new Map(),
  values: new Map(),
  answers: new Map(),
});

/** Focuses a node when the screen mounts again; resets the memories of walls and groups. */
export function comeBackTo(visit: VisitMemory, focusKey: string): void {
  visit.focusKey = focusKey;
  visit.walls.clear();
  visit.left.clear();
}

/** Sets the initial tile of a wall that this visit has not focused yet. */
export function beginWallAt(visit: VisitMemory, wallKey: string, memory: WallMemory): void {
  if (!visit.walls.has(wallKey)) visit.walls.set(wallKey, memory);
}

/** Resets a screen to the state of a first visit. */
export function forgetVisitMemory(visit: VisitMemory): void {
  visit.focusKey = null;
  [visit.walls, visit.left, visit.values, visit.answers].forEach((memory) => memory.clear());
}
