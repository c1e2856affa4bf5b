import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { eraseAccount, exportSupportedAccount } from '#contract/console/leaving.ts';
import { call } from '#console/lib/client.ts';
import { Confirm, Sheet } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { toast } from '#console/ui/toasts.tsx';

interface Given {
  email: string;
  reason: string;
}

/** The file of an account's data, and its erasure. */
export function Leaving({ account }: { account: SupportedAccount }) {
  const [asked, setAsked] = useState<'export' | 'erase' | null>(null);
  const close = () => setAsked(null);
  return (
    <section aria-labelledby="leaving">
      <h2 id="leaving">데이터와 탈퇴</h2>
      <div className="card-row">
        <p>본인이 요청했을 때만 해 주세요.</p>
        <div className="tools">
          <Button className="button" onPress={() => setAsked('export')}>
            데이터 파일 보내기
          </Button>
          <Button className="button danger" onPress={() => setAsked('erase')}>
            계정 삭제
          </Button>
        </div>
      </div>
      {asked === 'export' && <ExportDialog account={account} onClose={close} />}
      {asked === 'erase' && <EraseDialog account={account} onClose={close} />}
    </section>
  );
}

interface LeavingDialogProps {
  account: SupportedAccount;
  onClose(): void;
}

function ExportDialog({ account, onClose }: LeavingDialogProps) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call(exportSupportedAccount, { params: { id: account.id } }),
    onSuccess: () => {
      toast('파일을 만들고 있어요. 곧 메일이 도착해요.');
      onClose();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  return (
    <Confirm title="데이터 파일 보내기" verb="보내기" save={send} onConfirm={() => send.mutate()} onClose={onClose}>
      이 계정에 대해 가진 모든 데이터를 파일 하나로 만들어, 받는 링크를 {account.email} 주소로 보내요. 링크는 24시간
      동안 쓸 수 있어요. 파일은 여기서 볼 수 없어요.
    </Confirm>
  );
}

/** Asks twice: for the e-mail address and the reason, and then whether that is meant. */
function EraseDialog({ account, onClose }: LeavingDialogProps) {
  const queries = useQueryClient();
  const [given, setGiven] = useState<Given>({ email: '', reason: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const erase = useMutation({
    mutationFn: () => call(eraseAccount, { params: { id: account.id }, body: given }),
    onSuccess: () => {
      toast('계정을 삭제했어요. 남은 데이터는 몇 분 안에 지워져요.');
      window.location.hash = '#/accounts';
      queries.removeQueries({ queryKey: ['accounts', account.id] });
    },
  });

  if (isSure)
    return (
      <Confirm
        title="정말 삭제할까요?"
        verb="영구히 삭제"
        isDangerous
        save={erase}
        onConfirm={() => erase.mutate()}
        onClose={onClose}
      >
        <strong>{account.email}</strong> 계정을 되돌릴 수 없게 지워요. 남은 멤버십과 구매한 작품도 함께 사라져요.
      </Confirm>
    );
  return (
    <Sheet title="계정 삭제" isOpen onClose={onClose}>
      <SheetForm
        problem={problem}
        verb="계정 삭제"
        isDangerous
        onSubmit={() => {
          if (given.email.trim().toLowerCase() !== account.email) return setProblem('이 이용자의 이메일과 달라요.');
          setGiven({ ...given, email: account.email });
          setSure(true);
        }}
        onClose={onClose}
      >
        <p className="prose">
          바로 모든 기기에서 로그아웃되고 재생이 멈춰요. 프로필, 시청 기록, 감상평, 별점, 멤버십은 몇 분 안에 지워져요.
          결제한 주문은 누구의 것인지 모르게 법에 따라 5년 동안 남아요. 돈은 돌려주지 않으니, 돌려주려면 먼저 환불해
          주세요.
        </p>
        <Field
          label="확인을 위해 이용자의 이메일을 입력해 주세요"
          type="email"
          value={given.email}
          onChange={(email) => {
            setGiven({ ...given, email });
            setProblem(null);
          }}
          isRequired
          maxLength={254}
          autoComplete="off"
          autoFocus
        />
        <Field
          label="이유"
          value={given.reason}
          onChange={(reason) => setGiven({ ...given, reason })}
          hint="기록에 3년 남아요. 이름이나 이메일은 쓰지 마세요."
          isLong
          isRequired
          maxLength={200}
        />
      </SheetForm>
    </Sheet>
  );
}
