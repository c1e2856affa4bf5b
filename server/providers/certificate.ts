import { connect } from 'node:tls';

/** An address that takes longer does not answer, in ms. */
const ANSWER_WITHIN_MS = 10_000;

export interface Certificate {
  endsAt: Date;
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
      const endsAt = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(endsAt.getTime())) reject(failure('NO_CERTIFICATE', 'it shows no certificate'));
      else resolve({ endsAt, problem: socket.authorized ? null : String(socket.authorizationError) });
      socket.destroy();
    });
  });
