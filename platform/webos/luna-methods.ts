/** A method of LG's services: its permission group, and the app's fallback. */
export interface LunaMethod {
  /** The access control group that `requiredACG` in webos/appinfo.json must name. */
  readonly group: string;
  /** The feature that fails when the set refuses the call, and its fallback. */
  readonly without: string;
}

/**
 * Every Luna method that the app calls. Groups: LG, "Access Control Group (ACG)"; of the settings service and of `getConfigs`
 * as webOS OSE declares them (`settingsservice`, `configd`). webOS 26 enforces the groups of packages that name any;
 * webOS 27 takes no package without the list.
 */
export const LUNA_METHODS = {
  'com.webos.service.connectionmanager/getStatus': {
    group: 'network.query',
    without: 'the page tells whether the set is online',
  },
  'com.webos.service.config/getConfigs': {
    group: 'systemconfig.query',
    without: 'getSystemInfo tells model, firmware and panel; HDR is taken as missing',
  },
  'com.webos.service.tv.systemproperty/getSystemInfo': {
    group: 'systemconfig.query',
    without: 'the model comes from the page, and the panel counts as Full HD',
  },
  'com.webos.settingsservice/getSystemSettings': {
    group: 'settings.query',
    without: 'the page tells the language; voice guide and captions count as not set',
  },
} as const satisfies Readonly<Record<string, LunaMethod>>;

export type LunaMethodName = keyof typeof LUNA_METHODS;
