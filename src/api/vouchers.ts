import type { QueryClient } from '@tanstack/react-query';
import { redeemVoucher } from '#contract/vouchers.ts';
import { myAccountQuery } from './accounts.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';

export type Redeemed = Awaited<ReturnType<typeof redeem>>;

/** Redeems a code as it was typed. @throws ApiError */
export const redeem = (api: Client, code: string) => api.call(redeemVoucher, { body: { code } });

/** After a code was redeemed: invalidates the membership, prices, and what the membership opens. */
export const refreshMembership = (api: Client, queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: myAccountQuery(api).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['plans'] }),
    queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }),
  ]);
