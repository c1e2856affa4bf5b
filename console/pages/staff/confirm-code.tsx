import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { confirmConsoleSession } from '#contract/console/staff.ts';
import { call, onConfirmation } from '#console/lib/client.ts';
import { useMe } from '#console/lib/session.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Field } from '#console/ui/fields.tsx';
import { ProviderButton } from './provider-window.tsx';

function CodeForm({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call(confirmConsoleSession, { body: { code } }),
    onSuccess: () => onEnd(true),
    onError: () => setCode(''),
  });
  return (
    <SheetForm save={confirm} verb="확인" onSubmit={() => confirm.mutate()} onClose={() => onEnd(false)}>
      <Field
        label="인증 코드"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        hint="인증 앱의 새 6자리 코드예요. 휴대폰이 없으면 복구 코드를 적어 주세요."
        isRequired
        autoFocus
      />
    </SheetForm>
  );
}

/** Asks for a new code, or a new sign-in, when a call needs one; concurrent calls wait for the same answer. */
export function ConfirmCode() {
  const isFromProvider = useMe().session.is_from_provider;
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);
  useEffect(() => {
    onConfirmation(() => {
      setIsOpen(true);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
  }, []);
  const end = useCallback((isConfirmed: boolean) => {
    setIsOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  }, []);
  const confirmed = useCallback(() => end(true), [end]);
  return (
    <Sheet title="한 번 더 확인해 주세요" isOpen={isOpen} onClose={() => end(false)}>
      {isFromProvider ? (
        <>
          <p className="prose">중요한 작업이라, 다시 로그인해야 해요. 10분 동안은 다시 묻지 않아요.</p>
          <div className="actions">
            <Button className="button" onPress={() => end(false)}>
              그만두기
            </Button>
            <ProviderButton purpose="confirm" onDone={confirmed} />
          </div>
        </>
      ) : (
        <>
          <p className="prose">중요한 작업이라, 인증 앱의 새 코드가 필요해요. 10분 동안은 다시 묻지 않아요.</p>
          <CodeForm onEnd={end} />
        </>
      )}
    </Sheet>
  );
}
