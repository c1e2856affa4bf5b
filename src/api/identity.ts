import { queryOptions } from '@tanstack/react-query';
import { beginIdentityCheck, getIdentityCheck } from '#contract/identity.ts';
import type { Client } from './client/client.ts';

/** Begins a proof of age, or continues the pending one. */
export const beginIdentity = (api: Client) => api.call(beginIdentityCheck, {});

/** Begins the keys of the queries of proofs. */
export const IDENTITY_KEY = 'identity';

/** The outcome of a proof of age. */
export const identityQuery = (api: Client, id: string) =>
  queryOptions({
    queryKey: [IDENTITY_KEY, id],
    queryFn: ({ signal }) => api.call(getIdentityCheck, { params: { id } }, { signal }),
  });
