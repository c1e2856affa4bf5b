import { createContext, useContext } from 'react';
import type { Client } from './client.ts';

const ApiContext = createContext<Client | null>(null);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Client {
  const api = useContext(ApiContext);
  if (!api) throw new Error('ApiProvider is missing');
  return api;
}
