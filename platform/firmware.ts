import type { KeySystem } from './platform.ts';

/** Capabilities of one model year of a maker's sets. */
export interface Firmware {
  /** Version in the maker's spelling; the row applies from it until the next row. */
  readonly version: string;
  readonly year: number;
  readonly chromium: number;
  /** Codec families that the decoder supports, best first. */
  readonly preferredVideoCodecs: readonly string[];
  readonly keySystems: readonly KeySystem[];
}

/**
 * A maker's firmware, oldest first. All years decode H.264 and VP9.
 *
 * @param keySystems those of all years
 */
export const firmwareTable = (
  keySystems: readonly KeySystem[],
  rows: readonly (readonly [version: string, year: number, chromium: number])[],
): readonly Firmware[] =>
  rows.map(([version, year, chromium]) => ({
    version,
    year,
    chromium,
    preferredVideoCodecs: ['avc1', 'vp09'],
    keySystems,
  }));

/** The newest row that fits, or the oldest row when none does. */
export function newestFitting(table: readonly Firmware[], isFitting: (row: Firmware) => boolean): Firmware {
  const fitting = table.filter(isFitting);
  return (fitting[fitting.length - 1] ?? table[0]) as Firmware;
}
