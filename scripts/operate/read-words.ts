import { z } from 'zod';
import { staffRoleSchema } from '#contract/console/staff.ts';
import { PLATFORM_NAMES } from '#contract/platforms.ts';
import { emailSchema, uuidSchema } from '#contract/values.ts';
import { daysSchema, paidPlanSchema, reasonSchema, type BodyOf } from '#server/console/operator/calls.ts';
import type { ServiceSwitch } from '#server/monitoring/status/switches-folder.ts';
import { checkOptions, parseWords, readerOf, UsageError } from '../operator-commands/words.ts';
import { readSwitch } from './switch-words.ts';

export const USAGE = `bora operate maintenance on "<what viewers are told>"     every call but the status is answered with 503
bora operate maintenance off
bora operate min-version <${PLATFORM_NAMES.join('|')}> <1.2.0|off>    older apps ask their viewers to update
bora operate staff list                                   who may use the console
bora operate staff add EMAIL --role owner|editor|support  prints a link that sets the password, once and within an hour
bora operate staff link EMAIL                             a new link, for a lost password or phone
bora operate staff role EMAIL --role owner|editor|support
bora operate staff remove EMAIL
bora operate membership show EMAIL
bora operate membership give EMAIL --plan basic|premium --days 30 --reason "…"   as if the viewer had bought it
bora operate membership extend EMAIL --days 7 --reason "…"
bora operate membership end EMAIL --reason "…"            at once, also while the viewer watches
bora operate accounts examine FILE                        what an import of people would do; FILE is CSV with email, name, password_hash, plan, until
bora operate accounts import FILE                         adds them; who has no hash gets a mail with a link; repeated, it changes nothing
bora operate accounts refused FILE                        the lines that an import refuses, as CSV
bora operate order list EMAIL                             the account's orders with the words that name them
bora operate order refund ORDER --reason "…"              ends the right at once; the money goes back at the payment provider
bora operate reviews reported                             reported reviews: the shown before the hidden, the most reported first
bora operate reviews hide ID                              hidden from everybody but its writer, from the next call on
bora operate reviews restore ID                           shown again, and its reports are done with
bora operate proposals learn                              learns now what is watched together, and not only at night
bora operate backup FILE                                  the embedded database in one file, also while the server runs
bora operate restore FILE [--replace]                     with the server stopped; --replace removes the present database
    --json                                                      prints the answer of staff, membership, order and reviews as JSON
Exit codes: 0 done, 1 refused or failed, 2 these words are no command.`;

/** The options that a call takes, all of them required. */
const TAKES = {
  'staff/list': [],
  'staff/add': ['role'],
  'staff/link': [],
  'staff/role': ['role'],
  'staff/remove': [],
  'membership/show': [],
  'membership/give': ['plan', 'days', 'reason'],
  'membership/extend': ['days', 'reason'],
  'membership/end': ['reason'],
  'order/list': [],
  'order/refund': ['reason'],
  'reviews/reported': [],
  'reviews/hide': [],
  'reviews/restore': [],
  'proposals/learn': [],
} as const satisfies Record<string, readonly ('role' | 'plan' | 'days' | 'reason')[]>;

type Name = keyof typeof TAKES;

const WITHOUT_SUBJECT: ReadonlySet<Name> = new Set<Name>(['staff/list', 'reviews/reported', 'proposals/learn']);

const accountVerbs = ['examine', 'import', 'refused'] as const;
export type AccountVerb = (typeof accountVerbs)[number];

/** A call with its body; the running server or the command itself carries it out. */
export type OperateCall = { [N in Name]: { name: N; body: BodyOf<N> } }[Name];

export type OperateCommand =
  | { kind: 'switch'; change: ServiceSwitch }
  | { kind: 'backup'; file: string }
  | { kind: 'restore'; file: string; isReplacing: boolean }
  | { kind: 'accounts'; verb: AccountVerb; file: string; isJson: boolean }
  | { kind: 'call'; call: OperateCall; isJson: boolean };

