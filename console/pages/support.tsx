import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeMembership,
  getSupportedAccount,
  paidPlans,
  refundSupportedOrder,
  type MembershipChange,
  type SupportedAccount,
  type SupportedOrder,
} from '#contract/console/accounts.ts';
import { call, isConflict } from '../lib/client.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import type { ComparisonProps } from '../ui/comparison.tsx';
import { Sheet } from '../ui/dialogs.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';
import { Choice, Field } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';
import { withParticle } from '#contract/rules/particles.ts';

type Membership = SupportedAccount['membership'];
type PaidPlan = (typeof paidPlans)[number];
export type MembershipAction = MembershipChange['action'];

const DAY_MS = 86_400_000;
const MOST_DAYS = 3660;

export const PLAN_NAMES: Record<Membership['plan'], string> = { free: '없음', basic: '베이직', premium: '프리미엄' };

export const MEMBERSHIP_ACTION_NAMES: Record<MembershipAction, string> = { give: '지급', extend: '연장', end: '종료' };
const DONE: Record<MembershipAction, string> = {
  give: '멤버십을 지급했어요.',
  extend: '멤버십을 연장했어요.',
  end: '멤버십을 끝냈어요.',
};

/** `프리미엄 · 2026-12-23 (수) 11:00까지 · 30일 뒤` */
export const membershipText = ({ plan, ends_at: endsAt }: Pick<Membership, 'plan' | 'ends_at'>) =>
  plan === 'free'
    ? '멤버십이 없어요'
    : endsAt === null
      ? `${PLAN_NAMES[plan]} · 끝 없음`
      : `${PLAN_NAMES[plan]} · ${timeText(endsAt)}까지 · ${distanceText(endsAt)}`;

/** Reads the account again when somebody else has changed the membership, for a comparison. */
function useCurrent(account: SupportedAccount) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState<SupportedAccount | null>(null);
  return {
    current,
    async onError(error: unknown) {
      if (!isConflict(error)) return;
      const next = await call(getSupportedAccount, { params: { id: account.id } });
      queries.setQueryData(['accounts', account.id], next);
      setCurrent(next);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  };
}

const conflictOf = (seen: Membership, current: Membership, mine: string): ComparisonProps => ({
  title: '그사이 멤버십이 바뀌었어요.',
  lines: [
    ['처음 본 상태', membershipText(seen)],
    ['지금 상태', membershipText(current)],
    ['내 변경', mine],
  ],
});

const Reason = ({
  value,
  onChange,
  autoFocus = false,
}: {
  value: string;
  onChange(next: string): void;
  autoFocus?: boolean;
}) => (
  <Field
    label="이유"
    value={value}
    onChange={onChange}
    hint="기록에 남아요. 이용자에게는 보이지 않아요."
    isLong
    isRequired
    maxLength={200}
    autoFocus={autoFocus}
  />
);

interface MembershipDialogProps {
  account: SupportedAccount;
  action: MembershipAction;
  onClose(): void;
}

export function MembershipDialog({ account, action, onClose }: MembershipDialogProps) {
  // The account as it was when the dialog opened: a refresh behind it must not change what is confirmed.
  const [seen] = useState(account.membership);
  const { current, onError, onSettled } = useCurrent(account);
  const membership = current?.membership ?? seen;
  const [plan, setPlan] = useState<PaidPlan>(seen.plan === 'basic' ? 'basic' : 'premium');
  const [openedAt] = useState(() => Date.now());
  const [days, setDays] = useState('30');
  const [reason, setReason] = useState('');
  const count = /^\d{1,4}$/.test(days) ? Number(days) : 0;
  const isCount = count >= 1 && count <= MOST_DAYS;

  const change = useMutation({
    mutationFn: () => {
      const { version } = membership;
      const body: MembershipChange =
        action === 'give'
          ? { action, plan, days: count, reason, version }
          : action === 'extend'
            ? { action, days: count, reason, version }
            : { action, reason, version };
      return call(changeMembership, { params: { id: account.id }, body });
    },
    onSuccess: () => {
      toast(DONE[action]);
      onClose();
    },
    onError,
    onSettled,
  });

  const endsAt = new Date(new Date(membership.ends_at ?? openedAt).getTime() + count * DAY_MS).toISOString();
  const next = action === 'give' ? plan : membership.plan;
  const outcome =
    action === 'end'
      ? `${PLAN_NAMES[membership.plan]} 멤버십이 지금 끝나요. 멤버십으로 재생 중인 영상은 10초 안에 멈추고, 결제한 남은 기간도 함께 끝나요. 돈은 돌려주지 않으니, 돌려주려면 주문에서 환불해 주세요.`
      : !isCount
        ? `1일부터 ${countText(MOST_DAYS)}일까지 줄 수 있어요.`
        : `${PLAN_NAMES[next]} 멤버십이 ${timeText(endsAt)}에 끝나요.${
            action === 'give' && membership.plan !== 'free' && membership.plan !== plan
              ? ` 남은 ${PLAN_NAMES[membership.plan]} 기간도 ${withParticle(PLAN_NAMES[plan], '으로/로')} 바뀌어요.`
              : ''
          } 종료로 언제든 끝낼 수 있어요.`;
  return (
    <Sheet title={`멤버십 ${MEMBERSHIP_ACTION_NAMES[action]}`} isOpen onClose={onClose}>
      <SheetForm
        save={change}
        conflict={
          current &&
          conflictOf(
            seen,
            current.membership,
            [MEMBERSHIP_ACTION_NAMES[action], action === 'give' && PLAN_NAMES[plan], action !== 'end' && `${count}일`]
              .filter(Boolean)
              .join(' · '),
          )
        }
        verb={current ? `그래도 ${MEMBERSHIP_ACTION_NAMES[action]}` : MEMBERSHIP_ACTION_NAMES[action]}
        isDangerous={action === 'end'}
        onSubmit={() => {
          if (action === 'end' || isCount) change.mutate();
        }}
        onClose={onClose}
      >
        {action === 'give' && (
          <Choice
            label="종류"
            value={plan}
            options={paidPlans.map((each) => [each, PLAN_NAMES[each]] as const)}
            onChange={(chosen: PaidPlan) => setPlan(chosen)}
          />
        )}
        {action !== 'end' && (
          <Field label="일수" value={days} onChange={setDays} isRequired inputMode="numeric" maxLength={4} autoFocus />
        )}
        <Reason value={reason} onChange={setReason} autoFocus={action === 'end'} />
        <p className="prose" aria-live="polite">
          {outcome}
        </p>
      </SheetForm>
    </Sheet>
  );
}

