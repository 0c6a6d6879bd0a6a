/**
 * One interview on its way to the server: announced, its log, its recordings, closed, and the local copy deleted once
 * the server has everything. Each step asks what is there already: cut anywhere and begun again, nothing is doubled and
 * nothing lacks.
 */
import type { EntrevistaRecebida } from '@escuta/shared/contracts/surveys/campo';
import { eventLine, logText } from '@escuta/shared/domain/interview/device/log-digest';
import { ApiError } from '../network/api.ts';
import { NotTaken } from './field-error.ts';
import { type EntrevistaAEnviar, type Gravacao, isEnded, type SyncStore } from './model.ts';
import type { EnvioRecebido, Fechamento, Transport } from './transport.ts';

/** Pieces that are sent at a time. */
const AT_A_TIME = 3;
/** Events of one request, and about how large one may become, bytes. */
const EVENTS_AT_ONCE = 250;
const BATCH_BYTES = 256 * 1024;
/** Number of times that parts named as missing are sent again before they are left for later. */
const ROUNDS = 3;

/** Message where a gerente gave up waiting for this device, and its data are refused. */
export const ENCERRADA_POR_GERENTE =
  'Um gerente encerrou esta entrevista no servidor sem esperar por este aparelho: os dados deste aparelho não foram recebidos. Exporte uma cópia e fale com o coordenador da pesquisa.';

/** Message where the sound reached the server all the same, for the gerente to decide about. */
export const SOM_DEPOIS_DO_FIM =
  'Um gerente encerrou esta entrevista no servidor sem esperar por este aparelho: a gravação deste aparelho foi enviada, e o gerente decide qual usar. As respostas ainda não enviadas continuam só neste aparelho. Exporte uma cópia e fale com o coordenador da pesquisa.';

interface SyncDeps {
  store: SyncStore;
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
    if (now <= ate) throw new NotTaken('O servidor não aceitou o registro da entrevista.');
    ate = now;
  }
}

/** Numbers of the pieces that the server lacks. Beyond the last piece that it has, it cannot know. */
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
      if (!parte) throw new NotTaken('Um trecho da gravação não está mais no aparelho.');
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
 * Says what all of it is: the log's digest, its recordings. @returns whether the server has that, so that the copy here
 * may go, or what it lacks
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

/** Recordings that go: nothing is heard by anybody before the respondent has said that it may be. */
const heardOf = ({ consentimento, gravacoes }: EntrevistaAEnviar, partes: ReadonlyMap<number, unknown>) =>
  consentimento === 'aceito' ? gravacoes.filter(({ n }) => partes.has(n)) : [];

/** True if a recording that has ended is there to its last piece: nothing more is asked of it. */
const hasAll = ({ gravacoes }: EntrevistaRecebida, envioId: string, partes: number): boolean =>
  gravacoes.some((one) => one.envio_id === envioId && one.concluida && one.recebidas === partes);

/**
 * Closes an interview that the server calls complete. Its word alone is not enough, since a gerente may have given up
 * waiting for data that are only here; its uploads may be joined and gone, so only the digest is asked for. Of an
 * interview that a gerente ended the server takes the missing sound. @returns once the server has all of it @throws
 * where it is another device's interview, or data stay here alone
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
 * Sends what the server lacks of each recording. `done`: it has all of one. `onSent`: told how many pieces it has more
 * of.
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
 * Brings one interview as far as it goes. Of one under way what is there is sent; one that has ended is closed too.
 * @returns whether the server has all of it, and the local copy is gone
 * @throws what stands in the way: what has been sent stays sent
 */
export async function syncInterview(deps: SyncDeps, id: string): Promise<boolean> {
  const { store, transport } = deps;
  const announced = await store.entrevista(id);
  if (!announced) return true;
  let there: EntrevistaRecebida;
  try {
    there = await transport.anunciar(announced);
  } catch (error) {
    // Erased at the server, as its respondent may ask: it is erased here too.
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
  throw new NotTaken('O servidor ainda não tem tudo. O envio continua mais tarde.');
}
