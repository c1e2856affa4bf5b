import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addWebhook,
  changeWebhook,
  webhookEvents,
  type Webhook,
  type WebhookEvent,
} from '#contract/console/webhooks.ts';
import { call } from '#console/lib/client.ts';
import { Checks } from '#console/ui/checks.tsx';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { EVENT_NAMES } from './automation-texts.ts';

const STATES = [
  ['on', '보내기'],
  ['paused', '멈춤'],
] as const;

interface WebhookSheetProps {
  /** Null for a new one. */
  shown: Webhook | null;
  /** The secret of a new one. */
  onDone(secret: string | null): void;
  onClose(): void;
}

export function WebhookSheet({ shown, onDone, onClose }: WebhookSheetProps) {
  const [url, setUrl] = useState(shown?.url ?? '');
  const [events, setEvents] = useState<WebhookEvent[]>(() =>
    webhookEvents.filter((event) => shown?.events.includes(event) ?? event.startsWith('trouble.')),
  );
  const [state, setState] = useState<'on' | 'paused'>(shown?.is_paused ? 'paused' : 'on');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      if (shown === null) return (await call(addWebhook, { body: { url: url.trim(), events } })).secret;
      const body = { events, is_paused: state === 'paused' };
      await call(changeWebhook, { params: { id: shown.id }, body });
      return null;
    },
    onSuccess: onDone,
  });
  return (
    <Sheet title={shown ? '웹훅 바꾸기' : '웹훅 만들기'} isOpen onClose={onClose}>
      <SheetForm
        save={save}
        problem={problem}
        verb={shown === null ? '만들기' : '저장'}
        onSubmit={() => {
          const wrong = !/^https:\/\/\S+$/.test(url.trim())
            ? 'https://로 시작하는 주소를 적어 주세요.'
            : events.length === 0
              ? '알릴 것을 하나는 골라 주세요.'
              : null;
          setProblem(wrong);
          if (wrong === null) save.mutate();
        }}
        onClose={onClose}
      >
        <Field
          label="주소"
          value={url}
          onChange={setUrl}
          hint={shown ? undefined : '인터넷에 있는 https:// 주소예요. 안쪽 주소로는 보내지 않아요.'}
          isReadOnly={shown !== null}
          isRequired
          autoFocus={shown === null}
          autoComplete="off"
          maxLength={500}
        />
        <Checks
          label="알릴 것"
          values={events}
          options={webhookEvents.map((event) => [event, EVENT_NAMES[event]] as const)}
          onChange={setEvents}
        />
        {shown && (
          <Choice label="상태" value={state} options={STATES} onChange={(next: 'on' | 'paused') => setState(next)} />
        )}
      </SheetForm>
    </Sheet>
  );
}
