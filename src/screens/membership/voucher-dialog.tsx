import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { redeem, refreshMembership, type Redeemed } from '#src/api/vouchers.ts';
import { FocusGroup, FocusScope, useComing } from '#src/focus/index.ts';
import { planLabel } from '#src/lib/plan-label.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Keyboard, TypedText } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import { TextField } from '#src/ui/form/text-field.tsx';
import styles from './voucher-dialog.module.css';

export interface VoucherDialogProps {
  /** @param text what the code gave */
  readonly onDone: (text: string) => void;
  readonly onBack: () => void;
}

const LABEL = '쿠폰 번호';
const DONE = '쓰기';
const LAYERS = ['latin'] as const;
const MAX_LENGTH = 40;
const KEYBOARD = 'voucher/keyboard';

const givenText = ({ plan, days, percent }: Redeemed): string =>
  plan !== null && days !== null
    ? `${planLabel(plan)} ${days}일을 받았어요.`
    : `다음 멤버십 결제에서 ${percent ?? 0}%를 깎아 드려요.`;

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '확인하지 못했어요. 다시 시도해 주세요.';
  const minutes = Math.ceil((error.retryAfterSeconds ?? 0) / 60);
  return error.code === 'TOO_MANY_REQUESTS' && minutes > 0 && minutes <= 60
    ? `여러 번 시도했어요. ${minutes}분 뒤에 다시 해 주세요.`
    : error.message;
}

/** Asks for the code of a voucher: with the phone beside it, nothing has to be typed with the remote. */
export function VoucherDialog({ onDone, onBack }: VoucherDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const usesDeviceKeyboard = useSettings(({ settings }) => settings.deviceKeyboard);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({
    mutationFn: async (typed: string) => {
      const redeemed = await redeem(api, typed);
      void refreshMembership(api, queryClient);
      return redeemed;
    },
  });
  const { reset, isPending } = sending;
  useEffect(() => reset, [reset]);
  useComing(isPending, null);

  const change = (typed: string) => {
    if (isPending) return;
    setProblem(undefined);
    setCode(typed.toUpperCase());
  };
  const submit = () => {
    if (isPending) return;
    if (code.trim() === '') return setProblem('쿠폰 번호를 입력해 주세요.');
    // Callbacks of this call only, so that they do not run after an unmount.
    sending.mutate(code, {
      onSuccess: (redeemed) => onDone(givenText(redeemed)),
      onError: (error) => setProblem(problemOf(error)),
    });
  };
  const done = isPending ? '잠시만요…' : DONE;
  return (
    <div className={styles.veil}>
      <FocusScope
        focusKey="voucher"
        axis="column"
        role="dialog"
        label="쿠폰 쓰기"
        preferredKey={usesDeviceKeyboard ? 'voucher/field' : KEYBOARD}
        className={styles.panel}
        onBack={() => {
          onBack();
          return true;
        }}
      >
        <h2 className={styles.title}>쿠폰 쓰기</h2>
        <p className={styles.text}>쿠폰에 적힌 번호를 넣어 주세요. 줄표는 없어도 돼요.</p>
        {usesDeviceKeyboard ? (
          <>
            <TextField
              focusKey="voucher/field"
              label={LABEL}
              kind="code"
              isMasked={false}
              value={code}
              error={problem}
              onChange={change}
              onSubmit={submit}
            />
            <FocusGroup focusKey="voucher/buttons" axis="row" className={styles.buttons}>
              <Button focusKey="voucher/done" label={done} isPrimary onPress={submit} />
            </FocusGroup>
          </>
        ) : (
          <>
            <TypedText label={LABEL} value={code} error={problem} />
            <div className={styles.keyboard}>
              <Keyboard
                focusKey={KEYBOARD}
                value={code}
                onChange={change}
                onDone={submit}
                layers={LAYERS}
                doneLabel={done}
                maxLength={MAX_LENGTH}
              />
            </div>
          </>
        )}
      </FocusScope>
      <PhoneField
        name={LABEL}
        kind="code"
        value={code}
        maxLength={MAX_LENGTH}
        doneLabel={DONE}
        problem={problem ?? null}
        onChange={change}
        onDone={submit}
        shape="column"
        className={styles.phone}
      />
    </div>
  );
}
