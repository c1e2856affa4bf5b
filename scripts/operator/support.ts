import type { Operate } from '#server/operator/calls.ts';
import type { JudgedReview, ShownReported } from '#server/reviews/review-operations.ts';
import type { ShownMembership, ShownOrder } from '#server/shop/support.ts';
import { resultOf } from './with-operate.ts';
import type { SupportCommand } from './support-words.ts';

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

/** Carries out a command of support. @returns its result, and the lines that tell it */
export async function carryOutSupport(
  operate: Operate,
  command: SupportCommand,
): Promise<{ value: object; lines: readonly string[] }> {
  switch (command.name) {
    case 'reviews/reported': {
      const reported = await resultOf(operate(command.name, command.body));
      return { value: reported, lines: reported.length > 0 ? reported.map(reportedLine) : ['Nothing is reported.'] };
    }
    case 'reviews/hide':
    case 'reviews/restore': {
      const judged = await resultOf(operate(command.name, command.body));
      return { value: judged, lines: [judgedLine(judged)] };
    }
    case 'membership/show':
    case 'membership/give':
    case 'membership/extend':
    case 'membership/end': {
      const shown: ShownMembership = await resultOf(operate(command.name, command.body as never));
      return { value: shown, lines: [membershipLine(shown)] };
    }
    case 'order/list': {
      const orders = await resultOf(operate(command.name, command.body));
      return { value: orders, lines: orders.length > 0 ? orders.map(orderLine) : ['The account has no orders.'] };
    }
    case 'order/refund': {
      const { was_refunded: wasRefunded, ...order } = await resultOf(operate(command.name, command.body));
      return {
        value: { ...order, was_refunded: wasRefunded },
        lines: [wasRefunded ? 'The order was refunded before; nothing changed.' : 'Refunded.', orderLine(order)],
      };
    }
  }
}
