import { differencesOf, without } from './differences.ts';
import { readRows, readScreens, type Seen } from './seen.ts';
import type { AccountFile, Viewer } from './viewers.ts';
import type { Way } from './way.ts';

interface SeenByViewer {
  viewer: Viewer;
  screens: Seen;
  /** Places that differ between two readings of one version. */
  moving: string[];
  rows: AccountFile;
}

/** What the viewers saw before an upgrade, to be compared with what they see later. */
export interface Before {
  /** How many answers, pictures and rows are compared. */
  readonly size: { answers: number; files: number; rows: number };
  /** @param options.withRows also the rows of the account, which may be read three times. */
  compare(options: { withRows: boolean }): Promise<string[]>;
}

export async function recordBefore(way: Way, viewers: readonly Viewer[]): Promise<Before> {
  const known: SeenByViewer[] = [];
  for (const viewer of viewers) {
    const screens = await readScreens(way, viewer);
    const again = await readScreens(way, viewer);
    known.push({ viewer, screens, moving: differencesOf(screens, again), rows: await readRows(way, viewer) });
  }
  const sum = (of: (seen: SeenByViewer) => number) => known.reduce((total, seen) => total + of(seen), 0);
  return {
    size: {
      answers: sum(({ screens }) => Object.keys(screens.answers).length),
      files: sum(({ screens }) => Object.keys(screens.files).length),
      rows: sum(({ rows }) => Object.values(rows).flat().length),
    },
    async compare({ withRows }) {
      const found: string[] = [];
      for (const { viewer, screens, moving, rows } of known) {
        const different = without(differencesOf(screens, await readScreens(way, viewer)), moving);
        if (withRows) different.push(...differencesOf(rows, await readRows(way, viewer), 'rows'));
        found.push(...different.map((difference) => `${viewer.email}: ${difference}`));
      }
      return found;
    },
  };
}
