import type { StaffRole } from '#contract/console/endpoint.ts';
import type { Staff } from '#contract/console/staff.ts';
import { hashToken } from '../accounts/index.ts';
import type { RecordChange } from './audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { StaffRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import type { TellStaff, Told } from './notices.ts';
import { livingAt } from './sessions.ts';
import {
  deleteStaff,
  findStaff,
  insertStaff,
  listOtherOwners,
  listStaffRows,
  lockMember,
  lockStaff,
  updateStaff,
  type ListedStaff,
} from './store.ts';
import { TOTP_SECRET } from '../lib/totp.ts';

/** Short, because the first person who sees the link can use it. */
export const LINK_SECONDS = 3600;

/** A member of staff, by id or by e-mail. */
export type WhichStaff = { id: string } | { email: string };

export interface StaffLink {
  staff: Staff;
  /** Contains the token, which is stored hashed: nobody sees it again. */
  link: string;
  expires_at: string;
}

/** Changes of staff, for commands and the console. All calls but `list` throw RefusedError. */
export interface StaffOperations {
  list(): Promise<Staff[]>;
  add(member: { email: string; role: StaffRole }): Promise<StaffLink>;
  /** A new link, for a lost password or phone. The present password and authenticator app work until the link is used. */
  renewLink(which: WhichStaff): Promise<StaffLink>;
  changeRole(which: WhichStaff, role: StaffRole): Promise<Staff>;
  remove(which: WhichStaff): Promise<{ removed: string }>;
}

export interface StaffOperationsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  publicUrl(): string;
  record: RecordChange;
  tell: TellStaff;
  /** Who makes the changes, for the mails about them: an e-mail address, or the command. */
  actor: string;
}

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: '소유자',
  editor: '편성',
  support: '고객 지원',
};

