import * as z from 'zod/mini';
import { newEmailSchema, uuidSchema } from '../values.ts';
import { profileNameSchema } from '../profiles.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

/** Bytes of a file of accounts. */
export const MOST_IMPORTED_BYTES = 2_000_000;
/** People in one file. */
export const MOST_IMPORTED = 10_000;
/** Lines of a file that one call works on: each answer is progress, and a call that was cut off is repeated. */
export const IMPORTED_AT_ONCE = 200;

/** Columns of a file of accounts. Only the address is required. */
export const importColumns = ['email', 'name', 'password_hash', 'plan', 'until'] as const;

/** Why a line is refused. */
export const importRefusals = {
  'email-missing': '이메일이 없어요.',
  'email-wrong': '이메일 주소가 아니에요.',
  'email-twice': '같은 이메일이 위에 있어요.',
  'name-wrong': '이름은 1~20자예요. 쓸 수 없는 글자가 있을 수도 있어요.',
  'hash-wrong': '비밀번호 해시는 argon2id로 만든 것($argon2id$…)만 받을 수 있어요. 비워 두면 초대 메일을 보내요.',
  'plan-wrong': '멤버십은 basic이나 premium이에요.',
  'plan-missing': '멤버십 끝이 있는데 멤버십이 없어요.',
  'until-wrong': '멤버십 끝은 2027-12-31처럼 적어요. 10년 안이어야 해요.',
  'until-missing': '멤버십이 있는데 멤버십 끝이 없어요.',
} as const;

export type ImportRefusal = keyof typeof importRefusals;

const refusedSchema = z.object({
  line: z.int(),
  email: z.string().check(z.describe('as it stands in the file')),
  reason: z.enum(Object.keys(importRefusals) as [ImportRefusal, ...ImportRefusal[]]),
});

const file = { types: ['text/csv'], most: MOST_IMPORTED_BYTES } as const;
const OWNER = ['owner'] as const;

export const examinedAccountsSchema = z
  .object({
    cnt_row: z.int(),
    cnt_new: z.int().check(z.describe('that the import would add')),
    cnt_invited: z.int().check(z.describe('of them without a password, who get a mail with a link')),
    cnt_known: z.int().check(z.describe('whose address has an account already, which stays as it is')),
    cnt_refused: z.int(),
    ignored: z.array(z.string()).check(z.describe('columns that the import does not know')),
    samples: z.array(
      z.object({
        line: z.int(),
        email: z.string(),
        name: z.nullable(z.string()),
        is_invited: z.boolean(),
        plan: z.nullable(z.string()),
        ends_at: z.nullable(z.string()),
      }),
    ),
    refused: z.array(refusedSchema).check(z.describe('the first ones')),
  })
  .register(z.globalRegistry, { id: 'ExaminedAccounts' });

export const examineAccounts = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/import/examine/`,
  summary: 'What an import of a CSV file would do',
  allowed: OWNER,
  bytes: file,
  reply: examinedAccountsSchema,
});

export const exportRefusedAccounts = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/import/refused/csv/`,
  summary: 'The lines of a CSV file that an import refuses, each with its reason, as CSV',
  allowed: OWNER,
  bytes: file,
  lines: 'text/csv',
  file: 'refused.csv',
});

export const importedAccountsSchema = z.object({
  next: z.nullable(z.int()).check(z.describe('where the next call begins; null at the end of the file')),
  cnt_added: z.int(),
  cnt_invited: z.int(),
  cnt_known: z.int(),
  cnt_refused: z.int(),
});

export const importAccounts = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/import/`,
  summary: `Add the accounts of ${IMPORTED_AT_ONCE} lines of a CSV file; a line whose address has an account changes nothing`,
  allowed: OWNER,
  needsCode: true,
  query: z.object({
    from: z._default(
      z
        .pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))
        .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 0, default: 0 } }),
      0,
    ),
  }),
  bytes: file,
  reply: importedAccountsSchema,
});

export const inviteAccount = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/`,
  summary: 'Add an account, and mail its owner a link that sets the password',
  allowed: ['owner', 'support'],
  body: z.object({ email: newEmailSchema, name: z.optional(profileNameSchema) }),
  reply: z.object({ id: uuidSchema }),
  status: 201,
});

export type ExaminedAccounts = z.output<typeof examinedAccountsSchema>;
export type ImportedAccounts = z.output<typeof importedAccountsSchema>;
export type RefusedAccount = z.output<typeof refusedSchema>;
