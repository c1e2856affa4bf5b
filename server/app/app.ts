import type { FastifyInstance } from 'fastify';
import { mountAccountCalls } from './account-calls.ts';
import { createAccounts } from './accounts.ts';
import { createViewedCatalogue } from './catalogue.ts';
import { mountConsoleCalls } from './console.ts';
import { createCore } from './core.ts';
import { mountFiles } from './files.ts';
import { mountInputCalls } from './inputs.ts';
import type { AppOptions } from './options.ts';
import { mountPhonePages } from './phone-pages.ts';
import { createPlayback } from './playback.ts';
import { mountPlaybackCalls } from './playback-calls.ts';
import { mountShopCalls } from './shop.ts';
import { mountSupervision } from './supervision.ts';
import { mountTitleCalls } from './title-calls.ts';
import { createMount } from '#server/http/mount.ts';
import { mountProxyCheck } from '#server/http/proxy-check.ts';
import { installUnknownPaths } from '#server/http/unknown-paths.ts';
import { installWebApp } from '#server/http/web-app.ts';
import { mountMailbox } from '#server/mail/routes.ts';
import { checkAdult } from '#server/profiles/household.ts';

export type { AppOptions } from './options.ts';

/** Builds the server without listening: makes its areas, and mounts their calls and pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const core = await createCore(options);
  const { app, publicUrl } = core;
  const catalogue = createViewedCatalogue(core);
  const playback = createPlayback(core, catalogue);
  const accounts = createAccounts(core, playback);

  const supervision = mountSupervision(core);
  mountProxyCheck(app, options.countries?.header);
  const mount = createMount(app, {
    findCaller: accounts.findCaller,
    checkAdult,
    countries: options.countries,
  });
  mountAccountCalls(core, accounts, mount);
  const inputs = mountInputCalls(core, mount);
  mountTitleCalls(core, catalogue, mount);
  mountPlaybackCalls(core, catalogue, playback, supervision, mount);
  const shop = mountShopCalls(core, catalogue, mount);
  await mountPhonePages(core, accounts, shop, inputs, mount);
  mountFiles(core, catalogue, playback);
  if (options.delivery.kind === 'mailbox') mountMailbox(app, accounts.outbox);
  app.addHook('onClose', () => options.identity?.close?.());
  if (options.console !== 'off') mountConsoleCalls(core, accounts, shop, supervision);
  installWebApp(app, { folder: options.webFolder, publicUrl, mediaUrl: core.mediaEdge?.url });
  installUnknownPaths(app);
  return app;
}
