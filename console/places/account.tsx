import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  getSupportedAccount,
  listSupportedOrders,
  signOutAllDevices,
  signOutDevice,
  type SupportedAccount,
  type SupportedOrder,
} from '#contract/console/accounts.ts';
import { call, messageOf } from '../lib/client.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import { Decisions } from '../ui/decisions.tsx';
import { Confirm } from '../ui/dialogs.tsx';
import { Head, Nothing, Pager, State, type Tone } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  membershipText,
  MEMBERSHIP_ACTION_NAMES,
  MembershipDialog,
  RefundDialog,
  type MembershipAction,
} from './support.tsx';

const LIMIT = 20;

type Device = SupportedAccount['devices'][number];

const PLATFORM_NAMES: Record<Device['device']['platform'], string> = {
  tizen: '삼성 TV',
  webos: 'LG TV',
  web: '브라우저',
};
const deviceName = ({ device: { name, model, platform } }: Device) => name ?? model ?? PLATFORM_NAMES[platform];

const ORDER_STATES: Record<SupportedOrder['status'], readonly [Tone, string]> = {
  paid: ['good', '결제함'],
  pending: ['info', '결제 기다림'],
  expired: ['quiet', '결제 안 함'],
  cancelled: ['quiet', '취소'],
  refunded: ['warn', '환불'],
};
const KIND_NAMES: Record<SupportedOrder['kind'], string> = { rental: '대여', own: '소장', membership: '멤버십' };

/** What can be done in each state of a membership. */
const actionsOf = ({ plan, ends_at: endsAt }: SupportedAccount['membership']): readonly MembershipAction[] =>
  plan === 'free' ? ['give'] : endsAt === null ? ['end'] : ['extend', 'give', 'end'];

