import { parseArgs } from 'node:util';
import { z } from 'zod';
import { uuidSchema } from '#contract/values.ts';
import { daysSchema, paidPlanSchema, reasonSchema } from '#server/operator/calls.ts';

export const SUPPORT_USAGE = `npm run operate -- membership show EMAIL
npm run operate -- membership give EMAIL --plan basic|premium --days 30 --reason "…"   as if the viewer had bought it
npm run operate -- membership extend EMAIL --days 7 --reason "…"
npm run operate -- membership end EMAIL --reason "…"            at once, also while the viewer watches
npm run operate -- order list EMAIL                             the account's orders with the words that name them
npm run operate -- order refund ORDER --reason "…"              ends the right at once; the money goes back at the payment provider
npm run operate -- reviews reported                             reported reviews, the most reported first
npm run operate -- reviews hide ID                              hidden from everybody but its writer, within seconds
npm run operate -- reviews restore ID                           shown again, and its reports are done with
    --json                                                      prints the answer as JSON
Exit codes: 0 done, 1 refused or failed, 2 these words are no command.`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Plan = z.output<typeof paidPlanSchema>;

export type SupportCommand =
  | { name: 'membership/show'; body: { email: string } }
  | { name: 'membership/give'; body: { email: string; plan: Plan; days: number; reason: string } }
  | { name: 'membership/extend'; body: { email: string; days: number; reason: string } }
  | { name: 'membership/end'; body: { email: string; reason: string } }
  | { name: 'order/list'; body: { email: string } }
  | { name: 'order/refund'; body: { order: string; reason: string } }
  | { name: 'reviews/reported'; body: Record<string, never> }
  | { name: 'reviews/hide' | 'reviews/restore'; body: { id: string } };

const OPTIONS = {
  plan: { type: 'string' },
  days: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Option = Exclude<keyof typeof OPTIONS, 'json'>;

/** The options that a command takes, all of them required. */
const TAKES: Record<SupportCommand['name'], readonly Option[]> = {
  'membership/show': [],
  'membership/give': ['plan', 'days', 'reason'],
  'membership/extend': ['days', 'reason'],
  'membership/end': ['reason'],
  'order/list': [],
  'order/refund': ['reason'],
  'reviews/reported': [],
  'reviews/hide': [],
  'reviews/restore': [],
};

/** Whether the first word names a group of these commands. */
export const isSupportCommand = (word: string | undefined): boolean =>
  Object.keys(TAKES).some((name) => name.split('/')[0] === word);

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${SUPPORT_USAGE}`);
  }
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown, problem: string): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new UsageError(`${problem}\n${SUPPORT_USAGE}`);
  return parsed.data;
}

const isCommand = (name: string): name is SupportCommand['name'] => Object.hasOwn(TAKES, name);

/** @throws UsageError */
export function readSupportWords(words: readonly string[]): { command: SupportCommand; isJson: boolean } {
  const { values, positionals } = parseWords(words);
  const { json: isJson = false, ...options } = values;
  const [group = '', verb = '', subject, ...rest] = positionals;
  const name = `${group}/${verb}`;
  if (!isCommand(name) || rest.length > 0) throw new UsageError(SUPPORT_USAGE);
  const strange = Object.keys(options).find((option) => !TAKES[name].includes(option as Option));
  if (strange !== undefined) throw new UsageError(`"${group} ${verb}" takes no --${strange}.\n${SUPPORT_USAGE}`);

  const reason = () => read(reasonSchema, options.reason, '--reason must say why, in at most 200 characters.');
  const days = () => read(z.coerce.number().pipe(daysSchema), options.days, '--days must be a number from 1 to 3660.');
  if (name === 'reviews/reported' && subject === undefined) return { command: { name, body: {} }, isJson };
  if (subject === undefined || name === 'reviews/reported') throw new UsageError(SUPPORT_USAGE);
  switch (name) {
    case 'reviews/hide':
    case 'reviews/restore': {
      const id = read(uuidSchema, subject, `"${subject}" is no review: "reviews reported" shows their ids.`);
      return { command: { name, body: { id } }, isJson };
    }
    case 'membership/show':
    case 'order/list':
      return { command: { name, body: { email: subject } }, isJson };
    case 'membership/give': {
      const plan = read(paidPlanSchema, options.plan, '--plan must be basic or premium.');
      return { command: { name, body: { email: subject, plan, days: days(), reason: reason() } }, isJson };
    }
    case 'membership/extend':
      return { command: { name, body: { email: subject, days: days(), reason: reason() } }, isJson };
    case 'membership/end':
      return { command: { name, body: { email: subject, reason: reason() } }, isJson };
    case 'order/refund':
      return { command: { name, body: { order: subject, reason: reason() } }, isJson };
  }
}
