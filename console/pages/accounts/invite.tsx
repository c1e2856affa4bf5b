import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inviteAccount } from '#contract/console/account-import.ts';
import { call } from '#console/lib/client.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Field } from '#console/ui/fields.tsx';
import { toast } from '#console/ui/toasts.tsx';

/** Makes an account and mails its owner a link. The account's page opens, where a membership is given. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const invite = useMutation({
    mutationFn: () =>
      call(inviteAccount, {
        body: { email: email.trim().toLowerCase(), ...(name.trim() !== '' && { name: name.trim() }) },
      }),
    onSuccess: ({ id }) => {
      toast('초대 메일을 보내요.');
      void queries.invalidateQueries({ queryKey: ['accounts', 'list'] });
      onClose();
      window.location.hash = `#/accounts/${id}`;
    },
  });
  return (
    <Sheet title="이용자 초대" isOpen onClose={onClose}>
      <SheetForm save={invite} verb="초대" onSubmit={() => invite.mutate()} onClose={onClose}>
        <Field
          label="이메일"
          type="email"
          value={email}
          onChange={(next) => (invite.reset(), setEmail(next))}
          hint="비밀번호를 정하는 링크를 보내요. 일주일 동안 쓸 수 있어요."
          isRequired
          autoFocus
          autoComplete="off"
          maxLength={254}
        />
        <Field label="프로필 이름" value={name} onChange={setName} autoComplete="off" maxLength={20} />
      </SheetForm>
    </Sheet>
  );
}
