import {
  changeMembership,
  checkSupportedOrder,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
  sendReceipt,
  signOutAllDevices,
  signOutDevice,
  type MembershipChange,
  type SupportedAccount,
} from '#contract/console/accounts.ts';
import {
  cancelMediaJob,
  getMediaJob,
  listMediaJobs,
  moveMediaJob,
  removeMediaJob,
  retryMediaJob,
} from '#contract/console/media.ts';
import { getInbox, removeInboxFile, startInboxAdvertisements, startInboxFiles } from '#contract/console/inbox.ts';
import {
  examineService,
  getServiceHealth,
  setMaintenance,
  setMinVersion,
  type ConsoleFinding,
  type ServiceHealth,
} from '#contract/console/service.ts';
import { lookAtMove, moveEpisode } from '#contract/console/moving.ts';
import { listTitleChoices } from '#contract/console/title-choices.ts';
import { changeRelease, getOperatedTitle, listOperatedTitles, type ReleaseChange } from '#contract/console/titles.ts';
import { listClips } from '#contract/console/clips.ts';
import {
  addTitleEpisode,
  changeEpisode,
  changeEpisodeMarks,
  changeProducts,
  changeTitle,
  createTitle,
  getEpisodeMarks,
  getTitleForm,
  getTitleRecord,
  orderEpisodes,
  previewTitle,
  removeTitle,
  removeTitleEpisode,
  setEpisodePicture,
  setTitlePicture,
} from '#contract/console/title-editing.ts';
import type { DeviceOperations } from '../accounts/device-operations.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Changed, Target, TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import type { AddPosters } from '#server/catalogue/editing/title-posters.ts';
import type { TitleEditing } from '#server/catalogue/editing/title-editing.ts';
import type { createTitleChoices } from '#server/catalogue/editing/title-choices.ts';
import type { createPreviewTitle } from '#server/catalogue/editing/title-preview.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { MarkEditing } from '../intake/edit-marks.ts';
import type { InboxOperations } from '../intake/inbox/inbox.ts';
import type { MediaOperations } from '../intake/operations.ts';
import type { Receipts, SupportOperations } from '../shop/index.ts';
import type { ServiceSwitch } from '#server/monitoring/status/switches-folder.ts';
import type { Connection } from '#server/db/open.ts';
import { fail } from '../lib/fail.ts';
import type { StaffCaller } from '../staff/sessions.ts';
import type { MemberLimits } from './member-limits.ts';

export interface ConsoleOptions {
  addPosters: AddPosters;
  titlesAs(record: RecordChange): TitleOperations;
  mediaAs(record: RecordChange): MediaOperations;
  inboxAs(record: RecordChange): InboxOperations;
  findHealth(): Promise<ServiceHealth>;
  /** What `bora doctor` finds, from this process. */
  examineService(): Promise<ConsoleFinding[]>;
  setSwitch(record: RecordChange, change: ServiceSwitch): Promise<void>;
}

const changeOf = (titles: TitleOperations, target: Target, change: ReleaseChange): Promise<Changed> => {
  switch (change.action) {
    case 'publish':
      return titles.publish(target, change.version);
    case 'unpublish':
      return titles.unpublish(target, change.version);
    case 'schedule':
      return titles.schedule(target, new Date(change.at), change.version);
    case 'delay':
      return titles.delay(target, { at: new Date(change.at), notice: change.notice }, change.version);
  }
};

/** Catalogue, videos and the service itself, for operators in a browser. */
export function mountConsole(mount: MountConsole, options: ConsoleOptions): void {
  const { addPosters, titlesAs, mediaAs, inboxAs, findHealth, setSwitch } = options;

  mount(listOperatedTitles, async ({ query, record }) => {
    const { count, results } = await addPosters(await titlesAs(record).find(query), ({ id }) => id);
    return { count, results: results.map((title) => ({ ...title, poster: title.poster ?? '' })) };
  });
  mount(getOperatedTitle, ({ params, record }) => titlesAs(record).show({ kind: 'title', id: params.id }));
  mount(changeRelease, ({ params, body, record }) => changeOf(titlesAs(record), params, body));

  mount(listMediaJobs, async ({ query, record }) =>
    addPosters(await mediaAs(record).page(query), ({ title_id: id }) => id),
  );
  mount(getMediaJob, ({ params, record }) => mediaAs(record).show(params.id));
  mount(retryMediaJob, ({ params, record }) => mediaAs(record).retry(params.id));
  mount(cancelMediaJob, ({ params, record }) => mediaAs(record).cancel(params.id));
  mount(moveMediaJob, ({ params, body, record }) =>
    mediaAs(record).move(params.id, { titleId: body.title_id, number: body.number }),
  );
  mount(removeMediaJob, async ({ params, record }) => {
    await mediaAs(record).remove({ job: params.id });
  });

  mount(getInbox, ({ record }) => inboxAs(record).show());
  mount(startInboxFiles, ({ body, record }) => inboxAs(record).start(body));
  mount(startInboxAdvertisements, ({ body, record }) => inboxAs(record).startAdvertisements(body));
  mount(removeInboxFile, ({ params, record }) => inboxAs(record).remove(params.id));

  mount(getServiceHealth, () => findHealth());
  mount(examineService, async () => ({ findings: await options.examineService() }));
  mount(setMaintenance, ({ body, record }) => setSwitch(record, { set: 'maintenance', message: body.message }));
  mount(setMinVersion, ({ params, body, record }) =>
    setSwitch(record, { set: 'min-version', platform: params.platform, version: body.version }),
  );
}

