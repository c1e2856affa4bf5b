import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import {
  changeAccountEmail,
  ownerProofs,
  sendEmailProof,
  sendPasswordMail,
  type OwnerProof,
} from '#contract/console/people.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { Confirm, Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { State } from '#console/ui/page.tsx';
import { toast } from '#console/ui/toasts.tsx';

const PROOF_NAMES: Record<OwnerProof, string> = {
  payment: '결제 내역을 맞게 말함',
  identity: '본인 확인 서류',
  'old-email': '예전 이메일에서 보낸 메일',
};

/** The e-mail address and the password: help for who cannot sign in. */
export function SignInHelp({ account }: { account: SupportedAccount }) {
  const [asked, setAsked] = useState<'password' | 'email' | null>(null);
  const close = () => setAsked(null);
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">로그인</h2>
      <div className="card-row">
        <p>
          {account.email}{' '}
          <State tone={account.is_email_confirmed ? 'good' : 'warn'}>
            {account.is_email_confirmed ? '확인함' : '확인 전'}
          </State>
        </p>
        <div className="tools">
          <Button className="button" onPress={() => setAsked('password')}>
            비밀번호 메일 보내기
          </Button>
          <Button className="button" onPress={() => setAsked('email')}>
            {account.is_email_confirmed ? '이메일 바꾸기' : '이메일 확인하거나 바꾸기'}
          </Button>
        </div>
      </div>
      {asked === 'password' && <PasswordDialog account={account} onClose={close} />}
      {asked === 'email' && <EmailDialog account={account} onClose={close} />}
    </section>
  );
}

interface DialogProps {
  account: SupportedAccount;
  onClose(): void;
}

function PasswordDialog({ account, onClose }: DialogProps) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call(sendPasswordMail, { params: { id: account.id } }),
    onSuccess: () => {
      toast('메일을 보냈어요. 몇 분 안에 도착해요.');
      onClose();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  return (
    <Confirm title="비밀번호 메일 보내기" verb="보내기" save={send} onConfirm={() => send.mutate()} onClose={onClose}>
      {account.email} 주소로 새 비밀번호를 정하는 링크와 코드를 보내요. 15분 동안 쓸 수 있고, 쓰면 모든 기기에서
      로그아웃돼요.
    </Confirm>
  );
}

/** First a code to the address, which the caller reads out; then the change, with what proved whose account it is. */
function EmailDialog({ account, onClose }: DialogProps) {
  const queries = useQueryClient();
  const [seen] = useState(account.email);
  const [email, setEmail] = useState(account.is_email_confirmed ? '' : account.email);
  const [code, setCode] = useState('');
  const [proof, setProof] = useState<OwnerProof>('payment');
  const [reason, setReason] = useState('');
  const address = email.trim().toLowerCase();
  const send = useMutation({
    mutationFn: () => call(sendEmailProof, { params: { id: account.id }, body: { email: address } }),
    onSuccess: () => toast('코드를 보냈어요. 10분 동안 쓸 수 있어요.'),
  });
  const change = useMutation({
    mutationFn: () =>
      call(changeAccountEmail, {
        params: { id: account.id },
        body: { email: address, code: code.trim(), proof, reason, seen },
      }),
    onSuccess: (next) => {
      toast(address === seen ? '이메일을 확인했어요.' : '이메일을 바꿨어요. 예전 이메일에도 알렸어요.');
      queries.setQueryData(['accounts', account.id], next);
      onClose();
    },
  });
  const isSent = send.isSuccess;
  return (
    <Sheet title="이메일 확인과 변경" isOpen onClose={onClose}>
      <SheetForm
        save={send}
        problem={change.error && messageOf(change.error)}
        isBlocked={change.isPending}
        verb={!isSent ? '코드 보내기' : address === seen ? '확인' : '바꾸기'}
        onSubmit={() => {
          if (isSent) change.mutate();
          else send.mutate();
        }}
        onClose={onClose}
      >
        <p className="prose">
          코드를 받은 사람이 그 이메일의 주인이에요. 전화한 사람에게 코드를 물어보고, 계정의 주인이 맞는지도 따로 확인해
          주세요.
        </p>
        <Field
          label="이메일"
          type="email"
          value={email}
          onChange={(next) => (send.reset(), setEmail(next))}
          isRequired
          maxLength={254}
          autoComplete="off"
          autoFocus
        />
        {isSent && (
          <>
            <Field
              label="메일로 간 코드 6자리"
              value={code}
              onChange={setCode}
              inputMode="numeric"
              isRequired
              maxLength={6}
              autoComplete="off"
              autoFocus
            />
            <Choice
              label="주인을 확인한 방법"
              value={proof}
              options={ownerProofs.map((each) => [each, PROOF_NAMES[each]] as const)}
              onChange={(next: OwnerProof) => setProof(next)}
            />
            <Field
              label="이유"
              value={reason}
              onChange={setReason}
              hint="기록에 3년 남아요. 이름이나 이메일은 쓰지 마세요."
              isLong
              isRequired
              maxLength={200}
            />
          </>
        )}
      </SheetForm>
    </Sheet>
  );
}
