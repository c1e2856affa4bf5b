import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail with an id that stays the same over all tries to send it. */
export type IdentifiedMail = Mail & { id: string };

/** Takes mails to where they are delivered. Anything that sends mail can stand here instead. */
export interface MailSender {
  /**
   * Resolves when the mail was accepted; rejects when it was not, within a bounded time. When `signal` aborts, it drops the
   * connection and rejects: from then on nothing more of the mail is sent, and no acceptance is reported.
   */
  send(mail: IdentifiedMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** A mail server answers within this, in ms, or is tried again later. */
const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * Whether mail may only leave over TLS: a server in between could otherwise strip the offer of STARTTLS and read codes
 * and links. Not on this machine, nor where the address says `requireTLS=false`.
 */
function needsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  // smtps: begins with TLS and knows no STARTTLS.
  return protocol === 'smtp:' && searchParams.get('requireTLS') !== 'false' && !isLoopback(hostname);
}

/** Sends by SMTP, over connections that stay open. */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: needsTls(url),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // Closing cuts the connection: a polite end would first flush the rest of a mail that was given up.
    socketCloseTimeout: 0,
    // The outbox decides when a mail is tried again.
    maxRequeues: 0,
    // A mail is only ever made of what is given here, never of files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html }, signal) {
      await transport.sendMail({
        from: { name: '보라', address: from },
        // As an object: an address given as text may be read as several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // A receiver that got the mail in an earlier try recognises it and drops the second copy.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
    },
    close: () => transport.close(),
  };
}
