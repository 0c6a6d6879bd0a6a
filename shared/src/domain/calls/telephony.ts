/** Rules about telephony servers (Asterisk's REST interface, ARI) that the API and the web share. */

/** Longest wait for a telephony server, ms (specification 1, §5). */
export const TELEFONIA_TIMEOUT_MS = { min: 1000, max: 120_000, default: 30_000 } as const;

export const TELEFONIA_NOME_PADRAO = 'Configuração Principal';

/** Configurations of one company. */
export const TELEFONIA_MAX_CONFIGS = 20;

/**
 * A server's address as it is kept: scheme, host, port and a path prefix if any, without a slash at the end and without
 * the '/ari' that people copy along. Null for anything but http and https, and for credentials, parameters or anchors.
 */
export function telephonyUrl(text: string): string | null {
  if (!URL.canParse(text.trim()) || /[?#]/.test(text)) return null;
  const url = new URL(text.trim());
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || url.username || url.password) return null;
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/ari$/i, '');
}

/** Extensions of the formats in which Asterisk records and stores: no part of a recording's name there. */
const RECORDING_EXTENSION =
  /\.(?:wav49|wav16|wav|gsm|ulaw|alaw|ul|al|pcm|sln\d*|raw|g722|g729|mp3|ogg|opus|m4a)$/i;

/**
 * The paths under which a stored recording may be found, most likely first. One path segment holds the whole name, so a
 * '/' in it travels as %2F; a proxy in front may want it plain. Asterisk's own names have no extension, those that
 * dialplans report often do. Null for a name that could lead elsewhere: '..', '.', empty parts, control characters.
 */
export function recordingPaths(name: string): string[] | null {
  const parts = name.trim().split('/');
  const wrong = (part: string) =>
    part === '' || part === '.' || part === '..' || /[\p{Cc}\p{Cs}\\]/u.test(part);
  if (parts.some(wrong)) return null;
  const whole = parts.join('/');
  const bare = whole.replace(RECORDING_EXTENSION, '');
  const names = bare === whole || bare === '' || bare.endsWith('/') ? [whole] : [whole, bare];
  const encode = (separator: string) =>
    names.map(
      (one) => `/ari/recordings/stored/${one.split('/').map(encodeURIComponent).join(separator)}/file`,
    );
  return parts.length === 1 ? encode('/') : [...encode('%2F'), ...encode('/')];
}

/** What to call a stored recording as a file: the last part of its name, with `extension` unless it has one. */
export function recordingFileName(name: string, extension: string): string {
  const last = name.trim().split('/').at(-1) ?? '';
  return RECORDING_EXTENSION.test(last) ? last : `${last}.${extension}`;
}
