import { isLoopbackHost } from '../loopback-host.ts';
import {
  CLAIMED_ADDRESS,
  CLAIMED_COUNTRY,
  PROXY_CHECK_PATH,
  proxyCheckSchema,
  type ProxyCheck,
} from '#server/http/proxy-check.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

const PART = 'Proxy';
const ANSWER_LIMIT_MS = 10_000;

const REPLACE = [
  'Let it replace the header (nginx: proxy_set_header x-forwarded-for $remote_addr).',
  '이 헤더를 바꿔 쓰게 해 주세요(nginx: proxy_set_header x-forwarded-for $remote_addr).',
] as const;

/** Whether limits, security events and the country of callers rest on what the proxy says, and on nothing that callers say. */
export function judgeProxy({ address, isTrusted, protocol, isCountryPassedOn }: ProxyCheck, isHttps: boolean): Finding {
  if (address === 'missing')
    return bad(
      PART,
      [
        'It does not say who calls: all viewers share one limit of calls, and /metrics may be open.',
        '누가 요청했는지 알려 주지 않아요. 모든 시청자가 한도 하나를 나눠 쓰고, /metrics가 열려 있을 수 있어요.',
      ],
      [
        'Let it set x-forwarded-for to the address of the caller (nginx: proxy_set_header x-forwarded-for $remote_addr).',
        'x-forwarded-for에 요청한 주소를 넣게 해 주세요(nginx: proxy_set_header x-forwarded-for $remote_addr).',
      ],
    );
  if (address === 'passed-on')
    return bad(
      PART,
      [
        'It passes x-forwarded-for of callers on: anybody may claim any address and evade limits.',
        '요청에 있던 x-forwarded-for를 그대로 넘겨요. 누구나 주소를 속여 한도를 피할 수 있어요.',
      ],
      REPLACE,
    );
  if (!isTrusted)
    return bad(
      PART,
      [
        'The service does not believe it: all viewers share one limit of calls.',
        '서비스가 프록시를 믿지 않아요. 모든 시청자가 한도 하나를 나눠 써요.',
      ],
      ['Add the address of the proxy to TRUSTED_PROXIES.', '프록시의 주소를 TRUSTED_PROXIES에 더해 주세요.'],
    );
  if (isCountryPassedOn)
    return bad(
      PART,
      [
        'It passes the country that callers say on: anybody may choose the country whose titles they see.',
        '요청에 있던 나라를 그대로 넘겨요. 누구나 나라를 골라 그 나라의 작품을 볼 수 있어요.',
      ],
      [
        'Let it replace or remove the header of COUNTRY_HEADER (nginx: proxy_set_header).',
        'COUNTRY_HEADER의 헤더를 바꿔 쓰거나 지우게 해 주세요(nginx: proxy_set_header).',
      ],
    );
  if (address === 'appended-to')
    return warning(
      PART,
      [
        'It appends to x-forwarded-for of callers: one who reaches it from a trusted address may claim any other.',
        '요청에 있던 x-forwarded-for 뒤에 덧붙여요. 믿는 주소에서 오는 요청은 다른 주소인 척할 수 있어요.',
      ],
      REPLACE,
    );
  if (isHttps && protocol !== 'https')
    return warning(
      PART,
      ['It does not say that callers used https.', 'https로 요청했는지 알려 주지 않아요.'],
      [
        'Let it set x-forwarded-proto (nginx: proxy_set_header x-forwarded-proto https).',
        'x-forwarded-proto를 넣게 해 주세요(nginx: proxy_set_header x-forwarded-proto https).',
      ],
    );
  return good(
    PART,
    'It says who calls, and callers cannot.',
    '누가 요청했는지 알려 주고, 시청자는 그것을 속일 수 없어요.',
  );
}

/** Calls the service through PUBLIC_URL with a false address and a false country, and looks at what arrives. */
export async function checkProxyHeaders(publicUrl: string, countryHeader: string | undefined): Promise<Finding[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return [];
  try {
    const answer = await fetch(`${publicUrl}${PROXY_CHECK_PATH}`, {
      headers: {
        'x-forwarded-for': CLAIMED_ADDRESS,
        ...(countryHeader !== undefined && { [countryHeader]: CLAIMED_COUNTRY }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return [judgeProxy(proxyCheckSchema.parse(await answer.json()), protocol === 'https:')];
  } catch {
    // Another check of the doctor reports why the service does not answer.
    return [
      skipped(
        PART,
        `${publicUrl} did not say what its proxy does.`,
        `프록시가 무엇을 하는지 알 수 없었어요: ${publicUrl}`,
      ),
    ];
  }
}
