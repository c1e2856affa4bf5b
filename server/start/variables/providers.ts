import { z } from 'zod';
import { documented, EnvError, readSecretAddress, secretAddress, urlOf } from './variable.ts';

/** One secret, or the new one and the old one. */
function readSecrets(text: string): [string, ...string[]] | undefined {
  const [first, ...others] = text.split(',').map((secret) => secret.trim());
  if (first === undefined || others.length > 1) return undefined;
  return [first, ...others].every((secret) => /^[\w-]{32,200}$/.test(secret)) ? [first, ...others] : undefined;
}

/** Variables of the services of others that this one uses: proof of age, payment, mail. */
export const providerVariables = {
  IDENTITY_PROVIDER: documented(secretAddress.optional(), {
    description:
      'Who checks the age of adults: `https://identity.example/verify?secret=…`. The secret signs the answers and has 32 or more letters and digits.',
    unset: 'a test provider; in production nobody can prove their age',
    example: 'https://identity.example/verify?secret=0123456789abcdef0123456789abcdef',
    isSecret: true,
  }),
  PAYMENT_PROVIDER: documented(urlOf(/^https?$/, 'https:// or http://').optional(), {
    description:
      'Who takes the money: the address below which a provider answers the messages of `docs/operations/money.md`. It posts what happens to `PUBLIC_URL`, `/webhooks/payment`.',
    unset: 'a test payment that takes no money; in production nothing is for sale',
    example: 'https://payment.example/v1',
  }),
  PAYMENT_SECRETS: documented(
    z
      .string()
      .refine((secrets) => readSecrets(secrets) !== undefined, {
        error: 'must be one or two secrets of 32 or more letters and digits, with a comma between them',
      })
      .optional(),
    {
      description:
        'Secret that this server and the payment provider share, of 32 or more letters and digits. Two of them, with a comma, while it is replaced: the first signs, both are accepted.',
      unset: 'none; a payment provider needs it',
      example: '0123456789abcdef0123456789abcdef',
      isSecret: true,
    },
  ),
  SMTP_URL: documented(urlOf(/^smtps?$/, 'smtp:// or smtps://').optional(), {
    description: 'Mail server, by TLS only. Without it, mails are kept and shown at `/dev/mail` (not in production).',
    unset: 'no mail is sent',
    example: 'smtps://user:secret@mail.example:465',
    isSecret: true,
  }),
  MAIL_FROM: documented(z.email({ error: 'must be an e-mail address' }).optional(), {
    description: 'Sender address of mails.',
    unset: '`no-reply@` and the host of `PUBLIC_URL`',
    example: 'no-reply@bora.example',
  }),
};

type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>> & {
  NODE_ENV?: string | undefined;
  PUBLIC_URL?: string | undefined;
};

/** A sender address at the public host, or at a placeholder domain when the host has no domain name. */
function senderOf(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return `no-reply@${/\.[a-z]{2,}$/i.test(host) ? host : 'bora.example'}`;
}

/** @throws EnvError when a payment provider has no secret, or a secret no provider. */
function paymentProviderOf(data: ProviderVariables): ProviderSettings['paymentProvider'] {
  const { PAYMENT_PROVIDER: url, PAYMENT_SECRETS: secrets } = data;
  if (url === undefined && secrets === undefined) return undefined;
  const read = secrets === undefined ? undefined : readSecrets(secrets);
  if (url === undefined || read === undefined)
    throw new EnvError('PAYMENT_PROVIDER: a payment provider needs PAYMENT_SECRETS, and the other way round');
  if (data.NODE_ENV === 'production' && !url.startsWith('https:'))
    throw new EnvError('PAYMENT_PROVIDER: must start with https:// in production');
  return { url: url.replace(/\/+$/, ''), secrets: read };
}

export interface ProviderSettings {
  identityProvider: { url: string; secret: string } | undefined;
  paymentProvider: { url: string; secrets: [string, ...string[]] } | undefined;
  smtpUrl: string | undefined;
  /** Sender address of mails. */
  mailFrom: string;
}

/** @throws EnvError */
export const providersOf = (data: ProviderVariables): ProviderSettings => ({
  identityProvider: data.IDENTITY_PROVIDER === undefined ? undefined : readSecretAddress(data.IDENTITY_PROVIDER),
  paymentProvider: paymentProviderOf(data),
  smtpUrl: data.SMTP_URL,
  mailFrom: data.MAIL_FROM ?? senderOf(data.PUBLIC_URL),
});
