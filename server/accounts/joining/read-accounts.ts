import { CsvError, parse } from 'csv-parse/sync';
import {
  type importColumns,
  MOST_IMPORTED,
  type ImportRefusal,
  type RefusedAccount,
} from '#contract/console/account-import.ts';
import { profileNameSchema } from '#contract/profiles.ts';
import { newEmailSchema } from '#contract/values.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { isImportedHash } from '../passwords.ts';
import { readEnd } from './read-end.ts';

type Column = (typeof importColumns)[number];

/** Somebody whose account is to be made. */
export interface Newcomer {
  line: number;
  email: string;
  /** Of the first profile; null for the usual one. */
  name: string | null;
  /** Null: the newcomer is invited by mail. */
  passwordHash: string | null;
  membership: { plan: 'basic' | 'premium'; endsAt: Date } | null;
}

export interface AccountFile {
  cntRow: number;
  newcomers: Newcomer[];
  refused: RefusedAccount[];
  /** Names of columns that mean nothing here. */
  ignored: string[];
}

/** Names of the columns, also those of the console's own tables. */
const NAMES: Readonly<Record<string, Column>> = {
  email: 'email',
  'e-mail': 'email',
  이메일: 'email',
  name: 'name',
  이름: 'name',
  프로필: 'name',
  password_hash: 'password_hash',
  '비밀번호 해시': 'password_hash',
  plan: 'plan',
  멤버십: 'plan',
  until: 'until',
  '멤버십 끝': 'until',
};

const PLANS: Readonly<Record<string, 'basic' | 'premium' | 'free'>> = {
  basic: 'basic',
  베이직: 'basic',
  premium: 'premium',
  프리미엄: 'premium',
  free: 'free',
  없음: 'free',
};

/** Letters of one line, with its hash. */
const LONGEST_LINE = 4000;
const DELIMITERS = [',', ';', '\t'] as const;

/** Spreadsheets in Korea save CSV in the old encoding of Windows. */
export function decodeTable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('euc-kr').decode(bytes);
  }
}

/** What follows an apostrophe that keeps a spreadsheet from reading a formula: the console's own tables write some. */
const unescaped = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

const delimiterOf = (text: string) => {
  const [head = ''] = text.split(/\r|\n/, 1);
  const countOf = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
};

interface Line {
  record: string[];
  info: { lines: number };
}

const unreadable = (line: number) =>
  new RefusedError(
    `The file is no CSV near line ${line}: a quotation mark or a line has no end.`,
    `${line}번째 줄 근처를 읽을 수 없어요. 따옴표가 닫혔는지 확인해 주세요.`,
  );

function parseLines(text: string): Line[] {
  // The parser counts letters alone: a million empty cells would be a line for it, and take seconds.
  const tooLong = text.split(/\r|\n/).findIndex((line) => line.length > LONGEST_LINE);
  if (tooLong !== -1) throw unreadable(tooLong + 1);
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      max_record_size: LONGEST_LINE,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MOST_IMPORTED + 2,
      trim: true,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(Number((error as { lines?: unknown }).lines) || 1);
  }
}

/** Where each column stands. @throws RefusedError */
function readHead(head: readonly string[]): { at: Map<Column, number>; ignored: string[] } {
  const at = new Map<Column, number>();
  const ignored: string[] = [];
  head.forEach((cell, index) => {
    const name = cell.normalize('NFC').toLowerCase();
    if (name === 'password' || name === '비밀번호')
      throw new RefusedError(
        'The file has passwords. The service stores their hashes alone: leave the column out, and people are invited.',
        '비밀번호가 그대로 있는 파일은 받지 않아요. 그 열을 지우면 초대 메일을 보내요.',
      );
    const column = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (column === undefined || at.has(column)) ignored.push(cell.slice(0, 40));
    else at.set(column, index);
  });
  if (!at.has('email'))
    throw new RefusedError(
      'The first line must name the columns, and one of them must be "email".',
      '첫 줄에 열 이름이 있어야 하고, 그중 하나는 email(이메일)이어야 해요.',
    );
  return { at, ignored };
}

/** The account that a line describes, or why it is refused. */
function readLine(cell: (column: Column) => string, now: Date): Omit<Newcomer, 'line'> | ImportRefusal {
  const address = cell('email').normalize('NFC').toLowerCase();
  if (address === '') return 'email-missing';
  const email = newEmailSchema.safeParse(address);
  if (!email.success) return 'email-wrong';
  const name = cell('name');
  const profile = name === '' ? undefined : profileNameSchema.safeParse(name);
  if (profile?.success === false) return 'name-wrong';
  const hash = cell('password_hash');
  if (hash !== '' && !isImportedHash(hash)) return 'hash-wrong';
  const wanted = cell('plan').toLowerCase();
  const plan = wanted === '' ? 'free' : Object.hasOwn(PLANS, wanted) ? PLANS[wanted]! : undefined;
  if (plan === undefined) return 'plan-wrong';
  const until = cell('until');
  if (plan !== 'free' && until === '') return 'until-missing';
  if (plan === 'free' && until !== '') return 'plan-missing';
  const endsAt = until === '' ? null : readEnd(until, now);
  if (endsAt === undefined) return 'until-wrong';
  return {
    email: email.data,
    name: profile?.data ?? null,
    passwordHash: hash === '' ? null : hash,
    // A membership that is over is none.
    membership: plan === 'free' || endsAt === null || endsAt <= now ? null : { plan, endsAt },
  };
}

/**
 * Reads a table of people: CSV with a line of column names, and commas, semicolons or tabs.
 *
 * @throws RefusedError when the whole file cannot be used
 */
export function readAccounts(text: string, now: Date): AccountFile {
  const [head, ...lines] = parseLines(text);
  if (head === undefined) throw new RefusedError('The file is empty.', '빈 파일이에요.');
  const { at, ignored } = readHead(head.record);
  if (lines.length > MOST_IMPORTED)
    throw new RefusedError(
      `The file has more than ${MOST_IMPORTED} people. Split it.`,
      `한 파일에 ${MOST_IMPORTED.toLocaleString('ko-KR')}명까지예요. 나누어 올려 주세요.`,
    );
  const file: AccountFile = { cntRow: lines.length, newcomers: [], refused: [], ignored };
  const seen = new Set<string>();
  for (const { record, info } of lines) {
    const cell = (column: Column) => unescaped(record[at.get(column) ?? -1] ?? '');
    const read = readLine(cell, now);
    const result = typeof read === 'object' && seen.has(read.email) ? 'email-twice' : read;
    if (typeof result === 'string')
      file.refused.push({ line: info.lines, email: cell('email').slice(0, 254), reason: result });
    else {
      seen.add(result.email);
      file.newcomers.push({ line: info.lines, ...result });
    }
  }
  return file;
}
