import { z } from 'zod';
import { catalogueIdSchema } from '#contract/values.ts';
import type { Target } from '#server/catalogue/editing/title-operations.ts';
import { noticeSchema } from '#server/console/operator/calls.ts';
import { parseCommand, readerOf, UsageError } from '../operator-commands/words.ts';

export const USAGE = `bora titles list [--state published|scheduled|delayed|unpublished|announced|ended]
bora titles show ID                                   a title with its episodes; "episode ID" for one episode, here and below
bora titles publish ID                                out from now on
bora titles schedule ID --at 2026-11-28T23:00+09:00   out from then on
bora titles delay ID --at 2026-12-05T23:00+09:00 --notice "…"    later than planned, with a sentence for viewers
bora titles unpublish ID                              hidden; who watches it now may finish
bora titles add FILE                                  adds or changes one title with its episodes; "-" reads it from the input
    --json                                                  prints the answer as JSON
Exit codes: 0 done, 1 refused or failed, 2 these words are no command.`;

const read = readerOf(USAGE);

const stateSchema = z.enum(['published', 'scheduled', 'delayed', 'unpublished', 'announced', 'ended']);

export type Command =
  | { name: 'list'; state: z.output<typeof stateSchema> | undefined }
  | { name: 'show' | 'publish' | 'unpublish'; target: Target }
  | { name: 'schedule'; target: Target; at: string }
  | { name: 'delay'; target: Target; at: string; notice: string }
  | { name: 'add'; file: string };

/** An instant with an offset, because an operator's clock need not be the server's; the seconds may be left out. */
const atSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])
  .transform((text) => new Date(text).toISOString());
const idSchema = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
  .pipe(catalogueIdSchema);

function readTarget(words: readonly string[]): Target {
  const [kind, id] = words.length === 2 ? words : ['title', words[0]];
  if (words.length > 2 || (kind !== 'title' && kind !== 'episode')) throw new UsageError(USAGE);
  return { kind, id: read(idSchema, id, `"${id ?? ''}" is no id.`) };
}

const OPTIONS = {
  state: { type: 'string' },
  at: { type: 'string' },
  notice: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The options that a command takes, apart from `--json`. */
const TAKES: Record<Command['name'], readonly (keyof typeof OPTIONS)[]> = {
  list: ['state'],
  show: [],
  publish: [],
  unpublish: [],
  schedule: ['at'],
  delay: ['at', 'notice'],
  add: [],
};

function toCommand(
  name: Command['name'],
  words: readonly string[],
  { state, at, notice }: { state?: string; at?: string; notice?: string },
): Command {
  const readAt = () => read(atSchema, at, '--at must be a time with its offset: 2026-11-28T23:00+09:00.');
  switch (name) {
    case 'list':
      if (words.length > 0) throw new UsageError(USAGE);
      return {
        name,
        state: state === undefined ? undefined : read(stateSchema, state, `There is no state "${state}".`),
      };
    case 'add':
      if (words.length !== 1) throw new UsageError(USAGE);
      return { name, file: words[0]! };
    case 'show':
    case 'publish':
    case 'unpublish':
      return { name, target: readTarget(words) };
    case 'schedule':
      return { name, target: readTarget(words), at: readAt() };
    case 'delay':
      return {
        name,
        target: readTarget(words),
        at: readAt(),
        notice: read(noticeSchema, notice, '--notice must be what viewers are told, at most 200 characters.'),
      };
  }
}

/** @throws UsageError */
export function readWords(args: readonly string[]): { command: Command; isJson: boolean } {
  const parsed = parseCommand(args, { usage: USAGE, options: OPTIONS, takes: TAKES });
  return { command: toCommand(parsed.command, parsed.words, parsed.values), isJson: parsed.values.json ?? false };
}
