import {
  addLook,
  changeLook,
  listLooks,
  orderLooks,
  removeLook,
  setLookPicture,
  setUpService,
} from '#contract/console/looks.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { LookOperations } from './look-operations.ts';

/** Themes and profile pictures, for operators in a browser. */
export function mountLooks(mount: MountConsole, { looksAs }: { looksAs(record: RecordChange): LookOperations }): void {
  mount(listLooks, ({ record }) => looksAs(record).list());
  mount(setUpService, ({ body, record }) => looksAs(record).setUp(body.kind));
  mount(addLook, ({ params, body, record }) => looksAs(record).add(params.kind, body));
  mount(changeLook, ({ params, body: { version, ...fields }, record }) =>
    looksAs(record).change(params.kind, params.id, fields, version),
  );
  mount(removeLook, ({ params, record }) => looksAs(record).remove(params.kind, params.id));
  mount(orderLooks, ({ params, body, record }) => looksAs(record).order(params.kind, body.ids));
  mount(setLookPicture, ({ params, bytes, record }) => looksAs(record).setPicture(params.kind, params.id, bytes));
}
