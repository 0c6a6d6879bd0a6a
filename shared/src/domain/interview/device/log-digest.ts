/** The canonical text of a device's log. A separate file, so that the interview page loads no validator. */
import type { EventoAparelho } from './device-log.ts';

/** An event as a line of the hashed text, fields in a fixed order. */
export function eventLine(evento: EventoAparelho): string {
  const valor = (of: EventoAparelho['valor']) => of && [of.opcoes, of.texto];
  return JSON.stringify([
    evento.seq,
    evento.tipo,
    // The database stores ids in lower case.
    evento.pergunta_id?.toLowerCase() ?? null,
    valor(evento.valor),
    valor(evento.valor_anterior),
    evento.mono_ms,
    evento.relogio,
    evento.gravacao,
    evento.audio_ms,
    evento.motivo,
  ]);
}

/** The hashed text, a line per event. */
export const logText = (eventos: readonly EventoAparelho[]): string =>
  eventos.map((evento) => `${eventLine(evento)}\n`).join('');

/** SHA-256 (hex) of `logText` in UTF-8. Browsers hash only on pages served by https. */
export async function logDigest(eventos: readonly EventoAparelho[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(logText(eventos)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
