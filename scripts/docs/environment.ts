import { z } from 'zod';
import { envSchema } from '#server/start/env.ts';
import { fileVariableOf } from '#server/start/variables/secret-files.ts';
import type { VariableMeta } from '#server/start/variables/variable.ts';

interface Variable extends VariableMeta {
  readonly name: string;
  /** The schema's default, in the environment's syntax. */
  readonly value: string | undefined;
}

const variables: Variable[] = Object.entries(envSchema.shape).map(([name, schema]) => {
  const meta = schema.meta() as VariableMeta | undefined;
  if (!meta) throw new Error(`${name} has no description in server/start/env.ts`);
  return { name, value: schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : undefined, ...meta };
});

const namesOf = ({ name, isSecret }: Variable) =>
  (isSecret ? [name, fileVariableOf(name)] : [name]).map((word) => `\`${word}\``).join(', ');

/** The variables as a Markdown table. */
export const environmentTable = (): string =>
  [
    '| variable | when not set | meaning |',
    '| --- | --- | --- |',
    ...variables.map(
      (variable) =>
        `| ${namesOf(variable)} | ${variable.value === undefined ? variable.unset : `\`${variable.value}\``} | ${variable.description} |`,
    ),
  ].join('\n');

const BEGIN = '<!-- environment: npm run docs:environment -->';
const END = '<!-- /environment -->';

/**
 * Replaces the table between the document's two markers.
 *
 * @throws Error when the document lacks a marker.
 */
export function withTable(document: string, table: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The document needs the markers ${BEGIN} and ${END}.`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${document.slice(end)}`;
}

/** Wraps a text into comment lines of at most `width` characters. */
function commentLines(text: string, width = 100): string[] {
  const lines = ['#'];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const last = lines[lines.length - 1]!;
    if (last.length + 1 + word.length > width) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The variables as an environment file; variables without a default are commented out. */
export const envExample = (): string =>
  [
    '# Every variable that the server reads. `npm start` needs none of them.',
    '# A secret may stand in a file instead: SMTP_URL_FILE=/run/secrets/smtp-url.',
    '# Generated from server/start/env.ts by `npm run docs:environment`.',
    ...variables.flatMap(({ name, value, unset, example, description }) => [
      '',
      ...commentLines(value === undefined ? `${description} When not set: ${unset}.` : description),
      value === undefined ? `# ${name}=${example}` : `${name}=${value}`,
    ]),
    '',
  ].join('\n');
