import { existsSync } from 'node:fs';
import { readEnv, type Env } from '#server/start/env.ts';
import { checkDatabase } from '#server/start/doctor/database.ts';
import { examine } from '#server/start/doctor/examine.ts';
import { bad, findingLines, verdict, type Finding } from '#server/start/doctor/finding.ts';
import { checkNode } from '#server/start/doctor/machine.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `bora doctor                             looks at everything that can be wrong, and says what to do
    --mail ADDRESS                      sends a test message there
    --json                              one object a line
Exit codes: 0 nothing keeps the service from viewers, 1 something does, 2 these words are no command.`;

/** The configuration, or what is wrong with it. */
function readConfiguration(): Env | readonly Finding[] {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const lines = error.message.split('\n');
    return lines.map((line) => bad('Configuration', [line, line], ['See .env.example.', '.env.example을 봐 주세요.']));
  }
}

const asJson = ({ part, state, seen, toDo }: Finding) =>
  JSON.stringify({ part, state, seen: seen[0], toDo: toDo?.[0] });

async function main(): Promise<void> {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    mail: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError(USAGE);
  const findings: Finding[] = [];
  const tell = (found: readonly Finding[]) => {
    findings.push(...found);
    for (const finding of found) console.log(values.json ? asJson(finding) : findingLines(finding).join('\n'));
  };
  tell([checkNode(process.version)]);
  const env = readConfiguration();
  if ('dataDir' in env) {
    const findDatabase = () => checkDatabase(env, existsSync(env.dataDir));
    for await (const found of examine(env, { findDatabase, mailTo: values.mail })) tell(found);
  } else tell(env);
  if (!values.json) console.log(verdict(findings));
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

runCommand(main);