export interface TitleEditingCalls {
  editingAs(record: RecordChange): TitleEditing;
  marksAs(record: RecordChange): MarkEditing;
  previewTitle: ReturnType<typeof createPreviewTitle>;
  titleChoices: ReturnType<typeof createTitleChoices>;
}

/** Mounts the calls that edit titles. */
export function mountTitleEditing(mount: MountConsole, options: TitleEditingCalls): void {
  const { editingAs, marksAs } = options;
  mount(getTitleForm, ({ record }) => editingAs(record).form());
  mount(createTitle, ({ body, record }) => editingAs(record).create(body.fields));
  mount(getTitleRecord, ({ params, record }) => editingAs(record).show(params.id));
  mount(changeTitle, ({ params, body, record }) => editingAs(record).change(params.id, body));
  mount(removeTitle, ({ params, record }) => editingAs(record).remove(params.id));
  mount(addTitleEpisode, ({ params, body, record }) => editingAs(record).addEpisode(params.id, body.fields));
  mount(orderEpisodes, ({ params, body, record }) => editingAs(record).order(params.id, body));
  mount(changeProducts, ({ params, body, record }) => editingAs(record).setProducts(params.id, body));
  mount(changeEpisode, ({ params, body, record }) => editingAs(record).changeEpisode(params.id, body));
  mount(removeTitleEpisode, ({ params, record }) => editingAs(record).removeEpisode(params.id));
  mount(lookAtMove, ({ params, query, record }) => editingAs(record).lookAtMove(params.id, query.title_id));
  mount(moveEpisode, ({ params, body, record }) => editingAs(record).moveEpisode(params.id, body));
  mount(getEpisodeMarks, ({ params, record }) => marksAs(record).show(params.id));
  mount(changeEpisodeMarks, ({ params, body, record }) => marksAs(record).change(params.id, body));
  mount(listTitleChoices, ({ query }) => options.titleChoices(query));
  mount(listClips, ({ query, record }) => editingAs(record).clips(query));
  mount(previewTitle, ({ params, query }) => options.previewTitle(params.id, query));
  mount(setTitlePicture, ({ params, query, bytes, record }) =>
    editingAs(record).setPicture(params.id, params.kind, bytes, query),
  );
  mount(setEpisodePicture, ({ params, query, bytes, record }) =>
    editingAs(record).setEpisodePicture(params.id, bytes, query),
  );
}

export interface AccountsOptions {
  show(record: RecordChange, id: string): Promise<SupportedAccount>;
  supportAs(record: RecordChange): SupportOperations;
  devicesAs(record: RecordChange): DeviceOperations;
  receiptsAs(record: RecordChange): Receipts;
  memberLimits: MemberLimits;
  /** Notes that a member saw an account. */
  noteLook(record: RecordChange, accountId: string): Promise<void>;
}

const changeMembershipOf = (support: SupportOperations, account: { id: string }, change: MembershipChange) => {
  switch (change.action) {
    case 'give':
      return support.giveMembership(account, change);
    case 'extend':
      return support.extendMembership(account, change);
    case 'end':
      return support.endMembership(account, change);
  }
};

/** Viewers' accounts, for support in a browser. */
export function mountSupport(mount: MountConsole, options: AccountsOptions): void {
  const { show, supportAs, devicesAs, receiptsAs, memberLimits, noteLook } = options;
  const change = (member: StaffCaller, record: RecordChange, account: { id: string }, wanted: MembershipChange) => {
    const work = () => changeMembershipOf(supportAs(record), account, wanted);
    return wanted.action === 'end' ? work() : memberLimits.givingDays(member, wanted.days, work);
  };
  const checkPrice = (member: StaffCaller) => async (price: number, tx: Connection) => {
    if (!member.isConfirmed && !(await memberLimits.mayRefund(member, price, tx))) fail('CONFIRMATION_REQUIRED');
  };

  mount(getSupportedAccount, async ({ params, staff, record }) => {
    const account = await show(record, params.id);
    if (await memberLimits.isNewLook(staff, account.id)) await noteLook(record, account.id);
    return account;
  });
  mount(changeMembership, async ({ params, body, staff, record }) => {
    await change(staff, record, params, body);
    return show(record, params.id);
  });
  mount(listSupportedOrders, ({ params, query, record }) => supportAs(record).pageOrders(params, query));
  mount(refundSupportedOrder, ({ params, body, staff, record }) =>
    supportAs(record).refundOrderOf({ id: params.id }, params.orderId, { ...body, checkPrice: checkPrice(staff) }),
  );
  mount(checkSupportedOrder, ({ params, record }) => supportAs(record).checkOrderOf({ id: params.id }, params.orderId));
  mount(sendReceipt, ({ params, record }) => receiptsAs(record).send(params, params.orderId));
  mount(signOutDevice, ({ params, record }) => devicesAs(record).signOut(params.id, params.deviceId));
  mount(signOutAllDevices, ({ params, record }) => devicesAs(record).signOutAll(params.id));
}
