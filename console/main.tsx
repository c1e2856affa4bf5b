import './lib/browser-language.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components';
import { App } from './app.tsx';
import { CallError } from './lib/client.ts';
import './styles.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // A refusal stays one; only a lost connection is worth another try.
      retry: (count, error) => count < 2 && (!(error instanceof CallError) || error.code === 'AWAY'),
    },
  },
});

createRoot(document.getElementById('root')!).render(
  <I18nProvider locale="ko-KR">
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </I18nProvider>,
);
