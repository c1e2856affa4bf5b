/** What a mail says, before it is written out; kept in the outbox until it was sent. */
export type MailContent =
  | { kind: 'email-code'; code: string }
  | { kind: 'password-reset'; token: string; code: string }
  | { kind: 'new-sign-in'; device: string; at: string };