const OPTIONS = {
  role: { type: 'string' },
  plan: { type: 'string' },
  days: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
  replace: { type: 'boolean' },
} as const;

const read = readerOf(USAGE);
const isCall = (name: string): name is Name => Object.hasOwn(TAKES, name);

function readCall(
  name: Name,
  subject: string,
  options: { role?: string; plan?: string; days?: string; reason?: string; replace?: boolean },
): OperateCall {
  const reason = () => read(reasonSchema, options.reason, '--reason must say why, in at most 200 characters.');
  const days = () => read(z.coerce.number().pipe(daysSchema), options.days, '--days must be a number from 1 to 3660.');
  const role = () => read(staffRoleSchema, options.role, '--role must be owner, editor or support.');
  const plan = () => read(paidPlanSchema, options.plan, '--plan must be basic or premium.');
  const address = () => read(emailSchema, subject, `"${subject}" is no e-mail address.`);
  switch (name) {
    case 'staff/list':
    case 'reviews/reported':
    case 'proposals/learn':
      return { name, body: {} };
    case 'staff/add':
    case 'staff/role':
      return { name, body: { email: address(), role: role() } };
    case 'staff/link':
    case 'staff/remove':
      return { name, body: { email: address() } };
    case 'membership/show':
    case 'order/list':
      return { name, body: { email: subject } };
    case 'membership/give':
      return { name, body: { email: subject, plan: plan(), days: days(), reason: reason() } };
    case 'membership/extend':
      return { name, body: { email: subject, days: days(), reason: reason() } };
    case 'membership/end':
      return { name, body: { email: subject, reason: reason() } };
    case 'order/refund':
      return { name, body: { order: subject, reason: reason() } };
    case 'reviews/hide':
    case 'reviews/restore': {
      const id = read(uuidSchema, subject, `"${subject}" is no review: "reviews reported" shows their ids.`);
      return { name, body: { id } };
    }
  }
}

function readCopy(
  kind: 'backup' | 'restore',
  file: string | undefined,
  others: readonly string[],
  options: Record<string, unknown>,
): OperateCommand {
  if (!file || others.length > 0 || options['json'] !== undefined) throw new UsageError(USAGE);
  checkOptions(kind, options, kind === 'restore' ? ['replace'] : [], USAGE);
  return kind === 'backup' ? { kind, file } : { kind, file, isReplacing: options['replace'] === true };
}

function readAccounts(
  verbs: readonly string[],
  { json: isJson = false, ...options }: { json?: boolean },
): OperateCommand {
  const [word, file, ...rest] = verbs;
  const verb = accountVerbs.find((each) => each === word);
  if (verb === undefined || !file || rest.length > 0) throw new UsageError(USAGE);
  checkOptions(`accounts ${verb}`, options, [], USAGE);
  return { kind: 'accounts', verb, file, isJson };
}

/** @throws UsageError when the words are no command. */
export function readWords(words: readonly string[]): OperateCommand {
  // First, because the sentence for viewers may begin with a dash.
  const change = readSwitch(words);
  if (change) return { kind: 'switch', change };

  const { values, positionals } = parseWords(words, USAGE, OPTIONS);
  const [command, file, ...others] = positionals;
  if (command === 'backup' || command === 'restore') return readCopy(command, file, others, values);
  if (command === 'accounts') return readAccounts(positionals.slice(1), values);
  const { json: isJson = false, ...options } = values;
  const [group = '', verb = '', subject, ...rest] = positionals;
  const name = `${group}/${verb}`;
  if (!isCall(name) || rest.length > 0) throw new UsageError(USAGE);
  checkOptions(`${group} ${verb}`, options, TAKES[name], USAGE);
  const hasSubject = !WITHOUT_SUBJECT.has(name);
  if (hasSubject !== (subject !== undefined)) throw new UsageError(USAGE);
  return { kind: 'call', call: readCall(name, subject ?? '', options), isJson };
}
