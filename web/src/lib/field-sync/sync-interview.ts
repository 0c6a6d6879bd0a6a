/**
 * Sends an interview to the server: announces it, sends its log and recordings, closes it, and deletes the local copy
 * once the server has everything. Each run first asks for the server's state, so that an interruption at any point
 * neither loses data nor sends data twice.
 */
import type { EntrevistaRecebida } from '@escuta/shared/contracts/surveys/campo';
import { eventLine, logText } from '@escuta/shared/domain/interview/device/log-digest';
import { ApiError } from '../network/api.ts';
import { NotTaken } from './field-error.ts';
import { type EntrevistaAEnviar, type Gravacao, isEnded, type SyncStore } from './model.ts';
import type { EnvioRecebido, Fechamento, Transport } from './transport.ts';

/** Greatest number of pieces being sent at the same time. */
const AT_A_TIME = 3;
/** Greatest number of events in a request, and the approximate greatest size of the request, bytes. */
const EVENTS_AT_ONCE = 250;
const BATCH_BYTES = 256 * 1024;
/** Number of times that missing parts are sent again before the rest is left for a later sync. */
const ROUNDS = 3;

/** Message if a gerente ended the interview without waiting for this device, whose data the server then refuses. */
export const ENCERRADA_POR_GERENTE =
  'Um gerente encerrou esta entrevista no servidor sem esperar por este aparelho: os dados deste aparelho não foram recebidos. Exporte uma cópia e fale com o coordenador da pesquisa.';

/** Message if a gerente ended the interview before its sound was sent: the gerente decides which sound to use. */
export const SOM_DEPOIS_DO_FIM =
  'Um gerente encerrou esta entrevista no servidor sem esperar por este aparelho: a gravação deste aparelho foi enviada, e o gerente decide qual usar. As respostas ainda não enviadas continuam só neste aparelho. Exporte uma cópia e fale com o coordenador da pesquisa.';

interface SyncDeps {
  store: SyncStore;
  transport: Transport;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  now: () => number;
}

/**
 * Sends the events that the server lacks.
 * @returns number of the last event that the server has
 */
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
    // An answer that reports no new event would make this loop repeat without end.
    if (now <= ate)
      throw new NotTaken(
        'O servidor não aceitou o registro da entrevista. Fale com o coordenador da pesquisa.',
      );
    ate = now;
  }
}

/** Numbers of the pieces that the server lacks, including those after the last piece that it has. */
export function missingParts(numbers: readonly number[], { recebidas, faltam }: EnvioRecebido): number[] {
  const last = recebidas + faltam.length;
  const lacking = new Set(faltam);
  return numbers.filter((n) => n > last || lacking.has(n));
}

async function sendRecording(
  { store, transport }: SyncDeps,
  entrevista: EntrevistaAEnviar,
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
      if (!parte)
        throw new NotTaken(
          'Um trecho da gravação não está mais no aparelho: fale com o coordenador da pesquisa.',
        );
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
 * Declares the interview complete; sends the log's digest and the list of recordings.
 * @returns whether the server has the whole interview, so that the local copy may be deleted; if not, the missing parts
 */
async function close(
  { store, transport, sha256 }: SyncDeps,
  entrevista: EntrevistaAEnviar,
): Promise<Fechamento> {
  const { id, seq } = entrevista;
  const partes = await store.partes(id);
  const todos = await store.eventos(id, 1, seq);
  return transport.fechar(id, {
    eventos: seq,
    registro_sha256: await sha256(new TextEncoder().encode(logText(todos))),
    gravacoes: heardOf(entrevista, partes).map(({ n, envioId }) => ({
      n,
      envio_id: envioId,
      partes: partes.get(n)?.length ?? 0,
    })),
  });
}

/** Recordings whose pieces may be sent: none unless the respondent consented. */
const heardOf = ({ consentimento, gravacoes }: EntrevistaAEnviar, partes: ReadonlyMap<number, unknown>) =>
  consentimento === 'aceito' ? gravacoes.filter(({ n }) => partes.has(n)) : [];

/** True if the server has the whole recording: all of its parts, and its end. */
const hasAll = ({ gravacoes }: EntrevistaRecebida, envioId: string, partes: number): boolean =>
  gravacoes.some((one) => one.envio_id === envioId && one.concluida && one.recebidas === partes);

/**
 * Closes an interview that the server calls complete. A gerente may have ended it while data remained only on this
 * device, so the log's digest is sent, from which the server can find the difference even without the uploads. If a
 * gerente ended the interview, the server still accepts its missing sound.
 * @returns nothing; resolves once the server has the whole interview
 * @throws if the interview belongs to another device, or if some data remain only on this device
 */
async function closeComplete(deps: SyncDeps, entrevista: EntrevistaAEnviar): Promise<void> {
  if (!isEnded(entrevista)) throw new NotTaken(ENCERRADA_POR_GERENTE);
  try {
    const first = await close(deps, entrevista);
    if (first.completa) return;
    if (!first.faltam) throw new NotTaken(ENCERRADA_POR_GERENTE);
    if (first.faltam.gravacoes.length === 0) throw new NotTaken(SOM_DEPOIS_DO_FIM);
    await sendRecordings(deps, entrevista, { done: () => false, onSent: async () => undefined });
    if ((await close(deps, entrevista)).completa) return;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409 || error.code === 'dados_apagados') throw error;
    throw new NotTaken(ENCERRADA_POR_GERENTE, { cause: error });
  }
  throw new NotTaken(SOM_DEPOIS_DO_FIM);
}

