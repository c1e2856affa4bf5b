import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { addAccountNote } from '#contract/console/people.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { Decisions } from '#console/ui/decisions.tsx';
import { Problem } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { Submit } from '#console/ui/submit.tsx';

/** Support's actions and notes on an account, the newest first. */
export function Notes({ account }: { account: SupportedAccount }) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => call(addAccountNote, { params: { id: account.id }, body: { text } }),
    onSuccess: (next) => {
      setText('');
      queries.setQueryData(['accounts', account.id], next);
    },
  });
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">지원 기록</h2>
      <form
        className="stack finder"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Field
          label="메모"
          value={text}
          onChange={(next) => (add.reset(), setText(next))}
          hint="3년 남아요. 이용자가 자기 데이터를 받으면 메모도 함께 받아요."
          isLong
          isRequired
          maxLength={500}
        />
        <Problem>{add.error ? messageOf(add.error) : null}</Problem>
        <div className="actions">
          <Submit className="button" isPending={add.isPending}>
            메모 남기기
          </Submit>
        </div>
      </form>
      {account.decisions.length === 0 ? <p className="muted">아직 없어요.</p> : <Decisions of={account.decisions} />}
    </section>
  );
}
