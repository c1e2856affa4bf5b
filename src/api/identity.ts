import { queryOptions } from '@tanstack/react-query';
import { beginIdentityCheck, getIdentityCheck } from '#contract/identity.ts';
import type { Client } from './client.ts';

/** Begins a proof of age, or continues the pending one. */
export const beginIdentity = (api: Client) => api.call(beginIdentityCheck, {});

/** The outcome of a proof of age. */
export const identityQuery = (api: Client, id: string) =>
  queryOptions({
    queryKey: ['identity', id],
    queryFn: ({ signal }) => api.call(getIdentityCheck, { params: { id } }, { signal }),
  });
