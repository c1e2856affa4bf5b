import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { getSupportedAccount, type SupportedAccount } from '#contract/console/accounts.ts';
import { call } from '#console/lib/client.ts';
import { timeText } from '#console/lib/format.ts';
import { Fact } from '#console/ui/fact.tsx';
import { Head, QueryNothing } from '#console/ui/page.tsx';
import { Devices } from './account-devices.tsx';
import { Leaving } from './account-leaving.tsx';
import { Notes } from './account-notes.tsx';
import { Orders } from './account-orders.tsx';
import { Playbacks } from './account-playbacks.tsx';
import { Profiles } from './account-profiles.tsx';
import { SignInHelp } from './account-sign-in.tsx';
import {
  membershipText,
  MEMBERSHIP_ACTION_NAMES,
  MembershipDialog,
  type MembershipAction,
} from '#console/pages/support.tsx';

/** What can be done in each state of a membership. */
const actionsOf = ({ plan, ends_at: endsAt }: SupportedAccount['membership']): readonly MembershipAction[] =>
  plan === 'free' ? ['give'] : endsAt === null ? ['end'] : ['extend', 'give', 'end'];

export function AccountPage({ id, query }: { id: string; query: Readonly<Record<string, string>> }) {
  const [action, setAction] = useState<MembershipAction | null>(null);
  const found = useQuery({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => call(getSupportedAccount, { params: { id } }, { signal }),
  });
  const back = (
    <a className="back" href="#/accounts">
      이용자
    </a>
  );
  if (!found.data)
    return (
      <>
        <Head title="이용자" back={back} />
        <QueryNothing query={found} />
      </>
    );
  const account = found.data;
  return (
    <>
      <Head title={account.email} back={back} />
      <dl className="facts">
        <Fact name="가입">{timeText(account.created_at)}</Fact>
      </dl>
      <section aria-labelledby="membership">
        <h2 id="membership">멤버십</h2>
        <div className="card-row">
          <p>{membershipText(account.membership)}</p>
          <div className="tools">
            {actionsOf(account.membership).map((each) => (
              <Button key={each} className="button" onPress={() => setAction(each)}>
                {MEMBERSHIP_ACTION_NAMES[each]}
              </Button>
            ))}
          </div>
        </div>
      </section>
      <SignInHelp account={account} />
      <Playbacks account={account} />
      <Profiles account={account} />
      <Devices account={account} />
      <Orders account={account} query={query} />
      <Notes account={account} />
      <Leaving account={account} />
      {action && <MembershipDialog account={account} action={action} onClose={() => setAction(null)} />}
    </>
  );
}
