import { getStatus } from '#contract/status.ts';
import { systemClock } from '#server/lib/clock.ts';
import { CERTIFICATE_DAYS } from '#server/monitoring/status/service-troubles.ts';
import { findCertificate, type Certificate } from '#server/providers/certificate.ts';
import type { Env } from '#server/start/env.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** An address that takes longer does not answer, in ms. */
const ANSWER_LIMIT_MS = 10_000;
/** Sets whose clock is wrong take the time from answers. */
const CLOCK_LIMIT_MS = 5_000;
const DAY_MS = 86_400_000;

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

export function judgeCertificate({ endsAt, problem }: Certificate, now: Date): Finding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  if (days < 0)
    return bad('Certificate', `It ended ${-days} days ago: no television reaches the service.`, 'Renew it.');
  if (problem !== null)
    return bad(
      'Certificate',
      `This machine does not trust it (${problem}).`,
      'Use a certificate of a public authority, with its whole chain: televisions take no other.',
    );
  return days < CERTIFICATE_DAYS
    ? warning('Certificate', `It ends in ${days} days.`, 'Renew it, and see why it did not renew by itself.')
    : good('Certificate', `It is valid for ${days} more days.`);
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
        `${publicUrl} answers ${answer.status}, and not as Bora does.`,
        'Point the proxy at HOST and PORT of the service, and pass every path.',
      );
    const middleMs = (sentMs + systemClock.now().getTime()) / 2;
    const offsetMs = Date.parse(status.data.server_time) - middleMs;
    if (Math.abs(offsetMs) > CLOCK_LIMIT_MS)
      return bad(
        'Clock',
        `The service's clock differs by ${Math.round(offsetMs / 1000)} s from this machine's.`,
        'Run a time service (chrony, systemd-timesyncd) on both.',
      );
    return status.data.status === 'ok'
      ? good(part, `${publicUrl} answers.`)
      : warning(part, `${publicUrl} answers that it is under maintenance.`, 'Open it: bora operate maintenance off');
  } catch (error) {
    return bad(
      part,
      `${publicUrl} does not answer: ${messageOf(error)}`,
      'Start the service and the proxy; check the name in DNS and the firewall.',
    );
  }
}

export async function checkPublicAddress({ publicUrl, isProduction }: Env): Promise<Finding[]> {
  if (publicUrl === undefined)
    return [
      isProduction
        ? bad(
            'Public address',
            'PUBLIC_URL is not set: links in mails and QR codes lead nowhere.',
            'Set PUBLIC_URL to the https address that viewers use.',
          )
        : skipped('Public address', 'PUBLIC_URL is not set; only this machine uses the service.'),
    ];
  const url = new URL(publicUrl);
  if (url.protocol === 'http:')
    return [
      ...(isProduction
        ? [
            warning(
              'Certificate',
              'PUBLIC_URL is plain http: everybody on the way reads passwords.',
              'Put the service behind HTTPS.',
            ),
          ]
        : []),
      await callService(publicUrl),
    ];
  const certificate = await findCertificate(url).then(
    (shown) => judgeCertificate(shown, systemClock.now()),
    (error: unknown) => skipped('Certificate', `Not seen: ${messageOf(error)}.`),
  );
  return [certificate, await callService(publicUrl)];
}
