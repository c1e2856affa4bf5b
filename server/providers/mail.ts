import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Takes mails to where they are delivered. Anything that sends mail can stand here instead. */
export interface MailSender {
  /** Resolves when the mail was accepted; rejects when it was not, within a bounded time. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A mail server answers within this, in ms, or is tried again later. */
const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;

/** Sends by SMTP, over connections that stay open. */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // A mail is only ever made of what is given here, never of files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from: { name: '보라', address: from },
        // As an object: an address given as text may be read as several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
