import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '#server/intake/tools.ts';
import { printTable, type Figure } from './lib/table.ts';
import { scoreMarks } from './media/marks.ts';

/*
 * Measures how well openings and endings are found, on a made-up series of twelve episodes:
 *
 *     npm run bench:media             about a minute
 */
const LEAST_SCORE = 0.95;

const folder = mkdtempSync(join(tmpdir(), 'bora-bench-media-'));
try {
  const { precision, recall, worst } = scoreMarks(findTools(), folder);
  const scored = (what: string, score: number): Figure => ({
    what: `openings and endings of 12 episodes within 1 s, ${what}`,
    figure: score.toFixed(2),
    target: `>= ${LEAST_SCORE}`,
    isMet: score >= LEAST_SCORE,
  });
  printTable([
    scored('precision', precision),
    scored('recall', recall),
    { what: 'openings and endings, largest error', figure: `${worst.toFixed(2)} s`, target: '' },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
