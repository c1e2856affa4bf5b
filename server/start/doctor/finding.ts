/** What is looked at, and its name in the console. */
export const PART_NAMES = {
  Node: 'Node',
  Configuration: '설정',
  Age: '나이 확인',
  Payment: '결제',
  'Data folder': '데이터 폴더',
  Database: '데이터베이스',
  Clock: '시계',
  'Media store': '미디어 저장소',
  'Media edge': '미디어 엣지',
  'Media keys': '영상 키',
  'Media tools': '영상 도구',
  'Subtitle reader': '그림 자막 읽기',
  Mail: '메일',
  'Public address': '공개 주소',
  Certificate: '인증서',
  Proxy: '프록시',
  'Sign-in provider': '외부 로그인',
} as const;

export type Part = keyof typeof PART_NAMES;

/** A sentence for the terminal, and for the console. */
export type Sentence = readonly [english: string, korean: string];

/** One line of `bora doctor`, and of the console. */
export interface Finding {
  readonly part: Part;
  /** `warning`: the service runs, but not as it should for long. */
  readonly state: 'good' | 'warning' | 'bad' | 'skipped';
  /** What was seen. */
  readonly seen: Sentence;
  /** What to do about it; undefined where nothing is to do. */
  readonly toDo?: Sentence | undefined;
}

export const good = (part: Part, ...seen: Sentence): Finding => ({ part, state: 'good', seen });
export const skipped = (part: Part, ...seen: Sentence): Finding => ({ part, state: 'skipped', seen });
export const warning = (part: Part, seen: Sentence, toDo: Sentence): Finding => ({
  part,
  state: 'warning',
  seen,
  toDo,
});
export const bad = (part: Part, seen: Sentence, toDo: Sentence): Finding => ({ part, state: 'bad', seen, toDo });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const SIGNS: Record<Finding['state'], string> = { good: 'ok  ', warning: 'warn', bad: 'BAD ', skipped: '-   ' };

/** Width of the column of parts. */
const PART_WIDTH = 14;

export const findingLines = ({ part, state, seen, toDo }: Finding): string[] => [
  `${SIGNS[state]} ${part.padEnd(PART_WIDTH)} ${seen[0]}`,
  ...(toDo === undefined ? [] : [`${' '.repeat(PART_WIDTH + 6)}→ ${toDo[0]}`]),
];

/** The last line: how many of each. */
export function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [wrong, doubtful] = [count('bad'), count('warning')];
  if (wrong === 0 && doubtful === 0) return 'Nothing is wrong.';
  return `${wrong} to mend before viewers come, ${doubtful} to think about.`;
}
