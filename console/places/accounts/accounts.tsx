import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { findAccount } from '#contract/console/accounts.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { Head } from '#console/ui/page.tsx';
import { Submit } from '#console/ui/submit.tsx';

/** Finds one account. What is typed is sent in a body, and stays out of addresses and logs. */
export function AccountsPlace() {
  const [keyword, setKeyword] = useState('');
  const find = useMutation({
    mutationFn: () => call(findAccount, { body: { keyword } }),
    onSuccess: ({ id }) => {
      window.location.hash = `#/accounts/${id}`;
    },
  });
  return (
    <>
      <Head title="이용자" />
      <form
        className="stack finder"
        data-starts-here
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate();
        }}
      >
        <Field
          label="이메일이나 주문"
          value={keyword}
          onChange={(next) => (find.reset(), setKeyword(next))}
          hint="주문은 주문 번호나 결제 페이지 주소를 붙여 넣어 주세요."
          isRequired
          autoFocus
          autoComplete="off"
          maxLength={400}
        />
        <Problem>{find.error ? messageOf(find.error) : null}</Problem>
        <div className="actions">
          <Submit className="button primary" isPending={find.isPending}>
            찾기
          </Submit>
        </div>
      </form>
    </>
  );
}
