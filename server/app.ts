import type { FastifyInstance } from 'fastify';
import { mountAccountCalls } from './app/account-calls.ts';
import { createAccounts } from './app/accounts.ts';
import { createViewedCatalogue } from './app/catalogue.ts';
import { mountConsoleCalls } from './app/console.ts';
import { createCore } from './app/core.ts';
import { mountFiles } from './app/files.ts';
import { mountInputCalls } from './app/inputs.ts';
import type { AppOptions } from './app/options.ts';
import { mountPhonePages } from './app/phone-pages.ts';
import { createPlayback } from './app/playback.ts';
import { mountPlaybackCalls } from './app/playback-calls.ts';
import { mountShopCalls } from './app/shop.ts';
import { mountSupervision } from './app/supervision.ts';
import { mountTitleCalls } from './app/title-calls.ts';
import { createMount } from './http/mount.ts';
import { installUnknownPaths } from './http/unknown-paths.ts';
import { installWebApp } from './http/web-app.ts';
import { mountMailbox } from './mail/routes.ts';
import { checkAdult } from './profiles/household.ts';

export type { AppOptions } from './app/options.ts';

/** Builds the server without listening: makes its areas, and mounts their calls and pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const core = await createCore(options);
  const { app, publicUrl } = core;
  const catalogue = createViewedCatalogue(core);
  const playback = createPlayback(core, catalogue);
  const accounts = createAccounts(core, playback);

  const supervision = mountSupervision(core);
  const mount = createMount(app, { findCaller: accounts.findCaller, checkAdult });
  mountAccountCalls(core, accounts, mount);
  const inputs = mountInputCalls(core, mount);
  mountTitleCalls(core, catalogue, mount);
  mountPlaybackCalls(core, catalogue, playback, supervision, mount);
  const shop = mountShopCalls(core, catalogue, mount);
  await mountPhonePages(core, accounts, shop, inputs, mount);
  mountFiles(core, catalogue, playback);
  if (options.delivery.kind === 'mailbox') mountMailbox(app, accounts.outbox);
  app.addHook('onReady', async () => accounts.outbox.wake());
  app.addHook('onClose', () => accounts.outbox.stop());
  app.addHook('onClose', () => options.identity?.close?.());
  if (options.console !== 'off') mountConsoleCalls(core, accounts, shop, supervision);
  installWebApp(app, { folder: options.webFolder, publicUrl, mediaUrl: core.mediaEdge?.url });
  installUnknownPaths(app);
  return app;
}
