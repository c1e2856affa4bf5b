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
import { wonLabel } from '#src/lib/labels.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { useSettings, useToasts } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { MembershipCard } from './membership-card.tsx';
import { PopularRow, type PopularRowProps } from './popular-row.tsx';
import { VoucherDialog } from './voucher-dialog.tsx';
import styles from './membership-screen.module.css';

export interface MembershipScreenProps extends PopularRowProps {
  readonly onDevices: () => void;
  readonly onSettings: () => void;
  readonly onBrowse: () => void;
  readonly onLeave: () => void;
}

const keys = { list: 'membership/list', loading: 'membership/loading' };

const MOST_VISIBLE = 5;

/** The account's membership as a card on the left; what the viewer can change on the right. */
export function MembershipScreen(props: MembershipScreenProps) {
  const { visit, onDevices, onSettings, onBrowse, onLeave } = props;
  const api = useApi();
  const account = useQuery(myAccountQuery(api));
  const plans = useQuery(plansQuery(api));
  const accountFailure = useFailure(account);
  const plansFailure = useFailure(plans);
  const isLimited = useIsLimited();
  const [chosen, setChosen] = useState<Plan | null>(null);
  const [isRedeeming, setRedeeming] = useState(false);
  const showToast = useToasts(({ show }) => show);
  const hasRoom = useSettings(({ settings }) => settings.letters === 'normal' || settings.letters === 'large');
  if (accountFailure) return <QueryFailed query={account} failure={accountFailure} onLeave={onLeave} />;
  if (plansFailure) return <QueryFailed query={plans} failure={plansFailure} onLeave={onLeave} />;
  const isReady = account.data !== undefined && plans.data !== undefined;
  return (
    <Screen name="membership" initialKey={isReady ? keys.list : keys.loading} visit={visit}>
      <h1 className={styles.title}>멤버십</h1>
      {isReady ? (
        <>
          <MembershipCard {...account.data} />
          <div className={styles.ways}>
            {isLimited ? (
              <OptionList focusKey={keys.list} visible={3}>
                <OptionRow
                  focusKey="membership/note"
                  label="연령 제한이 있는 프로필이에요"
                  detail="멤버십은 성인 프로필에서 시작할 수 있어요."
                  value="돌아가기"
                  onPress={onLeave}
                />
              </OptionList>
            ) : (
              <Ways
                membership={account.data.membership}
                plans={plans.data.results}
                onChoose={setChosen}
                onVoucher={() => setRedeeming(true)}
                onDevices={onDevices}
                onSettings={onSettings}
                onBrowse={hasRoom ? null : onBrowse}
              />
            )}
          </div>
          {hasRoom && !isLimited && isEndless(account.data.membership) && <PopularRow {...props} />}
        </>
      ) : (
        <div className={styles.ways}>
          <Placeholder focusKey={keys.loading} className={styles.loading} />
        </div>
      )}
      {isRedeeming && (
        <VoucherDialog
          onDone={(text) => {
            setRedeeming(false);
            showToast(text);
          }}
          onBack={() => setRedeeming(false)}
        />
      )}
      {chosen && <CheckoutDialog offer={{ kind: 'plan', plan: chosen }} onClose={() => setChosen(null)} />}
    </Screen>
  );
}

const isEndless = ({ plan, expires_at: end }: Account['membership']) => plan !== 'free' && end === null;

interface WaysProps extends Pick<Account, 'membership'> {
  readonly plans: readonly Plan[];
  readonly onChoose: (plan: Plan) => void;
  readonly onVoucher: () => void;
  readonly onDevices: () => void;
  readonly onSettings: () => void;
  /** Leads to the popular titles where letters leave no room for their row. */
  readonly onBrowse: (() => void) | null;
}

/** The memberships for sale, and where the rest is changed. */
function Ways({ membership, plans, onChoose, onVoucher, onDevices, onSettings, onBrowse }: WaysProps) {
  const hasNoEnd = isEndless(membership);
  const offered = hasNoEnd ? [] : plans;
  return (
    <>
      <h2 className={styles.heading}>{headingOf(membership, offered.length > 0)}</h2>
      <OptionList focusKey={keys.list} label="멤버십 고르기" visible={MOST_VISIBLE}>
        {offered.map((plan) => (
          <OptionRow
            key={plan.id}
            focusKey={`membership/plan/${plan.id}`}
            label={plan.name}
            detail={detailOf(plan)}
            value={offerPriceLabel({ kind: 'plan', plan })}
            onPress={() => onChoose(plan)}
          />
        ))}
        {!hasNoEnd && (
          <OptionRow
            focusKey="membership/voucher"
            label="쿠폰 쓰기"
            detail="번호는 휴대폰으로도 넣을 수 있어요."
            onPress={onVoucher}
          />
        )}
        <OptionRow
          focusKey="membership/devices"
          label="로그인한 기기"
          detail="쓰지 않는 기기는 로그아웃할 수 있어요."
          onPress={onDevices}
        />
        <OptionRow
          focusKey="membership/settings"
          label="계정 설정"
          detail="이메일, 비밀번호, 프로필"
          onPress={onSettings}
        />
        {hasNoEnd && onBrowse && (
          <OptionRow
            focusKey="membership/browse"
            label="지금 인기 있는 작품"
            detail="인기순으로 둘러볼 수 있어요."
            onPress={onBrowse}
          />
        )}
      </OptionList>
      <p className={styles.terms}>{termsOf(membership, offered.length > 0)}</p>
    </>
  );
}

const detailOf = (plan: Plan): string =>
  [offerTermLabel({ kind: 'plan', plan }), plan.full_price !== null && `쿠폰 할인 전 ${wonLabel(plan.full_price)}`]
    .filter(Boolean)
    .join(' · ');

function headingOf({ plan }: Account['membership'], hasOffers: boolean): string {
  if (!hasOffers) return '관리';
  return plan === 'free' ? '멤버십 시작하기' : '이어서 이용하거나 바꾸기';
}

function termsOf(membership: Account['membership'], hasOffers: boolean): string {
  if (isEndless(membership)) return '끝나는 날이 없어서 더 결제하지 않아도 돼요.';
  if (!hasOffers) return '지금은 시작할 수 있는 멤버십이 없어요.';
  return membership.plan === 'free'
    ? '자동으로 결제되지 않아요.'
    : '자동으로 결제되지 않아요. 지금 멤버십이 끝나는 때부터 이어지고, 고른 멤버십으로 바로 바뀌어요.';
}
