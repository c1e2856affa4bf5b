import { connect } from 'node:tls';

/** An address that takes longer does not answer, in ms. */
const ANSWER_WITHIN_MS = 10_000;

/** Certificates are renewed before so many days are left, in days. */
export const CERTIFICATE_DAYS = 14;
/** Those that live for days or hours are renewed before this part of their life is left. */
const LAST_PART = 1 / 6;
const DAY_MS = 86_400_000;

/** From when on a certificate should have been renewed. */
export const warnsAt = (startsAt: Date, endsAt: Date): Date =>
  new Date(endsAt.getTime() - Math.min(CERTIFICATE_DAYS * DAY_MS, (endsAt.getTime() - startsAt.getTime()) * LAST_PART));

export interface Certificate {
  endsAt: Date;
  /** From when on it should have been renewed. */
  warnsAt: Date;
  /** Why this machine does not trust it; null when it does. */
  problem: string | null;
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** The certificate that an https address shows, also one that this machine does not trust. */
export const findCertificate = ({ hostname, port }: URL): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      // A URL has brackets around an address of IPv6.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 443),
      ...(/[a-z]$/i.test(hostname) && { servername: hostname }),
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => socket.destroy(failure('ETIMEDOUT', 'no answer')), ANSWER_WITHIN_MS);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      const endsAt = new Date(to);
      if (Number.isNaN(endsAt.getTime())) reject(failure('NO_CERTIFICATE', 'it shows no certificate'));
      else {
        const problem = socket.authorized ? null : String(socket.authorizationError);
        resolve({ endsAt, warnsAt: warnsAt(new Date(from), endsAt), problem });
      }
      socket.destroy();
    });
  });
