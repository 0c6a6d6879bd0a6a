/**
 * The one text of a device's log, by which the device and the server know that they hold the same. Apart from the events' schema
 * (device-log.ts): the runner carries no validator into the field.
 */
import type { EventoAparelho } from './device-log.ts';

/** An event as the digest has it: its fields in one order, whatever order they were kept in. */
export function eventLine(evento: EventoAparelho): string {
  const valor = (of: EventoAparelho['valor']) => of && [of.opcoes, of.texto];
  return JSON.stringify([
    evento.seq,
    evento.tipo,
    // The database keeps ids in one way of writing them.
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

/** A log as it is hashed: its lines in order, each ended by a line feed. */
export const logText = (eventos: readonly EventoAparelho[]): string =>
  eventos.map((evento) => `${eventLine(evento)}\n`).join('');

/** SHA-256 (hex) of `logText`, in UTF-8. Runs in Node, and in browsers on https alone. */
export async function logDigest(eventos: readonly EventoAparelho[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(logText(eventos)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
