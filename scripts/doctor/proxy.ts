import { isLoopbackHost } from '#server/start/loopback-host.ts';
import { CLAIMED_ADDRESS, PROXY_CHECK_PATH, proxyCheckSchema, type ProxyCheck } from '#server/http/proxy-check.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

const PART = 'Proxy';
const ANSWER_LIMIT_MS = 10_000;

/** Whether limits, security events and the country of callers rest on what the proxy says, and on nothing that callers say. */
export function judgeProxy({ address, isTrusted, protocol }: ProxyCheck, isHttps: boolean): Finding {
  if (address === 'missing')
    return bad(
      PART,
      'It does not say who calls: all viewers share one limit of calls, and /metrics may be open.',
      'Let it set x-forwarded-for to the address of the caller (nginx: proxy_set_header x-forwarded-for $remote_addr).',
    );
  if (address === 'passed-on')
    return bad(
      PART,
      'It passes x-forwarded-for of callers on: anybody may claim any address and evade limits.',
      'Let it replace the header (nginx: proxy_set_header x-forwarded-for $remote_addr).',
    );
  if (!isTrusted)
    return bad(
      PART,
      'The service does not believe it: all viewers share one limit of calls.',
      'Add the address of the proxy to TRUSTED_PROXIES.',
    );
  if (address === 'appended-to')
    return warning(
      PART,
      'It appends to x-forwarded-for of callers: one who reaches it from a trusted address may claim any other.',
      'Let it replace the header (nginx: proxy_set_header x-forwarded-for $remote_addr).',
    );
  if (isHttps && protocol !== 'https')
    return warning(
      PART,
      'It does not say that callers used https.',
      'Let it set x-forwarded-proto (nginx: proxy_set_header x-forwarded-proto https).',
    );
  return good(PART, 'It says who calls, and callers cannot.');
}

/** Calls the service through PUBLIC_URL with a false address, and looks at what arrives. */
export async function checkProxyHeaders(publicUrl: string): Promise<Finding[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return [];
  try {
    const answer = await fetch(`${publicUrl}${PROXY_CHECK_PATH}`, {
      headers: { 'x-forwarded-for': CLAIMED_ADDRESS },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return [judgeProxy(proxyCheckSchema.parse(await answer.json()), protocol === 'https:')];
  } catch {
    // Another check of the doctor reports why the service does not answer.
    return [skipped(PART, `${publicUrl} did not say what its proxy does.`)];
  }
}
