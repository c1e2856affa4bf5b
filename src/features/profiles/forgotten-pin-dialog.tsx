import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { forgottenPinQuery } from '#src/api/profile-pins.ts';
import { profilesQuery, updateProfile } from '#src/api/profiles.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { PhoneDialog } from '#src/ui/dialog/phone-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';

/** How often the television asks whether the phone has removed the PIN, in ms. */
const POLL_EVERY_MS = 2_000;

export interface ForgottenPinDialogProps {
  readonly profile: Profile;
  /** Whether this viewer may remove the PIN here, with the account's password. */
  readonly canTypePassword: boolean;
  /** Called once the profile has no PIN. */
  readonly onRemoved: () => void;
  readonly onBack: () => void;
}

/** Removes a forgotten PIN: on a phone, after a sign-in there, or here with the account's password. */
export function ForgottenPinDialog({ profile, canTypePassword, onRemoved, onBack }: ForgottenPinDialogProps) {
  const api = useApi();
  const [isTyping, setTyping] = useState(false);
  const page = useQuery(forgottenPinQuery(api, profile.id));
  const clock = useClock();
  const profiles = useQuery(profilesQuery(api));
  const { refetch } = profiles;
  useEffect(() => clock.every(POLL_EVERY_MS, () => void refetch()), [clock, refetch]);
  const hasPin = profiles.data?.results.find(({ id }) => id === profile.id)?.has_pin;
  useEffect(() => {
    if (hasPin === false) onRemoved();
  }, [hasPin, onRemoved]);

  if (isTyping)
    return (
      <TextDialog
        title={`${profile.name} 프로필의 PIN 없애기`}
        text="계정 비밀번호를 입력하면 지금 PIN을 몰라도 없앨 수 있어요."
        doneLabel="PIN 없애기"
        send={(password) => updateProfile(api, profile.id, { pin: null, password }, null)}
        onDone={() => void refetch()}
        onBack={() => setTyping(false)}
      />
    );
  const hasFailed = page.isError && !page.data;
  return (
    <PhoneDialog
      focusKey="forgotten-pin"
      title="PIN을 잊었어요"
      texts={
        hasFailed
          ? ['QR 코드를 만들지 못했어요.', page.error instanceof ApiError ? page.error.message : '다시 시도해 주세요.']
          : [
              `휴대폰 카메라로 찍고 보라 계정으로 로그인하면 ${profile.name} 프로필의 PIN을 없애요.`,
              '새 PIN은 프로필 관리에서 정할 수 있어요.',
            ]
      }
      url={page.data?.url ?? null}
      codeLabel="휴대폰 카메라로 찍으면 PIN을 없애는 페이지가 열리는 QR 코드"
      preferredKey={canTypePassword ? 'forgotten-pin/password' : 'forgotten-pin/close'}
      onBack={onBack}
    >
      {hasFailed && (
        <Button
          focusKey="forgotten-pin/retry"
          label="다시 시도"
          icon="retry"
          isBusy={page.isFetching}
          onPress={() => void page.refetch()}
        />
      )}
      {canTypePassword && (
        <Button focusKey="forgotten-pin/password" label="비밀번호로 없애기" isPrimary onPress={() => setTyping(true)} />
      )}
      <Button focusKey="forgotten-pin/close" label="닫기" onPress={onBack} />
    </PhoneDialog>
  );
}
