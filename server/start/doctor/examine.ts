import type { ConsoleFinding } from '#contract/console/service.ts';
import type { Database } from '#server/db/open.ts';
import type { Env } from '../env.ts';
import { examineDatabase } from './database.ts';
import { good, PART_NAMES, warning, type Finding } from './finding.ts';
import { checkFolder, checkNode, checkTools } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkMediaStore } from './media-store.ts';
import { checkProxyHeaders } from './proxy.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkSignInProvider } from './sign-in-provider.ts';

/** What a valid configuration leaves out. */
function judgeConfiguration({ isProduction, identityProvider, paymentProvider }: Env): Finding[] {
  const findings = [
    isProduction
      ? good('Configuration', 'Valid, for production.', '실제 서비스용 설정이에요.')
      : good(
          'Configuration',
          'Valid, for development: demo accounts and /dev/* are open.',
          '개발용 설정이에요. 데모 계정과 /dev/*가 열려 있어요.',
        ),
  ];
  if (isProduction && identityProvider === undefined)
    findings.push(
      warning(
        'Age',
        [
          'IDENTITY_PROVIDER is not set: nobody can prove an age, so new accounts watch nothing for adults.',
          'IDENTITY_PROVIDER가 없어서 나이를 확인할 수 없어요. 새 계정은 성인 등급을 볼 수 없어요.',
        ],
        ['Set it, or rate your titles below 19.', '정하거나, 작품을 19세보다 낮은 등급으로 두세요.'],
      ),
    );
  if (isProduction && paymentProvider === undefined)
    findings.push(
      warning(
        'Payment',
        ['PAYMENT_PROVIDER is not set: nothing is for sale.', 'PAYMENT_PROVIDER가 없어서 아무것도 팔지 않아요.'],
        [
          'Set it with PAYMENT_SECRETS, or give memberships by hand.',
          'PAYMENT_SECRETS와 함께 정하거나, 이용권을 직접 주세요.',
        ],
      ),
    );
  return findings;
}

/**
 * Everything that can be wrong around a service, in the order in which to mend it: for the command and for the console.
 *
 * @param mailTo receives a test message; undefined sends none.
 */
export async function* examine(
  env: Env,
  { findDatabase, mailTo }: { findDatabase(): Promise<Finding[]>; mailTo: string | undefined },
): AsyncGenerator<readonly Finding[]> {
  yield judgeConfiguration(env);
  yield [await checkFolder('Data folder', env.dataDir)];
  yield await findDatabase();
  yield [await checkMediaStore(env)];
  if (env.role !== 'serve') yield [checkTools()];
  yield [await checkMail(env, mailTo)];
  yield await checkPublicAddress(env);
  if (env.publicUrl !== undefined) yield await checkProxyHeaders(env.publicUrl);
  yield await checkSignInProvider(env);
}

/** Examines a running service, once for all who ask at the same time. */
export function createExamineService(env: Env, database: Database): () => Promise<ConsoleFinding[]> {
  let running: Promise<ConsoleFinding[]> | undefined;
  const run = async () => {
    const findings = [checkNode(process.version)];
    const options = { findDatabase: () => examineDatabase(env, database), mailTo: undefined };
    for await (const found of examine(env, options)) findings.push(...found);
    return findings.map(({ part, state, seen, toDo }): ConsoleFinding => ({
      name: PART_NAMES[part],
      state,
      seen: seen[1],
      to_do: toDo?.[1] ?? null,
    }));
  };
  return () => (running ??= run().finally(() => (running = undefined)));
}
