import { createRecord } from '#server/staff/audit/record.ts';
import { createPutMail } from '../mail/outbox.ts';
import { endUncovered } from '#server/watching/playback/end-uncovered.ts';
import { createShopOrders } from '../shop/orders.ts';
import { createPayments } from '../shop/payments.ts';
import { createPurchases } from '../shop/purchases.ts';
import { mountShop } from '../shop/routes.ts';
import { mountPaymentWebhook } from '../shop/webhook-routes.ts';
import { createRedeemVoucher } from '../shop/vouchers/redeeming.ts';
import { mountVouchers } from '../shop/vouchers/routes.ts';
import type { Mount } from '../http/mount.ts';
import type { ViewedCatalogue } from './catalogue.ts';
import type { Core } from './core.ts';

/** Orders of viewers, and their payments. */
export function mountShopCalls(core: Core, { titles, catalogue, present, listRights }: ViewedCatalogue, mount: Mount) {
  const { options, app, db, transact, clock, random, publicUrl, failures } = core;
  const { payment: provider } = options;
  const payments =
    provider &&
    createPayments({
      db,
      transact,
      clock,
      provider,
      endUncovered,
      putMail: createPutMail({ clock, random }),
      record: createRecord({ clock, random }, { kind: 'service', name: 'payments' }),
    });
  const shopOrders = createShopOrders({
    db,
    transact,
    clock,
    random,
    titles,
    listRights,
    checkoutUrl: provider || options.hasTestPayment ? (reference) => `${publicUrl()}/checkout/${reference}` : undefined,
  });
  if (provider && payments) mountPaymentWebhook(app, { provider, payments, clock, failures });
  mountShop(mount, shopOrders, createPurchases({ db, clock, catalogue, titles, present }));
  mountVouchers(mount, createRedeemVoucher({ transact, clock, random, limits: core.limits }));
  return { provider, payments, shopOrders };
}

export type Shop = ReturnType<typeof mountShopCalls>;
