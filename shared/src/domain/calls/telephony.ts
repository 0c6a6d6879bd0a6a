/** Rules for telephony servers (Asterisk's REST interface, ARI). */

/** Longest wait, ms (specification 1, §5). */
export const TELEFONIA_TIMEOUT_MS = { min: 1000, max: 120_000, default: 30_000 } as const;

export const TELEFONIA_NOME_PADRAO = 'Configuração Principal';

export const TELEFONIA_MAX_CONFIGS = 20;

/**
 * Normalises a server's URL, without a final slash or '/ari'. Null for schemes other than http and https, and for
 * credentials, parameters or anchors.
 */
export function telephonyUrl(text: string): string | null {
  if (!URL.canParse(text.trim()) || /[?#]/.test(text)) return null;
  const url = new URL(text.trim());
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || url.username || url.password) return null;
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/ari$/i, '');
}

const RECORDING_EXTENSION =
  /\.(?:wav49|wav16|wav|gsm|ulaw|alaw|ul|al|pcm|sln\d*|raw|g722|g729|mp3|ogg|opus|m4a)$/i;

/**
 * Possible paths of a stored recording, most likely first: '/' as %2F or plain, with or without ending. Null for names
 * that could leave the recordings' directory: '..', '.', empty parts, control characters.
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

/** Names a file by the last part of a recording's name, with `extension` if missing. */
export function recordingFileName(name: string, extension: string): string {
  const last = name.trim().split('/').at(-1) ?? '';
  return RECORDING_EXTENSION.test(last) ? last : `${last}.${extension}`;
}
