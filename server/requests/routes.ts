import { askForItem, getItemRequest } from '#contract/catalogue.ts';
import type { Mount } from '../http/mount.ts';
import type { Requests } from './requests.ts';

export function mountRequests(mount: Mount, requests: Requests): void {
  mount(getItemRequest, ({ caller, params }) => requests.find(caller, params.id));
  mount(askForItem, ({ caller, params }) => requests.ask(caller, params.id));
}
