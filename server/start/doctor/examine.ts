import type { ConsoleFinding } from '#contract/console/service.ts';
import type { Database } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { withTimeout } from '#server/lib/timeout.ts';
import type { Env } from '../env.ts';
import { examineDatabase } from './database.ts';
import { causeOf } from './cause.ts';
import { checkOwnClock } from './clock.ts';
import { bad, good, PART_NAMES, warning, type Finding, type Part } from './finding.ts';
import { checkFolder, checkNode, checkReader, checkTools } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkMediaEdge } from './media-edge.ts';
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

/** A check that takes longer is given up, in ms: somebody waits in front of the console. */
const CHECK_LIMIT_MS = 25_000;

type Check = Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;

/** What a check found; one that hangs or fails is a finding too. */
const resultOf = async (part: Part, limitMs: number, check: Check): Promise<readonly Finding[]> => {
  try {
    return [await withTimeout(limitMs, Promise.resolve(check))].flat();
  } catch (error) {
    const [cause, koreanCause] = causeOf(error);
    return [
      bad(
        part,
        [`It could not be looked at: ${cause}`, `확인하지 못했어요. ${koreanCause}`],
        [
          'Look whether what it needs answers on the network, then try again.',
          '필요한 것이 네트워크에서 응답하는지 보고, 다시 점검해 주세요.',
        ],
      ),
    ];
  }
};

export interface ExamineOptions {
  findDatabase(): Promise<Finding[]>;
  /** Receives a test message; undefined sends none. */
  mailTo: string | undefined;
  limitMs?: number;
}

/**
 * Everything that can be wrong around a service, in the order in which to mend it: for the command and for the console.
 * The checks run side by side, so that several that hang take no longer than one.
 */
export async function* examine(
  env: Env,
  { findDatabase, mailTo, limitMs = CHECK_LIMIT_MS }: ExamineOptions,
): AsyncGenerator<readonly Finding[]> {
  const result = (part: Part, check: Check) => resultOf(part, limitMs, check);
  const results = [
    result('Configuration', judgeConfiguration(env)),
    result('Clock', checkOwnClock(systemClock.now(), env.databaseUrl === undefined)),
    result('Data folder', checkFolder('Data folder', env.dataDir)),
    result('Database', findDatabase()),
    result('Media store', checkMediaStore(env)),
    result('Media edge', checkMediaEdge(env)),
    ...(env.role === 'serve' ? [] : [result('Media tools', checkTools())]),
    result('Subtitle reader', checkReader()),
    result('Mail', checkMail(env, mailTo)),
    result('Public address', checkPublicAddress(env)),
    ...(env.publicUrl === undefined ? [] : [result('Proxy', checkProxyHeaders(env.publicUrl, env.countries?.header))]),
    result('Sign-in provider', checkSignInProvider(env)),
  ];
  for (const found of results) yield await found;
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
