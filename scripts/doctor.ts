import { existsSync } from 'node:fs';
import { readEnv, type Env } from '#server/start/env.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { checkDatabase } from './doctor/database.ts';
import { bad, findingLines, good, verdict, warning, type Finding } from './doctor/finding.ts';
import { checkFolder, checkNode, checkTools } from './doctor/machine.ts';
import { checkMail } from './doctor/mail.ts';
import { checkMediaStore } from './doctor/media-store.ts';
import { checkPublicAddress } from './doctor/public-address.ts';
import { checkProxyHeaders } from './doctor/proxy.ts';
import { checkSignInProvider } from './doctor/sign-in-provider.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `bora doctor                             looks at everything that can be wrong, and says what to do
    --mail ADDRESS                      sends a test message there
    --json                              one object a line
Exit codes: 0 nothing keeps the service from viewers, 1 something does, 2 these words are no command.`;

/** The configuration, or what is wrong with it. */
function checkConfiguration(): { env: Env | undefined; findings: Finding[] } {
  try {
    const env = readEnv();
    const { isProduction, identityProvider, paymentProvider } = env;
    const findings = [
      good(
        'Configuration',
        isProduction ? 'Valid, for production.' : 'Valid, for development: demo accounts and /dev/* are open.',
      ),
    ];
    if (isProduction && identityProvider === undefined)
      findings.push(
        warning(
          'Age',
          'IDENTITY_PROVIDER is not set: nobody can prove an age, so new accounts watch nothing for adults.',
          'Set it, or rate your titles below 19.',
        ),
      );
    if (isProduction && paymentProvider === undefined)
      findings.push(
        warning(
          'Payment',
          'PAYMENT_PROVIDER is not set: nothing is for sale.',
          'Set it with PAYMENT_SECRETS, or give memberships by hand.',
        ),
      );
    return { env, findings };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const findings = error.message.split('\n').map((line) => bad('Configuration', line, 'See .env.example.'));
    return { env: undefined, findings };
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    mail: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError(USAGE);
  const findings: Finding[] = [];
  const tell = (found: readonly Finding[]) => {
    findings.push(...found);
    for (const finding of found) console.log(values.json ? JSON.stringify(finding) : findingLines(finding).join('\n'));
  };
  tell([checkNode(process.version)]);
  const { env, findings: configuration } = checkConfiguration();
  tell(configuration);
  if (env !== undefined) {
    tell([await checkFolder('Data folder', env.dataDir)]);
    tell(await checkDatabase(env, existsSync(env.dataDir)));
    tell([await checkMediaStore(env)]);
    if (env.role !== 'serve') tell([checkTools()]);
    tell([await checkMail(env, values.mail)]);
    tell(await checkPublicAddress(env));
    if (env.publicUrl !== undefined) tell(await checkProxyHeaders(env.publicUrl));
    tell(await checkSignInProvider(env));
  }
  if (!values.json) console.log(verdict(findings));
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

runCommand(main);
