import { askForItem, getItemRequest } from '#contract/item-requests.ts';
import { getRequestedTitle, listRequestedTitles, setRequestStatus } from '#contract/console/requests.ts';
import type { AddPosters } from '#server/catalogue/editing/title-posters.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Mount } from '#server/http/mount.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { RequestOperations } from './request-operations.ts';
import type { Requests } from './requests.ts';

export function mountRequests(mount: Mount, requests: Requests): void {
  mount(getItemRequest, ({ caller, params }) => requests.find(caller, params.id));
  mount(askForItem, ({ caller, params }) => requests.ask(caller, params.id));
}

/** Requested titles, for operators in a browser. */
export function mountRequestedTitles(
  mount: MountConsole,
  { requestsAs, addPosters }: { requestsAs(record: RecordChange): RequestOperations; addPosters: AddPosters },
): void {
  mount(listRequestedTitles, async ({ query: { status, limit, offset }, record }) =>
    addPosters(await requestsAs(record).page({ status }, { limit, offset }), ({ title }) => title.id),
  );
  mount(getRequestedTitle, ({ params, record }) => requestsAs(record).show(params.id));
  mount(setRequestStatus, async ({ params, body, record }) => {
    const requests = requestsAs(record);
    await requests.setStatus(params.id, body.status, body.version);
    return requests.show(params.id);
  });
}
