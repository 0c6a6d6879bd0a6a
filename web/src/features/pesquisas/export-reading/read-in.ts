/** Sends the interviews of an export as their device would, with the same requests. */
import type { Quarentena } from '@escuta/shared/domain/interview/device/device-log';
import { backOff } from '../../../lib/field-sync/back-off.ts';
import { failureOf, NotTaken } from '../../../lib/field-sync/field-error.ts';
import { isEnded } from '../../../lib/field-sync/model.ts';
import { SOM_DEPOIS_DO_FIM, syncInterview } from '../../../lib/field-sync/sync-interview.ts';
import type { Transport } from '../../../lib/field-sync/transport.ts';
import { ApiError, errorMessage } from '../../../lib/network/api.ts';
import type { Exportada } from './exported-file.ts';
import { storeOf } from './exported-store.ts';

/**
 * Result for an interview. 'recebida': this reading completed it at the server; 'ja_estava': it was complete before.
 */
export type Desfecho =
  | 'recebida'
  | 'ja_estava'
  /** The file's part of the interview is stored, but the interview goes on at the device, or the file was cut off. */
  | 'em_parte'
  | 'apagada'
  | 'nao_enviada'
  | 'recusada';

export interface Lida {
  id: string;
  nome: string;
  iniciadaEm: number;
  desfecho: Desfecho;
  /** Numbers of newly stored events and parts. */
  eventos: number;
  partes: number;
  /** First reason why the interview is in quarantine and waits for a manager; null if it is not in quarantine. */
  quarentena: Quarentena | null;
  /** Words for why the interview is not complete; null if it is complete. */
  motivo: string | null;
}

/** Thrown when the reading stops. What was stored stays, and the file can be read again. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
}

export interface ReadingDeps {
  transport: Transport;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  /** Stops the reading between two requests. */
  signal: AbortSignal;
  wait?: (ms: number) => Promise<void>;
}

/** Greatest number of tries of a request while network or server is away. */
const TRIES = 6;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Transport that retries while the server is away, counts new data, and notes what the server already had. */
function patient({ transport, signal, wait = sleep }: ReadingDeps) {
  const heard = {
    antes: null as { completa: boolean; ate: number } | null,
    quarentena: null as Quarentena | null,
  };
  const count = { eventos: 0, partes: 0 };
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      if (signal.aborted) throw new ReadingStopped('A leitura foi interrompida.');
      try {
        return await work();
      } catch (error) {
        const kind = failureOf(error);
        if (kind === 'autorizacao') {
          throw new ReadingStopped(
            'A autorização desta leitura venceu. Leia o arquivo de novo: as entrevistas já lidas são mantidas.',
          );
        }
        if (kind !== 'sem_rede') throw error;
        if (failures >= TRIES) {
          throw new ReadingStopped(
            `${errorMessage(error, 'O servidor não responde.')} Leia o arquivo de novo mais tarde: as entrevistas já lidas são mantidas.`,
          );
        }
        await wait(backOff(failures));
      }
    }
  };
  const made: Transport = {
    anunciar: async (entrevista) => {
      const there = await tried(() => transport.anunciar(entrevista));
      heard.antes ??= { completa: there.sincronia === 'completa', ate: there.ate };
      heard.quarentena = there.quarentena;
      // `ate: 0` makes the sender send the whole log, not only the missing part, so that the server refuses a file with
      // a different history before storing any of it.
      return { ...there, ate: 0 };
    },
    eventos: async (id, eventos) => {
      const ate = await tried(() => transport.eventos(id, eventos));
      count.eventos += eventos.filter(({ seq }) => seq > (heard.antes?.ate ?? 0)).length;
      return ate;
    },
    abrirEnvio: (envio) => tried(() => transport.abrirEnvio(envio)),
    parte: async (envioId, parte) => {
      await tried(() => transport.parte(envioId, parte));
      count.partes += 1;
    },
    concluirEnvio: (envioId, partes) => tried(() => transport.concluirEnvio(envioId, partes)),
    fechar: async (id, tudo) => {
      const end = await tried(() => transport.fechar(id, tudo));
      heard.quarentena = end.quarentena ?? heard.quarentena;
      return end;
    },
  };
  return { made, heard, count };
}

