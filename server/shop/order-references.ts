import type { OrderRow } from '../db/tables.ts';
import { lengthenUuid, shortenUuid } from '../lib/short-uuid.ts';

type OrderKey = Pick<OrderRow, 'account_id' | 'id'>;

const REFERENCE = /^([\w-]{22})\.([\w-]{22})$/;

/** Reference of an order for payments and page addresses: its account, by which it is stored, and its secret id. */
export const referenceOf = ({ account_id: accountId, id }: OrderKey): string =>
  `${shortenUuid(accountId)}.${shortenUuid(id)}`;

/** The order that a text has in it, such as the address of its checkout. */
export function findReference(text: string): OrderKey | undefined {
  const [found] = /[\w-]{22}\.[\w-]{22}/.exec(text) ?? [];
  return found === undefined || text.includes('@') ? undefined : parseReference(found);
}

export function parseReference(reference: string): OrderKey | undefined {
  const [, account, id] = REFERENCE.exec(reference) ?? [];
  return account === undefined || id === undefined
    ? undefined
    : { account_id: lengthenUuid(account), id: lengthenUuid(id) };
}
