import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { confirmConsoleSession } from '#contract/console/staff.ts';
import { call, messageOf, onConfirmation } from '#console/lib/client.ts';
import { Problem, Sheet } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { Submit } from '#console/ui/submit.tsx';

function CodeForm({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call(confirmConsoleSession, { body: { code } }),
    onSuccess: () => onEnd(true),
    onError: () => setCode(''),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Field
        label="인증 코드"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        hint="인증 앱의 새 6자리 코드예요. 휴대폰이 없으면 복구 코드를 적어 주세요."
        isRequired
        autoFocus
      />
      <Problem>{confirm.error ? messageOf(confirm.error) : null}</Problem>
      <div className="actions">
        <Button className="button" onPress={() => onEnd(false)}>
          그만두기
        </Button>
        <Submit className="button primary" isPending={confirm.isPending}>
          확인
        </Submit>
      </div>
    </form>
  );
}

/** Asks for a new code when a call needs one; concurrent calls wait for the same answer. */
export function ConfirmCode() {
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
  return (
    <Sheet title="한 번 더 확인해 주세요" isOpen={isOpen} onClose={() => end(false)}>
      <p className="prose">중요한 작업이라, 인증 앱의 새 코드가 필요해요. 10분 동안은 다시 묻지 않아요.</p>
      <CodeForm onEnd={end} />
    </Sheet>
  );
}