function Devices({ account }: { account: SupportedAccount }) {
  const queries = useQueryClient();
  /** A device, or all of them. */
  const [asked, setAsked] = useState<Device | 'all' | null>(null);
  const signOut = useMutation({
    mutationFn: (which: Device | 'all') =>
      which === 'all'
        ? call(signOutAllDevices, { params: { id: account.id } })
        : call(signOutDevice, { params: { id: account.id, deviceId: which.id } }),
    onSuccess: (_, which) => {
      toast(which === 'all' ? '모든 기기를 로그아웃했어요.' : `${deviceName(which)}: 로그아웃했어요.`);
      setAsked(null);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  const ask = (which: Device | 'all') => {
    signOut.reset();
    setAsked(which);
  };
  return (
    <section aria-labelledby="devices">
      <div className="section">
        <h2 id="devices">기기</h2>
        {account.devices.length > 0 && (
          <Button className="button small" onPress={() => ask('all')}>
            모두 로그아웃
          </Button>
        )}
      </div>
      {account.devices.length === 0 ? (
        <p className="muted">로그인한 기기가 없어요.</p>
      ) : (
        <div className="table-box">
          <table aria-label="기기">
            <thead>
              <tr>
                <th scope="col">기기</th>
                <th scope="col">종류</th>
                <th scope="col">로그인</th>
                <th scope="col">마지막 사용</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {account.devices.map((device) => (
                <tr key={device.id}>
                  <th scope="row">{deviceName(device)}</th>
                  <td>
                    {PLATFORM_NAMES[device.device.platform]}
                    {device.device.name !== null && device.device.model !== null && (
                      <span className="muted"> {device.device.model}</span>
                    )}
                  </td>
                  <td className="time" data-label="로그인">
                    {timeText(device.created_at)}
                  </td>
                  <td className="time" data-label="마지막 사용">
                    <span title={timeText(device.last_seen_at)}>{distanceText(device.last_seen_at)}</span>
                  </td>
                  <td className="end">
                    <Button
                      className="button small"
                      aria-label={`${deviceName(device)} 로그아웃`}
                      onPress={() => ask(device)}
                    >
                      로그아웃
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked !== null && (
        <Confirm
          title={asked === 'all' ? '모든 기기 로그아웃' : `${deviceName(asked)} 로그아웃`}
          verb="로그아웃"
          isDangerous
          isPending={signOut.isPending}
          error={signOut.error ? messageOf(signOut.error) : undefined}
          onConfirm={() => signOut.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'all'
            ? `${account.devices.length}대가 모두 로그아웃되고, 재생 중인 영상은 10초 안에 멈춰요. 휴대폰에서 막 연결하려던 TV도 연결되지 않아요. 다시 쓰려면 비밀번호로 로그인해야 해요.`
            : '이 기기에서 재생 중인 영상이 10초 안에 멈춰요. 다시 쓰려면 이 기기에서 로그인해야 해요.'}
        </Confirm>
      )}
    </section>
  );
}

function Orders({ account, query }: { account: SupportedAccount; query: Readonly<Record<string, string>> }) {
  const [asked, setAsked] = useState<SupportedOrder | null>(null);
  const page = Math.max(1, Number(query['page']) || 1);
  const orders = useQuery({
    queryKey: ['accounts', account.id, 'orders', page],
    queryFn: ({ signal }) =>
      call(
        listSupportedOrders,
        { params: { id: account.id }, query: { limit: String(LIMIT), offset: String((page - 1) * LIMIT) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const results = orders.data?.results ?? [];
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">주문</h2>
      {results.length === 0 ? (
        orders.data ? (
          <p className="muted">주문이 없어요.</p>
        ) : (
          <Nothing
            isPending={orders.isPending}
            error={orders.error ? messageOf(orders.error) : undefined}
            onRetry={() => void orders.refetch()}
          >
            {null}
          </Nothing>
        )
      ) : (
        <div className="table-box">
          <table aria-label="주문">
            <thead>
              <tr>
                <th scope="col">주문</th>
                <th scope="col">종류</th>
                <th scope="col" className="number">
                  금액
                </th>
                <th scope="col">상태</th>
                <th scope="col">주문한 때</th>
                <th scope="col">이용 끝</th>
                <th scope="col" className="end">
                  <span className="hidden">작업</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map((order) => (
                <tr key={order.id}>
                  <th scope="row">
                    {order.name}
                    {order.refund_reason !== null && (
                      <span className="note">
                        환불 이유: {order.refund_reason}
                        {order.refunded_at !== null && ` · ${timeText(order.refunded_at)}`}
                      </span>
                    )}
                  </th>
                  <td>{KIND_NAMES[order.kind]}</td>
                  <td className="number">{countText(order.price)}원</td>
                  <td>
                    <State tone={ORDER_STATES[order.status][0]}>{ORDER_STATES[order.status][1]}</State>
                  </td>
                  <td className="time" data-label="주문한 때">
                    {timeText(order.created_at)}
                  </td>
                  <td className="time" data-label="이용 끝">
                    {order.ends_at === null ? <span className="muted">없음</span> : timeText(order.ends_at)}
                  </td>
                  <td className="end">
                    {order.status === 'paid' && (
                      <Button
                        className="button small"
                        aria-label={`${order.name} 환불`}
                        onPress={() => setAsked(order)}
                      >
                        환불
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {orders.data && orders.data.count > LIMIT && (
        <Pager path={`/accounts/${account.id}`} query={query} count={orders.data.count} limit={LIMIT} />
      )}
      {asked && (
        <RefundDialog
          account={account}
          order={results.find(({ id }) => id === asked.id) ?? asked}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

export function AccountPlace({ id, query }: { id: string; query: Readonly<Record<string, string>> }) {
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
        <Nothing
          isPending={found.isPending}
          error={found.error ? messageOf(found.error) : undefined}
          onRetry={() => void found.refetch()}
        >
          {null}
        </Nothing>
      </>
    );
  const account = found.data;
  return (
    <>
      <Head title={account.email} back={back} />
      <dl className="facts">
        <div>
          <dt>가입</dt>
          <dd>{timeText(account.created_at)}</dd>
        </div>
        <div>
          <dt>이메일</dt>
          <dd>{account.is_email_confirmed ? '확인함' : '확인 전'}</dd>
        </div>
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
      <Devices account={account} />
      <Orders account={account} query={query} />
      <section aria-labelledby="decisions">
        <h2 id="decisions">지원 기록</h2>
        {account.decisions.length === 0 ? <p className="muted">아직 없어요.</p> : <Decisions of={account.decisions} />}
      </section>
      {action && <MembershipDialog account={account} action={action} onClose={() => setAction(null)} />}
    </>
  );
}
