import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  testWebhook,
  type Webhook,
  type WebhookMessage,
} from '#contract/console/webhooks.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { countText, timeText } from '#console/lib/format.ts';
import { exportWebhookMessages } from '#contract/console/exports.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Confirm } from '#console/ui/dialogs.tsx';
import { ListPage, useList } from '#console/ui/list-page.tsx';
import { Mark, QueryNothing, State } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { SecretSheet } from '#console/ui/secret-sheet.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { eventName, MESSAGE_STATES } from './automation-texts.ts';
import { WebhookSheet } from './webhook-form.tsx';

const KEY = ['webhooks'];
/** While a message waits, its log is read again. */
const REFRESH_MS = 5_000;

const stateOf = ({ is_paused: isPaused, cnt_waiting: count, problem }: Webhook) => {
  if (isPaused) return <State tone="quiet">멈춤</State>;
  if (problem !== null) return <State tone="bad">{`받지 않음: ${countText(count)}개 기다림`}</State>;
  return <State tone="good">보내기</State>;
};

type Asked = { act: 'edit' | 'remove'; webhook: Webhook } | { act: 'add' };

const columnsOf = (ask: (asked: Asked) => void, test: (webhook: Webhook) => void): readonly Column<Webhook>[] => [
  { name: '주소', kind: 'name', className: 'address', cell: ({ url }) => url },
  { name: '알릴 것', cell: ({ events }) => events.map(eventName).join(', ') },
  { name: '상태', cell: stateOf },
  {
    name: '동작',
    kind: 'actions',
    cell: (webhook) => (
      <>
        {!webhook.is_paused && <RowAction of={webhook.url} verb="시험" onPress={() => test(webhook)} />}
        <RowAction of={webhook.url} verb="바꾸기" onPress={() => ask({ act: 'edit', webhook })} />
        <RowAction of={webhook.url} verb="지우기" onPress={() => ask({ act: 'remove', webhook })} />
      </>
    ),
  },
];

const MESSAGES: readonly Column<WebhookMessage>[] = [
  { name: '시각', kind: 'time', cell: ({ created_at: at }) => timeText(at) },
  { name: '알린 것', kind: 'name', cell: ({ event }) => eventName(event) },
  { name: '주소', className: 'address', cell: ({ url }) => url ?? 'TROUBLE_WEBHOOK' },
  { name: '상태', cell: ({ state }) => <Mark of={MESSAGE_STATES[state]} /> },
  { name: '시도', kind: 'number', cell: ({ tries }) => countText(tries) },
  { name: '이유', cell: ({ problem }) => problem },
];

/** The list of webhooks, and below it the messages that the service sent to them. */
export function Webhooks({ query }: { query: Readonly<Record<string, string>> }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listWebhooks, {}, { signal }) });
  const messages = useList({
    path: '/automation',
    query,
    key: [...KEY, 'messages'],
    limit: 20,
    read: (page, settings) => call(listWebhookMessages, { query: page }, settings),
    refreshMs: (rows) => rows.some(({ state }) => state === 'waiting') && REFRESH_MS,
  });
  const close = () => setAsked(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: KEY });
  const test = useMutation({
    mutationFn: ({ id }: Webhook) => call(testWebhook, { params: { id } }),
    onSuccess: () => toast('곧 보내요. 결과는 아래 기록에 나와요.'),
    onError: (error) => toast(messageOf(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Webhook) => call(removeWebhook, { params: { id } }),
    onSuccess: close,
    onSettled: refresh,
  });
  const rows = webhooks.data?.results ?? [];
  return (
    <>
      <section aria-labelledby="webhooks">
        <div className="part-head">
          <h2 id="webhooks">웹훅</h2>
          <Button className="button" onPress={() => setAsked({ act: 'add' })}>
            웹훅 만들기
          </Button>
        </div>
        {rows.length === 0 ? (
          <QueryNothing query={webhooks}>공개, 실패, 결제가 있을 때 다른 서비스에 알려요.</QueryNothing>
        ) : (
          <Table
            label="웹훅"
            columns={columnsOf(setAsked, (webhook) => (test.isPending ? undefined : test.mutate(webhook)))}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
        {webhooks.data?.has_trouble_webhook && (
          <p className="muted">문제는 환경 변수 TROUBLE_WEBHOOK의 주소에도 알려요.</p>
        )}
      </section>
      <section aria-labelledby="messages">
        <h2 id="messages">보낸 기록</h2>
        <ListPage
          list={messages}
          label="보낸 기록"
          columns={MESSAGES}
          keyOf={({ id, url }) => `${url} ${id}`}
          empty="지난 30일에 보낸 것이 없어요."
          csv={<CsvButton of={exportWebhookMessages} sent={{}} name="보낸 기록" />}
        />
      </section>
      {(asked?.act === 'add' || asked?.act === 'edit') && (
        <WebhookSheet
          shown={asked.act === 'edit' ? asked.webhook : null}
          onDone={(made) => {
            close();
            setSecret(made);
            refresh();
          }}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && (
        <Confirm
          title="웹훅 지우기"
          verb="지우기"
          isDangerous
          save={remove}
          onConfirm={() => remove.mutate(asked.webhook)}
          onClose={close}
        >
          {asked.webhook.url}에는 더 알리지 않아요. 기다리는 것과 보낸 기록도 지워요.
        </Confirm>
      )}
      {secret !== null && (
        <SecretSheet title="새 웹훅" label="서명하는 비밀 값" secret={secret} onClose={() => setSecret(null)}>
          받는 쪽은 이 값으로 bora-signature 머리글을 확인해요.
        </SecretSheet>
      )}
    </>
  );
}
