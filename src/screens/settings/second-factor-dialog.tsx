import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SecondFactor } from '#contract/second-factor.ts';
import { useApi } from '#src/api/client/api-context.ts';
import {
  beginMailedCodes,
  confirmMailedCodes,
  secondFactorQuery,
  turnSecondFactorOff,
} from '#src/api/second-factor.ts';
import { TextDialog } from '#src/features/profiles/text-dialog.tsx';
import { useClock } from '#src/stores/clock-context.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { PhoneDialog } from '#src/ui/dialog/phone-dialog.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';

/** How often the television asks what the phone has changed, in ms. */
const POLL_EVERY_MS = 2_000;

const VALUES: Readonly<Record<SecondFactor['method'], string>> = {
  none: '꺼짐',
  mail: '메일로 받는 코드',
  authenticator: '인증 앱',
};

/** The row of the account's settings. */
export function SecondFactorRow({ onPress }: { readonly onPress: () => void }) {
  const { data } = useQuery(secondFactorQuery(useApi()));
  return (
    <OptionRow
      focusKey="settings/account/second-factor"
      label="2단계 인증"
      detail="새 기기에서 로그인할 때 코드도 묻기"
      value={data === undefined ? undefined : VALUES[data.method]}
      onPress={onPress}
    />
  );
}

export interface SecondFactorDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Turns the second factor on, with mailed codes, and off; a phone also offers authenticator apps. */
export function SecondFactorDialog({ email, onClose }: SecondFactorDialogProps) {
  const api = useApi();
  const clock = useClock();
  const showToast = useToasts((toasts) => toasts.show);
  const { data, refetch } = useQuery(secondFactorQuery(api));
  const [step, setStep] = useState<'choice' | 'password' | 'code' | 'off'>('choice');
  useEffect(() => clock.every(POLL_EVERY_MS, () => void refetch()), [clock, refetch]);
  const done = (text: string) => {
    void refetch();
    showToast(text);
    onClose();
  };
  const back = () => setStep('choice');

  if (step === 'password')
    return (
      <TextDialog
        key={step}
        title="2단계 인증 켜기"
        text={`계정 비밀번호를 입력하면 ${email}로 여섯 자리 코드를 보내 드려요.`}
        doneLabel="코드 받기"
        send={(password) => beginMailedCodes(api, password)}
        onDone={() => setStep('code')}
        onBack={back}
      />
    );
  if (step === 'code')
    return (
      <TextDialog
        key={step}
        asks="code"
        title="인증 코드를 입력해 주세요"
        text={`${email}로 보낸 여섯 자리 코드예요. 10분 안에 입력해 주세요.`}
        doneLabel="켜기"
        send={(code) => confirmMailedCodes(api, code)}
        onDone={() => done('2단계 인증을 켰어요. 새 기기에서만 코드를 물어요.')}
        onBack={back}
      />
    );
  if (step === 'off')
    return (
      <TextDialog
        key={step}
        title="2단계 인증 끄기"
        text="계정 비밀번호를 입력해 주세요. 끄면 비밀번호만으로 로그인해요."
        doneLabel="끄기"
        send={(password) => turnSecondFactorOff(api, password)}
        onDone={() => done('2단계 인증을 껐어요.')}
        onBack={back}
      />
    );
  const method = data?.method ?? 'none';
  const isOn = method !== 'none';
  return (
    <PhoneDialog
      focusKey="second-factor"
      title="2단계 인증"
      texts={[
        isOn
          ? `켜져 있어요: ${VALUES[method]}. 새 기기에서 로그인할 때 코드가 필요해요.`
          : '켜면 새 기기에서 로그인할 때 비밀번호와 여섯 자리 코드가 함께 필요해요. 이미 로그인한 TV는 묻지 않아요.',
        '인증 앱을 쓰려면 휴대폰 카메라로 찍어 주세요.',
      ]}
      url={data?.url ?? null}
      codeLabel="휴대폰 카메라로 찍으면 2단계 인증을 바꾸는 페이지가 열리는 QR 코드"
      preferredKey={isOn ? 'second-factor/close' : 'second-factor/mail'}
      onBack={onClose}
    >
      {method !== 'mail' && (
        <Button
          focusKey="second-factor/mail"
          label="메일로 코드 받기"
          isPrimary={!isOn}
          onPress={() => setStep('password')}
        />
      )}
      {isOn && <Button focusKey="second-factor/off" label="끄기" onPress={() => setStep('off')} />}
      <Button focusKey="second-factor/close" label="닫기" onPress={onClose} />
    </PhoneDialog>
  );
}
