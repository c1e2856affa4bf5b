/** One line of `bora doctor`. */
export interface Finding {
  /** What was looked at: `Node`, `Database`. */
  readonly part: string;
  /** `warning`: the service runs, but not as it should for long. */
  readonly state: 'good' | 'warning' | 'bad' | 'skipped';
  /** What was seen, as a sentence. */
  readonly seen: string;
  /** What to do about it; undefined where nothing is to do. */
  readonly toDo?: string | undefined;
}

export const good = (part: string, seen: string): Finding => ({ part, state: 'good', seen });
export const skipped = (part: string, seen: string): Finding => ({ part, state: 'skipped', seen });
export const warning = (part: string, seen: string, toDo: string): Finding => ({ part, state: 'warning', seen, toDo });
export const bad = (part: string, seen: string, toDo: string): Finding => ({ part, state: 'bad', seen, toDo });

const SIGNS: Record<Finding['state'], string> = { good: 'ok  ', warning: 'warn', bad: 'BAD ', skipped: '-   ' };

/** Width of the column of parts. */
const PART_WIDTH = 14;

export const findingLines = ({ part, state, seen, toDo }: Finding): string[] => [
  `${SIGNS[state]} ${part.padEnd(PART_WIDTH)} ${seen}`,
  ...(toDo === undefined ? [] : [`${' '.repeat(PART_WIDTH + 6)}→ ${toDo}`]),
];

/** The last line: how many of each. */
export function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [wrong, doubtful] = [count('bad'), count('warning')];
  if (wrong === 0 && doubtful === 0) return 'Nothing is wrong.';
  return `${wrong} to mend before viewers come, ${doubtful} to think about.`;
}
