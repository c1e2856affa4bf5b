import type { TroubleKind } from '#contract/console/overview.ts';
import type { SecondFactorMethod } from '#contract/second-factor.ts';

/** Why money goes back that was paid for an order. */
export type RefundCause = 'gone' | 'price' | 'settled' | 'endless' | 'owned' | 'voucher' | 'left' | 'late';

/** `link`: a new one-time link; `used`: it set the password and the authenticator app; `token`: one for a program was made. */
export type StaffNotice = 'added' | 'link' | 'used' | 'role' | 'removed' | 'sign-in' | 'token';

/** Something that is or was wrong with the service; `detail` is the name of a job. */
export interface ToldTrouble {
  kind: TroubleKind;
  detail: string;
  since: string;
}

/** Content of a mail before rendering; stored in the outbox until it is sent. */
export type MailContent =
  | { kind: 'email-code'; code: string }
  /** A code for a sign-in on a new device, or to begin to use such codes. `device` is null for the latter. */
  | { kind: 'second-factor-code'; code: string; device: string | null }
  /** The account's owner changed the second factor, or lost the authenticator. */
  | { kind: 'second-factor-changed'; method: SecondFactorMethod; at: string }
  | { kind: 'password-reset'; token: string; code: string }
  /** Somebody whose account an operator made chooses a password. */
  | { kind: 'invitation'; token: string; expiresAt: string }
  /** `count` devices signed in, the last of them `device`; default: one. */
  | { kind: 'new-sign-in'; device: string; at: string; count?: number }
  /** `device` and `origin` are null when unknown; `origin` is a part of an address. */
  | { kind: 'password-changed'; how: 'changed' | 'reset'; device: string | null; origin: string | null; at: string }
  | { kind: 'email-changed'; at: string }
  /** What was paid for an order, again. `paymentId` is the payment provider's name for it. */
  | {
      kind: 'receipt';
      name: string;
      title: string | null;
      price: number;
      paidAt: string;
      refundedAt: string | null;
      paymentId: string | null;
    }
  /** A link to a file of all that is stored about the account. */
  | { kind: 'account-export'; token: string; expiresAt: string }
  /** What happened to a member of staff, for the member and the owners. `by` is null for the member's own act. */
  | { kind: 'staff-notice'; what: StaffNotice; email: string; by: string | null; detail: string | null; at: string }
  /** What began and what ended to be wrong with the service, for owners. */
  | { kind: 'troubles'; started: readonly ToldTrouble[]; ended: readonly ToldTrouble[] }
  /** Money that came late or goes back. `refundedFor` is null when it bought the order after all. */
  | { kind: 'payment'; name: string; price: number; refundedFor: RefundCause | null };