const JA_ENCERRADA =
  'Esta entrevista já foi encerrada de outra forma no servidor: o arquivo não a altera. Se um gerente a encerrou, retome-a e leia o arquivo de novo.';

const SOM_A_PARTE =
  'Um gerente já encerrou esta entrevista no servidor: a gravação do arquivo foi guardada à parte, e um gerente decide qual usar. As respostas não mudam; para recebê-las também, retome a entrevista e leia o arquivo de novo.';

/**
 * Sends an interview of a file.
 * @throws ReadingStopped if the person stops, the authorisation ends or the server does not respond
 */
async function readOne(file: Blob, one: Exportada, deps: ReadingDeps): Promise<Lida> {
  const { id, nome, iniciadaEm } = one;
  const base = { id, nome, iniciadaEm, eventos: 0, partes: 0, quarentena: null };
  if (one.problema) return { ...base, desfecho: 'nao_enviada', motivo: one.problema };
  // As on the device, nothing is sent before the respondent was asked for consent, because the data contain a name.
  if (!isEnded(one) && one.consentimento === null) {
    const motivo = 'O entrevistado ainda não tinha respondido ao consentimento: a entrevista não é enviada.';
    return { ...base, desfecho: 'nao_enviada', motivo };
  }
  const { made, heard, count } = patient(deps);
  /**
   * True if the server says that the interview was erased. A device then deletes it silently; here the result says so.
   */
  let apagada = false;
  const transport: Transport = {
    ...made,
    anunciar: (entrevista) =>
      made.anunciar(entrevista).catch((error: unknown) => {
        apagada = error instanceof ApiError && error.code === 'dados_apagados';
        throw error;
      }),
  };
  const told = (): Pick<Lida, 'eventos' | 'partes' | 'quarentena'> => ({
    ...count,
    quarentena: heard.quarentena,
  });
  try {
    const store = storeOf(file, one);
    const whole = await syncInterview({ store, transport, sha256: deps.sha256, now: Date.now }, id);
    if (apagada) {
      return {
        ...base,
        desfecho: 'apagada',
        motivo: 'Os dados desta entrevista foram apagados: o servidor não a recebe mais.',
      };
    }
    if (whole) {
      const before = heard.antes?.completa === true;
      return { ...base, ...told(), desfecho: before ? 'ja_estava' : 'recebida', motivo: null };
    }
    const motivo = one.inteira
      ? 'A entrevista não tinha terminado quando o aparelho exportou o arquivo.'
      : 'O arquivo não traz o fim desta entrevista. Exporte o arquivo outra vez, ou espere o envio do aparelho.';
    return { ...base, ...told(), desfecho: 'em_parte', motivo };
  } catch (error) {
    if (error instanceof ReadingStopped) throw error;
    const motivo =
      error instanceof ApiError
        ? error.message
        : error instanceof NotTaken && error.message === SOM_DEPOIS_DO_FIM
          ? SOM_A_PARTE
          : heard.antes?.completa
            ? JA_ENCERRADA
            : error instanceof NotTaken
              ? error.message
              : 'O registro desta entrevista está corrompido no arquivo. Exporte outra cópia no aparelho.';
    return { ...base, ...told(), desfecho: 'recusada', motivo };
  }
}

/**
 * Sends all interviews of an export, one after the other; a refused interview does not stop the others.
 * @throws ReadingStopped after reporting what was read so far
 */
export async function readIn(
  file: Blob,
  entrevistas: readonly Exportada[],
  deps: ReadingDeps,
  onRead: (lida: Lida) => void,
): Promise<void> {
  for (const one of entrevistas) onRead(await readOne(file, one, deps));
}
