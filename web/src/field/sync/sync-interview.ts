/**
 * One interview on its way to the server: announced, its log, its recordings, closed, and the local copy deleted once the server has
 * everything. Each step asks what is there already: cut anywhere and begun again, nothing is doubled and nothing lacks.
 */
import { eventLine, logText } from '@escuta/shared/domain/interview/log-digest';
import { ApiError } from '../../lib/api.ts';
import { type EntrevistaLocal, type FieldStore, type Gravacao, isEnded } from '../log/model.ts';
import type { EnvioRecebido, Transport } from './transport.ts';

/** Pieces that are sent at a time. */
const AT_A_TIME = 3;
/** Events of one request, and about how large one may become, bytes. */
const EVENTS_AT_ONCE = 250;
const BATCH_BYTES = 256 * 1024;
/** How often what the server says to lack is sent again before it is left for later. */
const ROUNDS = 3;

interface SyncDeps {
  store: FieldStore;
  transport: Transport;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  now: () => number;
}

/** Sends what the server's log lacks. @returns up to which event it has them */
async function sendEvents({ store, transport }: SyncDeps, id: string, from: number): Promise<number> {
  let ate = from;
  for (;;) {
    const eventos = await store.eventos(id, ate + 1, EVENTS_AT_ONCE);
    let bytes = 0;
    const some = eventos.filter((evento, index) => {
      bytes += 3 * eventLine(evento).length;
      return index === 0 || bytes <= BATCH_BYTES;
    });
    if (some.length === 0) return ate;
    const now = await transport.eventos(id, some);
    // An answer that goes nowhere would be asked for without end.
    if (now <= ate) throw new Error('O servidor não aceitou o registro da entrevista.');
    ate = now;
  }
}

/** Which of these pieces the server lacks. Beyond the last that it has, it cannot know. */
export function missingParts(numbers: readonly number[], { recebidas, faltam }: EnvioRecebido): number[] {
  const last = recebidas + faltam.length;
  const lacking = new Set(faltam);
  return numbers.filter((n) => n > last || lacking.has(n));
}

async function sendRecording(
  { store, transport }: SyncDeps,
  entrevista: EntrevistaLocal,
  { n, envioId, tipo }: Gravacao,
  numbers: readonly number[],
  onSent: (count: number) => Promise<void>,
): Promise<void> {
  const there = await transport.abrirEnvio({ id: envioId, entrevistaId: entrevista.id, gravacao: n, tipo });
  if (there.concluido) return onSent(numbers.length);
  const open = missingParts(numbers, there);
  await onSent(numbers.length - open.length);
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined && !failed; next = open.shift()) {
      const parte = await store.parte(entrevista.id, n, next);
      if (!parte) throw new Error('Um trecho da gravação não está mais no aparelho.');
      try {
        await transport.parte(envioId, parte);
      } catch (error) {
        failed = true;
        throw error;
      }
      await onSent(1);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_A_TIME }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Brings one interview as far as it goes. Of one under way what is there is sent; one that has ended is closed too.
 * @returns whether the server has all of it, and the local copy is gone
 * @throws what stands in the way: what has been sent stays sent
 */
export async function syncInterview(deps: SyncDeps, id: string): Promise<boolean> {
  const { store, transport } = deps;
  const announced = await store.entrevista(id);
  if (!announced) return true;
  let there: Awaited<ReturnType<Transport['anunciar']>>;
  try {
    there = await transport.anunciar(announced);
  } catch (error) {
    // Erased at the server, as its respondent may ask: it is erased here too.
    if (!(error instanceof ApiError) || error.code !== 'dados_apagados') throw error;
    await store.finish(id, deps.now());
    return true;
  }
  if (there.sincronia === 'completa' && isEnded(announced)) {
    await store.finish(id, deps.now());
    return true;
  }
  let ate = there.ate;
  for (let round = 0; round < ROUNDS; round += 1) {
    // As it stands before its log is sent: no piece goes ahead of the event that allows it.
    const entrevista = await store.entrevista(id);
    if (!entrevista) return true;
    ate = await sendEvents(deps, id, ate);
    let sent = 0;
    const report = async (count: number): Promise<void> => {
      sent += count;
      // Only shown: a device without room for it sends all the same.
      await store.setFila({ id, ate, partes: sent, falha: null }).catch(() => undefined);
    };
    await report(0);
    const partes = await store.partes(id);
    // Nothing is heard by anybody before the respondent has said that it may be.
    const gravacoes =
      entrevista.consentimento === 'aceito' ? entrevista.gravacoes.filter(({ n }) => partes.has(n)) : [];
    for (const gravacao of gravacoes) {
      const numbers = partes.get(gravacao.n) ?? [];
      await sendRecording(deps, entrevista, gravacao, numbers, report);
      if (gravacao.fim !== null) await transport.concluirEnvio(gravacao.envioId, numbers.length);
    }
    if (!isEnded(entrevista)) return false;
    const todos = await store.eventos(id, 1, entrevista.seq);
    const { completa } = await transport.fechar(id, {
      eventos: entrevista.seq,
      registro_sha256: await deps.sha256(new TextEncoder().encode(logText(todos))),
      gravacoes: gravacoes.map(({ n, envioId }) => ({
        n,
        envio_id: envioId,
        partes: partes.get(n)?.length ?? 0,
      })),
    });
    if (completa) {
      await store.finish(id, deps.now());
      return true;
    }
    ate = Math.min(ate, (await transport.anunciar(entrevista)).ate);
  }
  throw new Error('O servidor ainda não tem tudo. O envio continua mais tarde.');
}
