import type { DeviceFacts } from '../platform.ts';
import { WEBOS_PLAYBACK_RATES, webosFirmwareOf } from './firmware.ts';
import type { Luna, LunaAnswer } from './webos-api.ts';

interface Told {
  model: string | null;
  firmware: string | null;
  isUhd: boolean;
  isHdr: boolean;
  locale: string;
}

const isObject = (value: unknown): value is LunaAnswer => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() || null : null);

const CONFIGS = ['tv.model.modelname', 'tv.nyx.firmwareVersion', 'tv.hw.panelResolution', 'tv.model.supportHDR'];

/** Asks the newer service for the model first, then the older one. */
function askAbout(luna: Luna, told: Told): void {
  luna('com.webos.service.config/getConfigs', { configNames: CONFIGS }, ({ configs }) => {
    if (!isObject(configs)) return;
    told.model = textOf(configs['tv.model.modelname']) ?? told.model;
    told.firmware = textOf(configs['tv.nyx.firmwareVersion']) ?? told.firmware;
    told.isUhd ||= configs['tv.hw.panelResolution'] === 'UD' || configs['tv.hw.panelResolution'] === '8K';
    told.isHdr ||= configs['tv.model.supportHDR'] === true;
  });
  const keys = ['modelName', 'firmwareVersion', 'UHD'];
  luna('com.webos.service.tv.systemproperty/getSystemInfo', { keys }, (info) => {
    told.model ??= textOf(info['modelName']);
    told.firmware ??= textOf(info['firmwareVersion']);
    told.isUhd ||= info['UHD'] === 'true';
  });
  luna('com.webos.settingsservice/getSystemSettings', { keys: ['localeInfo'] }, ({ settings }) => {
    const info = isObject(settings) ? settings['localeInfo'] : null;
    const locales = isObject(info) ? info['locales'] : null;
    told.locale = (isObject(locales) ? textOf(locales['UI']) : null) ?? told.locale;
  });
}

/**
 * Facts of an LG set, which its services report shortly after the start.
 *
 * @param system what the page itself has of them, for sets that refuse the services
 */
export function createWebosDevice({ userAgent, language }: Navigator, luna: Luna, system: unknown): DeviceFacts {
  const { keySystems, preferredVideoCodecs } = webosFirmwareOf(userAgent);
  const told: Told = { model: null, firmware: null, isUhd: false, isHdr: false, locale: language };
  askAbout(luna, told);
  return {
    platform: 'webos',
    get model() {
      return told.model ?? (isObject(system) ? textOf(system['modelName']) : null);
    },
    get firmware() {
      return told.firmware;
    },
    get isUhd() {
      return told.isUhd;
    },
    get isHdr() {
      return told.isHdr;
    },
    get locale() {
      return told.locale;
    },
    keySystems,
    playbackRates: WEBOS_PLAYBACK_RATES,
    preferredVideoCodecs,
  };
}
