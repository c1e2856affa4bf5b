import { createRequiredContext } from '#src/lib/required-context.ts';
import type { Client } from './client.ts';

export const [ApiProvider, useApi] = createRequiredContext<Client>('Api');
