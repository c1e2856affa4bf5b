import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/accounts.ts';
import type { Plan } from '#contract/shop.ts';
import { myAccountQuery } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { plansQuery } from '#src/api/shop.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { CheckoutDialog } from '#src/features/shop/checkout-dialog.tsx';
import { offerPriceLabel, offerTermLabel } from '#src/features/shop/product-labels.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { dateLabel } from '#src/lib/labels.ts';
import { planBenefit, planLabel } from '#src/lib/plan-label.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './membership-screen.module.css';

export interface MembershipScreenProps {
  readonly visit: VisitMemory;
  readonly onLeave: () => void;
}

const keys = { list: 'membership/list', loading: 'membership/loading' };

const MOST_VISIBLE = 5;

/** The account's membership on the left; the memberships for sale on the right. */
export function MembershipScreen({ visit, onLeave }: MembershipScreenProps) {
  const api = useApi();
  const account = useQuery(myAccountQuery(api));
  const plans = useQuery(plansQuery(api));
  const accountFailure = useFailure(account);
  const plansFailure = useFailure(plans);
  const [chosen, setChosen] = useState<Plan | null>(null);
  if (accountFailure) return <QueryFailed query={account} failure={accountFailure} onLeave={onLeave} />;
  if (plansFailure) return <QueryFailed query={plans} failure={plansFailure} onLeave={onLeave} />;
  const isReady = account.data !== undefined && plans.data !== undefined;
  return (
    <Screen name="membership" initialKey={isReady ? keys.list : keys.loading} visit={visit}>
      <h1 className={styles.title}>멤버십</h1>
      {isReady ? (
        <>
          <Current membership={account.data.membership} />
          <div className={styles.plans}>
            <Plans
              membership={account.data.membership}
              plans={plans.data.results}
              onChoose={setChosen}
              onLeave={onLeave}
            />
          </div>
        </>
      ) : (
        <div className={styles.plans}>
          <Placeholder focusKey={keys.loading} className={styles.loading} />
        </div>
      )}
      {chosen && <CheckoutDialog offer={{ kind: 'plan', plan: chosen }} onClose={() => setChosen(null)} />}
    </Screen>
  );
}

function Current({ membership }: Pick<Account, 'membership'>) {
  const { plan, expires_at: end } = membership;
  return (
    <div className={styles.current} role="status">
      <p className={styles.soft}>지금 이용하는 멤버십</p>
      <p className={styles.plan}>{planLabel(plan)}</p>
      {end !== null && <Until end={end} />}
      <p className={styles.soft}>{planBenefit(membership)}</p>
    </div>
  );
}

function Until({ end }: { end: string }) {
  const left = useRemainingLabel(useClock(), end);
  return <p className={styles.until}>{`${dateLabel(end)}까지 · ${left}`}</p>;
}

interface PlansProps extends Pick<Account, 'membership'> {
  readonly plans: readonly Plan[];
  readonly onChoose: (plan: Plan) => void;
  readonly onLeave: () => void;
}

/** The plans, or why none is offered, with the way back. */
function Plans({ membership, plans, onChoose, onLeave }: PlansProps) {
  const isLimited = useIsLimited();
  const note = noteOf({ membership, isLimited, hasPlans: plans.length > 0 });
  if (note)
    return (
      <OptionList focusKey={keys.list} visible={3}>
        <OptionRow focusKey="membership/note" {...note} value="돌아가기" onPress={onLeave} />
      </OptionList>
    );
  return (
    <>
      <OptionList focusKey={keys.list} label="멤버십 고르기" visible={Math.min(MOST_VISIBLE, plans.length)}>
        {plans.map((plan) => (
          <OptionRow
            key={plan.id}
            focusKey={`membership/plan/${plan.id}`}
            label={plan.name}
            detail={offerTermLabel({ kind: 'plan', plan })}
            value={offerPriceLabel({ kind: 'plan', plan })}
            onPress={() => onChoose(plan)}
          />
        ))}
      </OptionList>
      <p className={styles.terms}>
        자동으로 결제되지 않아요.
        {membership.plan !== 'free' && ' 지금 멤버십이 끝나는 때부터 이어지고, 고른 멤버십으로 바로 바뀌어요.'}
      </p>
    </>
  );
}

function noteOf({
  membership: { plan, expires_at: end },
  isLimited,
  hasPlans,
}: Pick<Account, 'membership'> & { isLimited: boolean; hasPlans: boolean }) {
  if (plan !== 'free' && end === null)
    return { label: '기간 없이 이용하고 있어요', detail: '끝나는 날이 없어서 더 결제하지 않아도 돼요.' };
  if (isLimited)
    return { label: '연령 제한이 있는 프로필이에요', detail: '멤버십은 성인 프로필에서 시작할 수 있어요.' };
  if (!hasPlans) return { label: '지금은 시작할 수 있는 멤버십이 없어요', detail: '나중에 다시 확인해 주세요.' };
  return null;
}
