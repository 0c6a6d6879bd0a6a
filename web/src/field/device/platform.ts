/**
 * Differences between browsers, each rule with its source. WebKit and Firefox were not available for tests
 * (docs/operacao/campo.md lists what was not tried). Three more rules, all for WebKit, stand in other files:
 * - empty pieces of sound are skipped (recorder.ts; WebKit, pull request 58910);
 * - connections to IndexedDB that iOS closed are opened again (db.ts; Enketo, pull request 1576);
 * - the service worker handles only requests that read, because request bodies came out empty through workers
 *   (service-worker.js; Enketo, offline-app-worker-partial.js).
 */
import type { TipoGravacao } from '../../lib/field-sync/model.ts';

type Agent = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>;

/** True for any browser of iPhone and iPad: all are WebKit. An iPad claims to be a Mac, but Macs lack touch screens. */
export const isIos = ({ userAgent, platform, maxTouchPoints }: Agent): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);

/** True for Safari and every iOS browser. Chromium's user agent has the word Safari too, but also Chromium's name. */
export const isWebKit = (agent: Agent): boolean =>
  isIos(agent) ||
  (/AppleWebKit/.test(agent.userAgent) && !/Chrome|Chromium|Edg|Android/.test(agent.userAgent));

/**
 * Media type of recordings; null if the browser cannot record. WebKit records mp4 even where it claims webm, because
 * the webm of Safari 18.4 breaks (capacitor-voice-recorder, pull request 123). Other browsers prefer webm with opus.
 */
export function recorderType(
  agent: Agent,
  supports: (mime: string) => boolean,
): { mimeType: string; tipo: TipoGravacao } | null {
  const mp4 = [{ mimeType: 'audio/mp4', tipo: 'audio/mp4' }] as const;
  const webm = [
    { mimeType: 'audio/webm;codecs=opus', tipo: 'audio/webm' },
    { mimeType: 'audio/webm', tipo: 'audio/webm' },
    { mimeType: 'audio/ogg;codecs=opus', tipo: 'audio/ogg' },
  ] as const;
  const order = isWebKit(agent) ? [...mp4, ...webm] : [...webm, ...mp4];
  return order.find(({ mimeType }) => supports(mimeType)) ?? null;
}

/**
 * True on iOS, where a page loses the microphone when a call, the screen lock or another app hides it (Scriberr, issue
 * 338). Elsewhere recording continues.
 */
export const stopsWhenHidden = (agent: Agent): boolean => isIos(agent);

/** True if the runner runs as an installed app, not in a browser's tab. */
export const isStandalone = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/**
 * True in a tab of Safari on iOS, which deletes data after seven days without a visit (webkit.org, 'Full Third-Party
 * Cookie Blocking and More', 2020). A page on the home screen keeps its data; its wake lock needs iOS 18.4 (bcd 26369).
 */
export const needsHomeScreen = (agent: Agent, standalone: boolean): boolean => isIos(agent) && !standalone;

/** Name of a device in lists: 'Chrome em Android'. */
export function deviceName({ userAgent, platform, maxTouchPoints }: Agent): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox|FxiOS/.test(userAgent)
      ? 'Firefox'
      : /SamsungBrowser/.test(userAgent)
        ? 'Samsung Internet'
        : /Chrome|CriOS|Chromium/.test(userAgent)
          ? 'Chrome'
          : /Safari/.test(userAgent)
            ? 'Safari'
            : 'Navegador';
  const system = isIos({ userAgent, platform, maxTouchPoints })
    ? /iPhone/.test(userAgent)
      ? 'iPhone'
      : 'iPad'
    : /Android/.test(userAgent)
      ? (/Android[^;)]*;\s*([^;)]+?)(?:\s+Build|\))/.exec(userAgent)?.[1] ?? 'Android')
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac/.test(userAgent)
          ? 'Mac'
          : /Linux|X11/.test(userAgent)
            ? 'Linux'
            : 'outro sistema';
  return `${browser} em ${system}`.slice(0, 120);
}
