import { Head } from '#console/ui/page.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** Programs that call the service, and addresses that it calls. */
export const AutomationPage = ({ query }: { query: Readonly<Record<string, string>> }) => (
  <>
    <Head title="자동화" />
    <Tokens />
    <Webhooks query={query} />
  </>
);