/** What goes with a refund. */
function refundText(
  { kind, left_seconds: left, ends_at: endsAt }: SupportedOrder,
  membership: Membership,
  now: number,
): string {
  if (kind !== 'membership')
    return endsAt !== null && new Date(endsAt).getTime() <= now
      ? '대여 기간은 이미 끝났어요. 주문만 환불로 바뀌어요.'
      : '볼 수 있는 권리가 지금 끝나고, 이 주문으로 재생 중인 영상은 10초 안에 멈춰요.';
  if (left === null || left === 0 || membership.ends_at === null)
    return '이 주문의 기간은 이미 끝났어요. 멤버십은 그대로이고, 주문만 환불로 바뀌어요.';
  const end = new Date(membership.ends_at).getTime() - left * 1000;
  const days = Math.max(1, Math.round(left / 86_400));
  return end <= now + 1000
    ? `남은 ${days}일이 빠져서 멤버십이 지금 끝나고, 멤버십으로 재생 중인 영상은 10초 안에 멈춰요.`
    : `남은 ${days}일이 빠져서 멤버십이 ${timeText(new Date(end).toISOString())}에 끝나요.`;
}

/** Who pays the money of a refund back. */
function MoneyBack({ of: { money_back: by, payment } }: { of: SupportedOrder }) {
  if (by === 'provider')
    return (
      <>
        <strong>결제사가 돈을 모두 돌려줘요.</strong> 결제한 수단으로 며칠 안에 돌아가고, 끝나면 주문 목록에 보여요.
      </>
    );
  if (by === 'done')
    return (
      <>
        <strong>결제사가 돈을 이미 돌려줬어요.</strong> 여기에서는 이용 권리만 끝나요.
      </>
    );
  return (
    <>
      <strong>돈은 여기에서 돌려줄 수 없어요.</strong>{' '}
      {payment === null
        ? '결제사를 거치지 않은 주문이에요. 받은 곳에서 직접 돌려주세요.'
        : '결제사가 환불하지 않거나 연결되어 있지 않아요. 결제사의 관리 화면에서 직접 돌려주세요.'}{' '}
      여기에서는 이용 권리만 끝나요.
    </>
  );
}

interface RefundDialogProps {
  account: SupportedAccount;
  order: SupportedOrder;
  onClose(): void;
}

export function RefundDialog({ account, order, onClose }: RefundDialogProps) {
  const [seen] = useState(account.membership);
  const { current, onError, onSettled } = useCurrent(account);
  const membership = current?.membership ?? seen;
  const [openedAt] = useState(() => Date.now());
  const [reason, setReason] = useState('');
  const refund = useMutation({
    mutationFn: () =>
      call(refundSupportedOrder, {
        params: { id: account.id, orderId: order.id },
        body: { reason, version: membership.version },
      }),
    onSuccess: () => {
      toast(`${order.name}: 환불로 바꿨어요.${order.money_back === 'hand' ? ' 돈은 따로 돌려주세요.' : ''}`);
      onClose();
    },
    onError,
    onSettled,
  });
  return (
    <Sheet title={`${order.name} 환불`} isOpen onClose={onClose}>
      <SheetForm
        save={refund}
        conflict={current && conflictOf(seen, current.membership, `${order.name} 환불`)}
        verb={current ? '그래도 환불' : '환불'}
        isDangerous
        onSubmit={() => refund.mutate()}
        onClose={onClose}
      >
        <p className="prose">
          {order.title !== null && !order.name.startsWith(order.title) && `${order.title} · `}
          <strong>{countText(order.price)}원</strong> · {timeText(order.created_at)} 주문.{' '}
          {refundText(order, membership, openedAt)} 되돌릴 수 없어요.
        </p>
        <p className="prose">
          <MoneyBack of={order} />
        </p>
        <Reason value={reason} onChange={setReason} autoFocus />
      </SheetForm>
    </Sheet>
  );
}
