import { describe, expect, test } from 'vitest';
import { TIZEN_FIRMWARE, tizenFirmwareOf } from '#platform/tizen/firmware.ts';
import { WEBOS_FIRMWARE, webosFirmwareOf } from '#platform/webos/firmware.ts';

describe('firmware', () => {
  test.each([
    ['Tizen 5.0', 2019],
    ['Tizen 5.5', 2020],
    ['Tizen 6.5', 2022],
    ['Tizen 7.2', 2023],
    ['Tizen 10.0', 2026],
    ['Tizen 3.0', 2018],
    ['Tizen 99.0', 2026],
  ])('the firmware of %s is that of %i', (version, year) => {
    expect(tizenFirmwareOf(`Mozilla/5.0 (SMART-TV; LINUX; ${version}) AppleWebKit/537.36`).year).toBe(year);
  });

  test.each([
    [38, '4.x'],
    [53, '4.x'],
    [68, '5.x'],
    [79, '6.x'],
    [94, '23'],
    [131, '25'],
    [200, '26'],
  ])('the firmware of LG with Chromium %i is that of webOS %s', (chromium, version) => {
    expect(webosFirmwareOf(`Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/${chromium}.0.1 Safari/537.36`).version).toBe(
      version,
    );
  });

  test.each([
    ['Tizen', TIZEN_FIRMWARE],
    ['webOS', WEBOS_FIRMWARE],
  ])('the firmware table of %s is sorted oldest first', (_name, table) => {
    const engines = table.map(({ chromium }) => chromium);
    expect([...engines].sort((one, other) => one - other)).toEqual(engines);
  });
});
