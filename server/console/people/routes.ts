import {
  addAccountNote,
  changeAccountEmail,
  findAccount,
  listAccounts,
  removeProfilePin,
  sendEmailProof,
  sendPasswordMail,
  stopPlayback,
} from '#contract/console/people.ts';
import {
  examineAccounts,
  exportRefusedAccounts,
  importAccounts,
  inviteAccount,
} from '#contract/console/account-import.ts';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import type { AccountSupport } from '#server/accounts/account-support.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { ProfileSupport } from '#server/profiles/profile-support.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { PlaybackSupport } from '#server/watching/playback/playback-support.ts';
import type { Joining } from '#server/accounts/joining/joining.ts';
import { decodeTable } from '#server/accounts/index.ts';
import type { MemberLimits } from '../member-limits.ts';
import type { People } from './people.ts';

export interface PeopleOptions {
  people: People;
  accountsAs(record: RecordChange): AccountSupport;
  joiningAs(record: RecordChange): Joining;
  memberLimits: MemberLimits;
  profilesAs(record: RecordChange): ProfileSupport;
  playbacksAs(record: RecordChange): PlaybackSupport;
  show(record: RecordChange, id: string): Promise<SupportedAccount>;
  /** @throws MissingError */
  addNote(record: RecordChange, id: string, text: string): Promise<void>;
}

/** Finds viewers' accounts, and helps those who cannot sign in or watch. */
export function mountPeople(mount: MountConsole, options: PeopleOptions): void {
  const { people, accountsAs, joiningAs, memberLimits, profilesAs, playbacksAs, show, addNote } = options;
  mount(examineAccounts, ({ bytes, record }) => joiningAs(record).examine(decodeTable(bytes)));
  mount(exportRefusedAccounts, ({ bytes, record }) => joiningAs(record).refused(decodeTable(bytes)));
  mount(importAccounts, ({ bytes, query, record }) => joiningAs(record).importSome(decodeTable(bytes), query.from));
  mount(inviteAccount, async ({ body: { email, name = null }, staff, record }) => {
    await memberLimits.takeInvitation(staff);
    return joiningAs(record).invite({ email, name });
  });
  mount(listAccounts, (call) => people.list(call, call.query));
  mount(findAccount, (call) => people.find(call, call.body.keyword));
  mount(sendPasswordMail, ({ params, record }) => accountsAs(record).sendPasswordMail(params.id));
  mount(sendEmailProof, ({ params, body, record }) => accountsAs(record).sendEmailProof(params.id, body.email));
  mount(changeAccountEmail, async ({ params, body, staff, record }) => {
    await memberLimits.changingEmail(staff, () => accountsAs(record).changeEmail(params.id, body));
    return show(record, params.id);
  });
  mount(removeProfilePin, async ({ params, body, record }) => {
    await profilesAs(record).removePin(params.id, params.profileId, body);
    return show(record, params.id);
  });
  mount(stopPlayback, async ({ params, record }) => {
    await playbacksAs(record).stop(params.id, params.playbackId);
    return show(record, params.id);
  });
  mount(addAccountNote, async ({ params, body, record }) => {
    await addNote(record, params.id, body.text);
    return show(record, params.id);
  });
}