/**
 * Sends the missing pieces of each recording. `done` tells whether the server has the whole recording. `onSent`
 * receives the number of pieces that the server has received since the last call.
 */
async function sendRecordings(
  deps: SyncDeps,
  entrevista: EntrevistaAEnviar,
  {
    done,
    onSent,
  }: { done: (envioId: string, partes: number) => boolean; onSent: (count: number) => Promise<void> },
): Promise<void> {
  const partes = await deps.store.partes(entrevista.id);
  for (const gravacao of heardOf(entrevista, partes)) {
    const numbers = partes.get(gravacao.n) ?? [];
    if (gravacao.fim !== null && done(gravacao.envioId, numbers.length)) {
      await onSent(numbers.length);
      continue;
    }
    await sendRecording(deps, entrevista, gravacao, numbers, onSent);
    if (gravacao.fim !== null) await deps.transport.concluirEnvio(gravacao.envioId, numbers.length);
  }
}

/**
 * Sends an interview as far as possible, and closes it if it has ended.
 * @returns true if the local copy is deleted, because the server has the whole interview or has erased it
 * @throws the error that stopped the sending; the server keeps what was sent
 */
export async function syncInterview(deps: SyncDeps, id: string): Promise<boolean> {
  const { store, transport } = deps;
  const announced = await store.entrevista(id);
  if (!announced) return true;
  let there: EntrevistaRecebida;
  try {
    there = await transport.anunciar(announced);
  } catch (error) {
    // An interview that was erased on the server, for example at the respondent's request, is erased here too.
    if (!(error instanceof ApiError) || error.code !== 'dados_apagados') throw error;
    await store.finish(id, deps.now());
    return true;
  }
  if (there.sincronia === 'completa') {
    await closeComplete(deps, announced);
    await store.finish(id, deps.now());
    return true;
  }
  let ate = there.ate;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Reads the interview before it sends the log, so that each piece sent below comes after the event that allows it.
    const entrevista = await store.entrevista(id);
    if (!entrevista) return true;
    ate = await sendEvents(deps, id, ate);
    let sent = 0;
    const report = async (count: number): Promise<void> => {
      sent += count;
      // The progress is only displayed, so a failure to store it (a full device) does not stop the sending.
      await store.setFila({ id, ate, partes: sent, falha: null }).catch(() => undefined);
    };
    await report(0);
    const now = there;
    await sendRecordings(deps, entrevista, {
      done: (envioId, count) => hasAll(now, envioId, count),
      onSent: report,
    });
    if (!isEnded(entrevista)) return false;
    if ((await close(deps, entrevista)).completa) {
      await store.finish(id, deps.now());
      return true;
    }
    there = await transport.anunciar(entrevista);
    ate = Math.min(ate, there.ate);
  }
  throw new NotTaken('O servidor ainda não recebeu todos os dados. O envio continua mais tarde.');
}
