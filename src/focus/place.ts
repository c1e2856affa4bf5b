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
}

export const createPlace = (): Place => ({ focusKey: null, walls: new Map() });
