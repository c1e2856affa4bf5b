import { randomUUID } from 'node:crypto';
import { createSmtpSender } from '#server/providers/mail.ts';
import type { Env } from '#server/start/env.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** A mail server that takes longer does not answer, in ms. */
const MAIL_LIMIT_MS = 30_000;

/** @param to receives a test message; undefined sends none. */
export async function checkMail({ smtpUrl, mailFrom, isProduction }: Env, to: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined)
    return isProduction
      ? warning('Mail', 'SMTP_URL is not set: nobody can sign up or set a new password.', 'Set SMTP_URL and MAIL_FROM.')
      : skipped('Mail', 'SMTP_URL is not set; mails are shown at /dev/mail.');
  if (to === undefined)
    return skipped(
      'Mail',
      `From ${mailFrom} by ${new URL(smtpUrl).host}; "bora doctor --mail you@example.com" sends a test message.`,
    );
  const sender = createSmtpSender({ url: smtpUrl, from: mailFrom });
  const text = '보라가 메일을 보낼 수 있어요. (Bora can send mail.)';
  try {
    const mail = { id: randomUUID(), to, subject: '보라: 시험 메일', text, html: `<p>${text}</p>` };
    await sender.send(mail, AbortSignal.timeout(MAIL_LIMIT_MS));
    return good('Mail', `The mail server took a test message for ${to}: see that it arrives, and not as spam.`);
  } catch (error) {
    return bad(
      'Mail',
      `The mail server did not take it: ${error instanceof Error ? error.message : String(error)}`,
      'Check host, port, user and password of SMTP_URL, and that the mail server accepts MAIL_FROM as a sender.',
    );
  } finally {
    sender.close();
  }
}
