import {
  addWebhook,
  changeWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from '#contract/console/webhooks.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { WebhookOperations } from './webhooks.ts';

export function mountWebhooks(
  mount: MountConsole,
  options: { webhooksAs(record: RecordChange): WebhookOperations; hasTroubleWebhook: boolean },
): void {
  const { webhooksAs, hasTroubleWebhook } = options;
  mount(listWebhooks, async ({ record }) => ({
    results: await webhooksAs(record).list(),
    has_trouble_webhook: hasTroubleWebhook,
  }));
  mount(addWebhook, ({ body, record }) => webhooksAs(record).add(body));
  mount(changeWebhook, ({ params, body, record }) => webhooksAs(record).change(params.id, body));
  mount(removeWebhook, ({ params, record }) => webhooksAs(record).remove(params.id));
  mount(testWebhook, ({ params, record }) => webhooksAs(record).test(params.id));
  mount(listWebhookMessages, ({ query, record }) => webhooksAs(record).messages(query));
}
