import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { emailChips } from '#src/features/account-forms/email-chips.ts';
import { completionChips } from '#src/ui/keyboard/completions.ts';
import { koreanChips } from '#src/ui/keyboard/korean-words.ts';
import type { KeyboardOptions } from '#src/ui/keyboard/keyboard-model.ts';
import { countPresses } from './key-presses.ts';

/*
 * How many presses typing takes, at best. `npm run bench:keys` prints the table, `-- --check` fails where a row is worse than
 * the one kept in docs/key-presses.md, `-- --write` keeps what is measured.
 */
const file = join(import.meta.dirname, '../docs/key-presses.md');
const titlesFolder = join(import.meta.dirname, '../catalogue/records/titles');

const EMAIL = 'minsu.kim@naver.com';
/** Of ten characters, mixed as the rule wants it. The budget is for the first; others show that it was not made to fit. */
const PASSWORDS = ['bora-demo1', 'haneul2026', 'purple9731'];
const PHRASE = '바람이 머무는 자리';
/** Others, that show what the list of nouns is worth where it was not made for the text. */
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

const titles = readdirSync(titlesFolder).map(
  (name) => (JSON.parse(readFileSync(join(titlesFolder, name), 'utf8')) as { name: string }).name,
);
// As a search completes it: among all other titles.
const titleChips = (typed: string) => completionChips(typed, [...titles, PHRASE]);

/** OK on "이메일로 로그인", which has the focus. */
const OPENING = 1;
const email = countPresses(EMAIL, EMAIL_KEYBOARD, emailChips);

interface Row {
  readonly task: string;
  readonly presses: number;
  readonly budget: number | null;
}

/** What the ways through the real screens may cost. */
const WALKS: Readonly<Record<string, number>> = {
  'Pick a profile and go on with the last episode, from a cold start': 2,
  'Change the profile, from home to the home of the next one without PIN': 6,
};

/** Walks them, as the test of screens does; a way that leads nowhere any more has no row, and fails. */
async function walk(): Promise<Row[]> {
  const vitest = await startVitest('test', ['tests/app/key-presses.test.tsx'], {
    run: true,
    project: ['app'],
    reporters: [{}],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const presses = new Map(tests.map((test) => [test.name, test.meta() as { presses?: number }]));
  await vitest.close();
  return Object.entries(WALKS).map(([task, budget]) => {
    const counted = presses.get(task)?.presses;
    if (counted === undefined)
      throw new Error(`"${task}" does not get there: npx vitest run --project app key-presses`);
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
    task: `Type \`${PHRASE}\` where it is a title`,
    presses: countPresses(PHRASE, HANGUL_KEYBOARD, titleChips),
    budget: 45,
  },
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
  ...(await walk()),
];

const table = [
  '| task | presses | budget |',
  '| --- | --- | --- |',
  ...rows.map(({ task, presses, budget }) => `| ${task} | ${presses} | ${budget ?? ''} |`),
].join('\n');

/** Presses by task, as they stand in the table that is kept. */
function readKept(): Map<string, number> {
  const kept = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (/^\d+$/.test(cells[2] ?? '')) kept.set(cells[1] ?? '', Number(cells[2]));
  }
  return kept;
}

const MARK = '<!-- measured -->';
if (process.argv.includes('--write')) {
  const [head = ''] = readFileSync(file, 'utf8').split(MARK);
  writeFileSync(file, `${head}${MARK}\n\n${table}\n`);
}
if (process.argv.includes('--check')) {
  const kept = readKept();
  const worse = rows.filter(({ task, presses, budget }) => presses > Math.min(kept.get(task) ?? 0, budget ?? Infinity));
  for (const { task, presses } of worse)
    console.error(`${task}: ${presses} presses, kept are ${kept.get(task) ?? 'none'}`);
  if (worse.length > 0) process.exitCode = 1;
} else {
  console.log(table);
}
