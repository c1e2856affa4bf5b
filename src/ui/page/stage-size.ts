/**
 * The wall of a stage, in rem: tiles begin where text begins, and the last one ends inside the safe area. The wheel goes
 * back to the large block.
 */
export const wallSize = { insetLeft: 12, width: 102, height: 52.5, wheelLeaves: true } as const;

/** The height of the wall that is visible below the large block, in rem. */
export const wallBelowBlock = 27;
