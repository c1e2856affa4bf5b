import { randomUUID } from 'node:crypto';
import { createSmtpSender } from '#server/providers/mail.ts';
import type { Env } from '../env.ts';
import { causeOf } from './cause.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** A mail server that takes longer does not answer, in ms. */
const MAIL_LIMIT_MS = 20_000;

/** @param to receives a test message; undefined sends none. */
export async function checkMail({ smtpUrl, mailFrom, isProduction }: Env, to: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined)
    return isProduction
      ? warning(
          'Mail',
          [
            'SMTP_URL is not set: nobody can sign up or set a new password.',
            'SMTP_URL이 없어서 아무도 가입하거나 비밀번호를 새로 정할 수 없어요.',
          ],
          ['Set SMTP_URL and MAIL_FROM.', 'SMTP_URL과 MAIL_FROM을 정해 주세요.'],
        )
      : skipped(
          'Mail',
          'SMTP_URL is not set; mails are shown at /dev/mail.',
          'SMTP_URL이 없어요. 메일은 /dev/mail에서 볼 수 있어요.',
        );
  if (to === undefined)
    return skipped(
      'Mail',
      `From ${mailFrom} by ${new URL(smtpUrl).host}; "bora doctor --mail you@example.com" sends a test message.`,
      `${new URL(smtpUrl).host}에서 ${mailFrom} 이름으로 보내요. 시험 메일은 bora doctor --mail 주소`,
    );
  const sender = createSmtpSender({ url: smtpUrl, from: mailFrom });
  const text = '보라가 메일을 보낼 수 있어요. (Bora can send mail.)';
  try {
    const mail = { id: randomUUID(), to, subject: '보라: 시험 메일', text, html: `<p>${text}</p>` };
    await sender.send(mail, AbortSignal.timeout(MAIL_LIMIT_MS));
    return good(
      'Mail',
      `The mail server took a test message for ${to}: see that it arrives, and not as spam.`,
      `메일 서버가 ${to}에게 보낼 시험 메일을 받았어요. 스팸이 아닌 곳에 도착하는지 봐 주세요.`,
    );
  } catch (error) {
    const [cause, koreanCause] = causeOf(error);
    return bad(
      'Mail',
      [`The mail server did not take it: ${cause}`, `메일 서버가 시험 메일을 받지 않았어요. ${koreanCause}`],
      [
        'Check host, port, user and password of SMTP_URL, and that the mail server accepts MAIL_FROM as a sender.',
        'SMTP_URL의 호스트, 포트, 사용자, 비밀번호와, 메일 서버가 MAIL_FROM을 받아들이는지 봐 주세요.',
      ],
    );
  } finally {
    sender.close();
  }
}