const toStaff = (row: ListedStaff): Staff => ({
  id: row.id,
  email: row.email,
  role: row.role,
  state: row.password_hash === null && row.provider_subject === null ? 'invited' : 'active',
  is_demo: row.is_demo,
  is_from_provider: row.provider_subject !== null,
  link_expires_at: row.link_expires_at?.toISOString() ?? null,
  link_opened_at: row.link_opened_at?.toISOString() ?? null,
  cnt_recovery_code: row.recovery_hashes.length,
  cnt_session: row.cnt_session,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/**
 * Keeps one owner with a password, because the sign-in provider may be away. An owner who has not used the link yet cannot
 * replace one who has.
 */
async function checkNotLast(tx: Connection, member: StaffRow): Promise<void> {
  const { id, role, password_hash: hash, provider_subject: subject } = member;
  if (role !== 'owner') return;
  const others = await listOtherOwners(tx, id);
  if (!others.some(({ isActive }) => isActive || (hash === null && subject === null)))
    throw new RefusedError(
      'It is the last owner: add another one first, who uses the link.',
      '마지막 소유자예요. 다른 소유자를 먼저 추가하고, 그 사람이 링크를 쓴 다음 바꿔 주세요.',
    );
}

/** @throws RefusedError for a member whom the sign-in provider knows. */
function requireOwnMember(subject: string | null): void {
  if (subject !== null)
    throw new RefusedError(
      'This member signs in at the provider, which decides the role: change it there.',
      '외부 계정으로 로그인하는 운영자예요. 비밀번호와 역할은 그쪽에서 바꿔 주세요.',
    );
}

export function createStaffOperations(options: StaffOperationsOptions): StaffOperations {
  const { db, transact, clock, random, publicUrl, record } = options;
  const tell = (tx: Connection, told: Omit<Told, 'by'>) => options.tell(tx, { ...told, by: options.actor });

  const list = async (id?: string, connection = db): Promise<Staff[]> =>
    (await listStaffRows(connection, { ...livingAt(clock.now()), ...(id !== undefined && { id }) })).map(toStaff);

  const makeLink = () => {
    const token = random.secret();
    return {
      // In the fragment, which browsers do not send: no server logs the token.
      link: `${publicUrl()}/console/#/link/${token}`,
      columns: {
        link_hash: hashToken(token),
        // Nobody knows it: the first browser that opens the link gets another one.
        link_totp_secret: random.code(TOTP_SECRET.alphabet, TOTP_SECRET.length),
        link_browser_hash: null,
        link_opened_at: null,
        link_expires_at: new Date(clock.now().getTime() + LINK_SECONDS * 1000),
      },
    };
  };

  /** Runs a change of one member in a transaction that excludes other changes of staff. */
  const change = <T>(which: WhichStaff, work: (tx: Connection, row: StaffRow) => Promise<T>): Promise<T> =>
    transact(async (tx) => {
      await lockStaff(tx);
      const found = await findStaff(tx, which);
      const row = found && (await lockMember(tx, found.id));
      if (row === undefined)
        throw new MissingError(
          `There is no member of staff ${'email' in which ? which.email : which.id}.`,
          '없는 운영자예요. 목록을 새로 고쳐 주세요.',
        );
      return work(tx, row);
    });

  return {
    list: () => list(),

    async add({ email, role }) {
      const { link, columns } = makeLink();
      const id = random.uuid();
      return transact(async (tx) => {
        await lockStaff(tx);
        const isNew = await insertStaff(tx, {
          id,
          email,
          role,
          is_demo: false,
          password_hash: null,
          totp_secret: null,
          totp_last_step: null,
          recovery_hashes: [],
          provider_subject: null,
          created_at: clock.now(),
          ...columns,
        });
        if (!isNew)
          throw new RefusedError(
            `${email} is a member already: "link" makes a new link, "role" changes the role.`,
            '이미 있는 운영자예요.',
          );
        await record(tx, {
          action: 'staff.add',
          subject: { kind: 'staff', id },
          before: null,
          after: { email, role },
        });
        // The new member gets the link from the owner.
        await tell(tx, {
          what: 'added',
          member: { email, is_demo: false },
          detail: `역할: ${ROLE_NAMES[role]}`,
          to: 'owners',
        });
        return { staff: (await list(id, tx))[0]!, link, expires_at: columns.link_expires_at.toISOString() };
      });
    },

    renewLink: (which) =>
      change(which, async (tx, { id, email, is_demo: isDemo, provider_subject: subject }) => {
        requireOwnMember(subject);
        if (isDemo)
          throw new RefusedError('The demo owner has a known password.', '데모 소유자는 비밀번호가 정해져 있어요.');
        const { link, columns } = makeLink();
        await updateStaff(tx, id, columns);
        await record(tx, {
          action: 'staff.link',
          subject: { kind: 'staff', id },
          before: null,
          after: { email, expires_at: columns.link_expires_at.toISOString() },
        });
        await tell(tx, { what: 'link', member: { email, is_demo: isDemo }, to: 'both' });
        return { staff: (await list(id, tx))[0]!, link, expires_at: columns.link_expires_at.toISOString() };
      }),

    changeRole: (which, role) =>
      change(which, async (tx, row) => {
        if (row.role !== role) {
          requireOwnMember(row.provider_subject);
          await checkNotLast(tx, row);
          await updateStaff(tx, row.id, { role });
          await record(tx, {
            action: 'staff.role',
            subject: { kind: 'staff', id: row.id },
            before: { email: row.email, role: row.role },
            after: { email: row.email, role },
          });
          await tell(tx, { what: 'role', member: row, detail: `새 역할: ${ROLE_NAMES[role]}`, to: 'both' });
        }
        return (await list(row.id, tx))[0]!;
      }),

    remove: (which) =>
      change(which, async (tx, row) => {
        await checkNotLast(tx, row);
        await deleteStaff(tx, row.id);
        await record(tx, {
          action: 'staff.remove',
          subject: { kind: 'staff', id: row.id },
          after: null,
          before: { email: row.email, role: row.role },
        });
        await tell(tx, { what: 'removed', member: row, to: 'both' });
        return { removed: row.email };
      }),
  };
}
