import { getStatus } from '#contract/status.ts';
import { systemClock } from '#server/lib/clock.ts';
import { findCertificate, type Certificate } from '#server/providers/certificate.ts';
import type { Env } from '../env.ts';
import { causeOf } from './cause.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** An address that takes longer does not answer, in ms. */
const ANSWER_LIMIT_MS = 10_000;
/** Sets whose clock is wrong take the time from answers. */
const CLOCK_LIMIT_MS = 5_000;
const DAY_MS = 86_400_000;

export function judgeCertificate({ endsAt, warnsAt, problem }: Certificate, now: Date): Finding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return bad(
      'Certificate',
      [
        `It ended ${-days} days ago: no television reaches the service.`,
        `${-days}일 전에 끝났어요. 어떤 TV도 서비스에 연결하지 못해요.`,
      ],
      ['Renew it.', '갱신해 주세요.'],
    );
  if (problem !== null)
    return bad(
      'Certificate',
      [`This machine does not trust it (${problem}).`, `이 기기가 믿지 않는 인증서예요(${problem}).`],
      [
        'Use a certificate of a public authority, with its whole chain: televisions take no other.',
        '공인 기관의 인증서를 중간 인증서까지 함께 써 주세요. TV는 다른 것을 받지 않아요.',
      ],
    );
  return now > warnsAt
    ? warning(
        'Certificate',
        [`It ends in ${days} days.`, `${days}일 뒤에 끝나요.`],
        ['Renew it, and see why it did not renew by itself.', '갱신하고, 왜 저절로 갱신되지 않았는지 봐 주세요.'],
      )
    : good('Certificate', `It is valid for ${days} more days.`, `${days}일 더 쓸 수 있어요.`);
}

/** Calls the service as a television does. */
async function callService(publicUrl: string): Promise<Finding> {
  const part = 'Public address';
  const sentMs = systemClock.now().getTime();
  try {
    const answer = await fetch(`${publicUrl}${getStatus.path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const status = getStatus.reply.safeParse(await answer.json().catch(() => undefined));
    if (!status.success)
      return bad(
        part,
        [
          `${publicUrl} answers ${answer.status}, and not as Bora does.`,
          `Bora가 아닌 것이 ${answer.status}로 응답해요: ${publicUrl}`,
        ],
        [
          'Point the proxy at HOST and PORT of the service, and pass every path.',
          '프록시가 모든 경로를 서비스의 HOST와 PORT로 넘기게 해 주세요.',
        ],
      );
    const middleMs = (sentMs + systemClock.now().getTime()) / 2;
    const offsetMs = Date.parse(status.data.server_time) - middleMs;
    if (Math.abs(offsetMs) > CLOCK_LIMIT_MS)
      return bad(
        'Clock',
        [
          `The service's clock differs by ${Math.round(offsetMs / 1000)} s from this machine's.`,
          `서비스의 시계가 이 기기와 ${Math.round(offsetMs / 1000)}초 달라요.`,
        ],
        [
          'Run a time service (chrony, systemd-timesyncd) on both.',
          '두 기기에서 시간 서비스(chrony, systemd-timesyncd)를 켜 주세요.',
        ],
      );
    return status.data.status === 'ok'
      ? good(part, `${publicUrl} answers.`, `${publicUrl}에서 응답해요.`)
      : warning(
          part,
          [`${publicUrl} answers that it is under maintenance.`, `점검 중이라고 응답해요: ${publicUrl}`],
          ['Open it: bora operate maintenance off', '점검을 끝내 주세요: bora operate maintenance off'],
        );
  } catch (error) {
    const [cause, koreanCause] = causeOf(error);
    return bad(
      part,
      [`${publicUrl} does not answer: ${cause}`, `연결하지 못했어요: ${publicUrl}. ${koreanCause}`],
      [
        'Start the service and the proxy; check the name in DNS and the firewall.',
        '서비스와 프록시를 시작하고, DNS의 이름과 방화벽을 봐 주세요.',
      ],
    );
  }
}

export async function checkPublicAddress({ publicUrl, isProduction }: Env): Promise<Finding[]> {
  if (publicUrl === undefined)
    return [
      isProduction
        ? bad(
            'Public address',
            [
              'PUBLIC_URL is not set: links in mails and QR codes lead nowhere.',
              'PUBLIC_URL이 없어서 메일과 QR 코드의 링크가 열리지 않아요.',
            ],
            [
              'Set PUBLIC_URL to the https address that viewers use.',
              '시청자가 쓰는 https 주소를 PUBLIC_URL에 정해 주세요.',
            ],
          )
        : skipped(
            'Public address',
            'PUBLIC_URL is not set; only this machine uses the service.',
            'PUBLIC_URL이 없어서 이 기기에서만 쓸 수 있어요.',
          ),
    ];
  const url = new URL(publicUrl);
  if (url.protocol === 'http:')
    return [
      ...(isProduction
        ? [
            warning(
              'Certificate',
              [
                'PUBLIC_URL is plain http: everybody on the way reads passwords.',
                'PUBLIC_URL이 http라서, 중간에서 누구나 비밀번호를 읽을 수 있어요.',
              ],
              ['Put the service behind HTTPS.', '서비스를 HTTPS 뒤에 두세요.'],
            ),
          ]
        : []),
      await callService(publicUrl),
    ];
  const certificate = await findCertificate(url).then(
    (shown) => judgeCertificate(shown, systemClock.now()),
    (error: unknown) => {
      const [cause, koreanCause] = causeOf(error);
      return skipped('Certificate', `Not seen: ${cause}.`, `볼 수 없었어요. ${koreanCause}`);
    },
  );
  return [certificate, await callService(publicUrl)];
}
