import { readFileSync, writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
import { emailChips } from '#src/features/account-forms/email-chips.ts';
import { koreanChips } from '#src/ui/keyboard/korean-words.ts';
import type { KeyboardOptions } from '#src/ui/keyboard/keyboard-model.ts';
import { hasDemo } from '../tests/support/demo-tests.ts';
import { countPresses } from './keys/count-presses.ts';
import { mostPresses, readRecorded, recordedFile, WALK_BUDGETS } from './keys/recorded.ts';

/*
 * Computes the minimum number of presses for typing. `npm run bench:keys` prints the table, `-- --check` fails when a
 * row of typing is worse than in docs/key-presses.md, `-- --write` updates the table. The test of the walks
 * (tests/app/focus/key-presses.test.tsx) compares their rows itself, so `--check` does not run it.
 */

const EMAIL = 'minsu.kim@naver.com';
/**
 * Ten characters, mixed as the password rule requires. The budget applies to the first; the others show that the
 * keyboard was not tuned to it.
 */
const PASSWORDS = ['bora-demo1', 'haneul2026', 'purple9731'];
const PHRASE = '바람이 머무는 자리';
/** Other phrases, which show the benefit of the word list for texts that it was not made for. */
const OTHER_PHRASES = ['노래가 정말 좋아요', '다음 화 언제 나와요'];

const options = (layers: KeyboardOptions['layers'], wideKey = ' '): KeyboardOptions => ({
  layers,
  maxLength: 255,
  doneLabel: '다음',
  exits: [],
  wideKey,
});
const EMAIL_KEYBOARD = options(['latin', 'symbols'], '.com');
const PASSWORD_KEYBOARD = options(['latin', 'hangul', 'symbols']);
const HANGUL_KEYBOARD = options(['hangul', 'latin', 'symbols']);
const nothing = () => [];

const isCheck = process.argv.includes('--check');
if (!isCheck && !hasDemo) {
  console.log('bench:keys walks through the demo, and demo/ is absent: nothing was counted.');
  process.exit();
}

/** OK on "이메일로 로그인", which has the focus. */
const OPENING = 1;
const email = countPresses(EMAIL, EMAIL_KEYBOARD, emailChips);

interface Row {
  readonly task: string;
  readonly presses: number;
  readonly budget: number | null;
}

/** Runs the walks like the screens' tests; a broken walk has no row, and fails. */
async function walk(): Promise<Row[]> {
  const vitest = await startVitest('test', ['tests/app/focus/key-presses.test.tsx'], {
    run: true,
    project: ['app'],
    reporters: [{}],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const presses = new Map(tests.map((test) => [test.name, test.meta() as { presses?: number }]));
  await vitest.close();
  return Object.entries(WALK_BUDGETS).map(([task, budget]) => {
    const counted = presses.get(task)?.presses;
    if (counted === undefined)
      throw new Error(`"${task}" no longer reaches its goal: npx vitest run --project app key-presses`);
    return { task, presses: counted, budget };
  });
}

const rows: Row[] = [
  ...PASSWORDS.map((password, index) => ({
    task: `Sign in by e-mail: \`${EMAIL}\`, password \`${password}\``,
    presses: OPENING + email + countPresses(password, PASSWORD_KEYBOARD, nothing),
    budget: index === 0 ? 60 : null,
  })),
  { task: `Type \`${EMAIL}\`, letter by letter`, presses: countPresses(EMAIL, EMAIL_KEYBOARD, nothing), budget: null },
  {
    task: `Type \`${PHRASE}\` as running text`,
    presses: countPresses(PHRASE, HANGUL_KEYBOARD, koreanChips),
    budget: 45,
  },
  ...OTHER_PHRASES.map((phrase) => ({
    task: `Type \`${phrase}\` as running text`,
    presses: countPresses(phrase, HANGUL_KEYBOARD, koreanChips),
    budget: null,
  })),
  {
    task: `Type \`${PHRASE}\`, letter by letter`,
    presses: countPresses(PHRASE, HANGUL_KEYBOARD, nothing),
    budget: null,
  },
  ...(isCheck ? [] : await walk()),
];

const table = [
  '| task | presses | budget |',
  '| --- | --- | --- |',
  ...rows.map(({ task, presses, budget }) => `| ${task} | ${presses} | ${budget ?? ''} |`),
].join('\n');

const MARK = '<!-- measured -->';
if (process.argv.includes('--write')) {
  const [head = ''] = readFileSync(recordedFile, 'utf8').split(MARK);
  writeFileSync(recordedFile, `${head}${MARK}\n\n${table}\n`);
}
if (isCheck) {
  const recorded = readRecorded();
  const worse = rows.filter(({ task, presses, budget }) => presses > mostPresses(recorded, task, budget));
  for (const { task, presses } of worse)
    console.error(`${task}: ${presses} presses, the table has ${recorded.get(task) ?? 'none'}`);
  if (worse.length > 0) process.exitCode = 1;
} else {
  console.log(table);
}
