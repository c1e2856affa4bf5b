import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail with an id that stays the same over all tries to send it. */
export type IdentifiedMail = Mail & { id: string };

/** Delivers mails. Replace it to send mail another way. */
export interface MailSender {
  /**
   * Resolves when the mail was accepted; rejects when it was not, within a bounded time. When `signal` aborts, it drops
   * the connection and rejects: from then on it sends nothing more of the mail and reports no acceptance.
   */
  send(mail: IdentifiedMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Connection timeout of a mail server, in ms; afterwards the mail is retried. */
const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * Whether to require TLS: an attacker in between could otherwise strip STARTTLS and read codes and links. Not on this
 * machine, nor when the address says `requireTLS=false`.
 */
function needsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  // smtps starts with TLS and has no STARTTLS.
  return protocol === 'smtp:' && searchParams.get('requireTLS') !== 'false' && !isLoopback(hostname);
}

/** Sends by SMTP, over pooled connections. */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: needsTls(url),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // Closing cuts the connection: a graceful close would first flush the rest of an aborted mail.
    socketCloseTimeout: 0,
    // The outbox decides when to retry a mail.
    maxRequeues: 0,
    // A mail never includes files or fetched addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html }, signal) {
      await transport.sendMail({
        from: { name: '보라', address: from },
        // An object, because an address given as text may be parsed as several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // A receiver that got the mail in an earlier try recognises the id and drops the second copy.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
    },
    close: () => transport.close(),
  };
}
