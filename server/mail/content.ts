/** What a mail says, before it is written out; kept in the outbox until it was sent. */
export type MailContent =
  | { kind: 'email-code'; code: string }
  | { kind: 'password-reset'; token: string; code: string }
  /** `count` devices signed in, of which `device` was the last; one device where it is left out. */
  | { kind: 'new-sign-in'; device: string; at: string; count?: number }
  /** `device` and `origin` as far as they are known; `origin` is a part of an address. */
  | { kind: 'password-changed'; how: 'changed' | 'reset'; device: string | null; origin: string | null; at: string };
