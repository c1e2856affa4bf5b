import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/accounts.ts';
import { remainingLabel } from '#contract/rules/remaining-label.ts';
import { myAccountQuery } from '#src/api/accounts.ts';
import { signOutOthers } from '#src/api/device-sessions.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { planBenefit, planLabel } from '#src/lib/plan-label.ts';
import { useNow } from '#src/lib/use-now.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { forAccount } from '#src/stores/for-account.ts';
import { useSession, useStores, useToasts } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { QueryPart } from './query-part.tsx';
import { SecondFactorDialog, SecondFactorRow } from './second-factor-dialog.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { TakeDataDialog } from './take-data-dialog.tsx';

/** A membership that ends within this time, in ms, ends soon. */
const SOON_MS = 7 * 24 * 3600_000;

export interface AccountSectionProps {
  readonly onChangePassword: () => void;
  readonly onMembership: () => void;
  readonly onSignOut: () => void;
  /** @param email the account's */
  readonly onLeave: (email: string) => void;
}

/** The account, its membership, and sign-out. */
export function AccountSection({ onChangePassword, onMembership, onSignOut, onLeave }: AccountSectionProps) {
  const account = useQuery(myAccountQuery(useApi()));
  const [asked, setAsked] = useState<'here' | 'everywhere' | 'data' | 'second-factor' | null>(null);
  const isLimited = useIsLimited();
  const isOwner = useSession((session) => session.lastProfile?.profile.is_owner ?? false);
  const everywhere = useSignOutEverywhere(onSignOut);
  return (
    <QueryPart query={account} waitKey="settings/account/wait" listKey="settings/account/list">
      {(known) => (
        <>
          <OptionList focusKey="settings/account/list" label="계정" visible={6}>
            <OptionRow
              focusKey="settings/account/email"
              label="이메일"
              detail={known.is_email_confirmed ? undefined : '아직 확인되지 않았어요.'}
              value={known.email}
            />
            <Membership membership={known.membership} onPress={onMembership} />
            {!isLimited && (
              <OptionRow focusKey="settings/account/password" label="비밀번호 바꾸기" onPress={onChangePassword} />
            )}
            {isOwner && <SecondFactorRow onPress={() => setAsked('second-factor')} />}
            <OptionRow
              focusKey="settings/account/sign-out"
              label="이 TV에서 로그아웃"
              onPress={() => setAsked('here')}
            />
            {isLimited ? (
              <OptionRow
                focusKey="settings/account/limited"
                label="연령 제한이 있는 프로필이에요"
                detail="비밀번호와 다른 기기, 데이터와 탈퇴는 성인 프로필에서 관리할 수 있어요."
              />
            ) : (
              <OptionRow
                focusKey="settings/account/sign-out-everywhere"
                label="모든 기기에서 로그아웃"
                detail="잃어버렸거나 팔아 버린 기기가 있을 때"
                onPress={() => setAsked('everywhere')}
              />
            )}
            {!isLimited && (
              <OptionRow
                focusKey="settings/account/data"
                label="내 데이터 받기"
                detail="이 계정에 저장된 데이터를 메일로"
                onPress={() => setAsked('data')}
              />
            )}
            {!isLimited && (
              <OptionRow focusKey="settings/account/leave" label="계정 삭제" onPress={() => onLeave(known.email)} />
            )}
          </OptionList>
          {asked === 'data' && <TakeDataDialog email={known.email} onClose={() => setAsked(null)} />}
          {asked === 'second-factor' && <SecondFactorDialog email={known.email} onClose={() => setAsked(null)} />}
          {asked === 'here' && (
            <SignOutDialog
              title="로그아웃할까요?"
              text="다시 보려면 로그인해야 해요. 시청 기록은 그대로 있어요."
              onCancel={() => setAsked(null)}
              onSignOut={onSignOut}
            />
          )}
          {asked === 'everywhere' && (
            <SignOutDialog
              title="모든 기기에서 로그아웃할까요?"
              text="이 TV를 포함해 로그인한 모든 기기에서 재생이 멈추고, 다시 로그인해야 해요."
              isBusy={everywhere.isBusy}
              onCancel={() => setAsked(null)}
              onSignOut={everywhere.signOut}
            />
          )}
        </>
      )}
    </QueryPart>
  );
}

interface MembershipProps extends Pick<Account, 'membership'> {
  readonly onPress: () => void;
}

function Membership({ membership: { plan, max_streams, expires_at }, onPress }: MembershipProps) {
  const now = useNow(useClock(), 1000);
  const leftMs = expires_at === null ? null : Math.max(0, Date.parse(expires_at) - now);
  const isEndingSoon = plan !== 'free' && leftMs !== null && leftMs < SOON_MS;
  return (
    <OptionRow
      focusKey="settings/account/membership"
      label="멤버십"
      detail={isEndingSoon ? '곧 끝나요. 이어서 이용하려면 눌러 주세요.' : planBenefit({ plan, max_streams })}
      value={[planLabel(plan), leftMs === null ? null : remainingLabel(leftMs / 1000)].filter(Boolean).join(' · ')}
      onPress={onPress}
    />
  );
}

/** Signs out this television last, so that the viewer can retry when signing out another device fails. */
function useSignOutEverywhere(onSignOut: () => void) {
  const api = useApi();
  const { session } = useStores();
  const showToast = useToasts((toasts) => toasts.show);
  const { mutate, isPending } = useMutation({
    mutationFn: () => forAccount(session, signOutOthers(api)),
    onSuccess: onSignOut,
    onError: (error) =>
      showToast(error instanceof ApiError ? error.message : '로그아웃하지 못했어요. 다시 시도해 주세요.'),
  });
  return { isBusy: isPending, signOut: () => (isPending ? undefined : mutate()) };
}
