import type { Staff } from '#contract/console/staff.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import type { JudgedReview, ShownReported } from '#server/reviews/review-operations.ts';
import type { ShownOrder } from '#server/shop/present-support.ts';
import type { ShownMembership } from '#server/shop/support-memberships.ts';
import { resultOf } from '../operator-commands/with-operate.ts';
import type { OperateCall } from './read-words.ts';

const memberLine = ({ email, role, state, last_used_at: usedAt }: Staff) =>
  [email, role, state, usedAt ?? 'never used'].join('\t');

const membershipLine = ({ email, plan, ends_at: end }: ShownMembership) => {
  const until = end === null ? 'without an end' : `until ${end}`;
  return plan === 'free' ? `${email}: no membership` : `${email}: ${plan}, ${until}`;
};

const orderLine = ({ order, name, price, status, created_at: at, ends_at: end }: ShownOrder) =>
  [order, at, `${price} won`, status, end === null ? '' : `ends ${end}`, name].filter(Boolean).join('  ');

const reportedLine = ({
  id,
  item_id: item,
  author,
  text,
  cnt_report: count,
  reasons,
  is_hidden: isHidden,
}: ShownReported) =>
  [id, isHidden ? 'hidden' : 'shown', `${count} reports`, reasons.join(','), `title ${item}`, author, text].join('\t');

const judgedLine = ({ id, author, text, is_hidden: isHidden }: JudgedReview) =>
  [id, isHidden ? 'hidden' : 'shown', author, text].join('\t');

const linesOr = (lines: readonly string[], none: string) => (lines.length > 0 ? lines : [none]);

/** @returns the call's result, and the lines that show it in a terminal. */
export async function runCall(
  operate: Operate,
  call: OperateCall,
): Promise<{ value: object; lines: readonly string[] }> {
  switch (call.name) {
    case 'staff/list': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: value.map(memberLine) };
    }
    case 'staff/add':
    case 'staff/link': {
      const value = await resultOf(
        call.name === 'staff/add' ? operate(call.name, call.body) : operate(call.name, call.body),
      );
      const { link, expires_at: expiresAt } = value;
      const lines = [link, `The link sets the password of ${call.body.email} once, until ${expiresAt}.`];
      return { value, lines };
    }
    case 'staff/role': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: [memberLine(value)] };
    }
    case 'staff/remove': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: [`Removed ${value.removed}.`] };
    }
    case 'reviews/reported': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: linesOr(value.map(reportedLine), 'Nothing is reported.') };
    }
    case 'reviews/hide':
    case 'reviews/restore': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: [judgedLine(value)] };
    }
    case 'membership/show':
    case 'membership/give':
    case 'membership/extend':
    case 'membership/end': {
      const value: ShownMembership = await resultOf(operate(call.name, call.body as never));
      return { value, lines: [membershipLine(value)] };
    }
    case 'order/list': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: linesOr(value.map(orderLine), 'The account has no orders.') };
    }
    case 'proposals/learn': {
      const value = await resultOf(operate(call.name, call.body));
      return { value, lines: ['A worker begins within ten seconds; the console shows when it has run (서비스 상태).'] };
    }
    case 'order/refund': {
      const value = await resultOf(operate(call.name, call.body));
      const outcome = value.was_refunded ? 'The order was refunded before; nothing changed.' : 'Refunded.';
      return { value, lines: [outcome, orderLine(value)] };
    }
  }
}
