import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@escuta/prisma/db';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import { newId } from '@escuta/shared/platform/database/ids';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { announceObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { abandonAssembly } from '@escuta/shared/services/interviews/joining';
import { AudioError } from '../audio/audio-error.ts';
import type { Hand, RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { makeWorkDir } from '../engine/work-dir.ts';
import { type Alvo, attach, claim, LEASE_MS, type Pedido, placeOf, readTarget } from './assembly-repo.ts';
import { type Junta, joinRecordings } from './join-recordings.ts';

const TENTATIVAS_MAX = 20;

type Options = {
  db: Database;
  store: ObjectStore;
  env: WorkerEnv;
  log: Logger;
  publish: LivePublisher;
  limiteMs?: number;
  isMyTurn?: Turn;
};

const NAO_MONTADA = `A gravação não pôde ser preparada em ${TENTATIVAS_MAX} tentativas: o armazenamento ou o servidor falhou. As partes estão salvas.`;

/** Greatest number of attempts at a recording that exceeds the time limit. */
const DEMORAS_MAX = 3;
const DEMORADA = `A gravação não pôde ser lida dentro do tempo limite, em ${DEMORAS_MAX} tentativas. As partes estão salvas.`;
/** Greatest length of joined sound, ms, unless AUDIO_MAX_MINUTES allows more; an overnight recording fits. */
const SOM_MIN_MS = 12 * 3_600_000;
const O_RESTO = 'O restante foi preparado, e as partes recebidas estão salvas.';

/** Thrown if a retry would fail, too. */
class HopelessError extends Error {
  override readonly name = 'HopelessError';
}

/** Joins recordings from devices, one interview at a time, and attaches the result to the interview's item. */
export function joining(options: Options): RowWork<Pedido> {
  const { db, isMyTurn } = options;
  return {
    ...onLease<Pedido>({
      db,
      place: placeOf,
      leaseMs: LEASE_MS,
      backoff: { firstMs: 30_000, maxMs: 3_600_000 },
      giveUp: async (pedido, error) => {
        const isHopeless = error instanceof HopelessError;
        const isSlow = error instanceof AudioError && error.code === 'tempo_esgotado';
        if (!isHopeless && pedido.tentativas < (isSlow ? DEMORAS_MAX : TENTATIVAS_MAX)) return false;
        const said = isHopeless ? error.message : isSlow ? DEMORADA : NAO_MONTADA;
        await db.transaction((tx) => abandonAssembly(tx, pedido, said));
        return true;
      },
    }),
    nome: 'montagem',
    places: 1,
    pollMs: 5000,
    isMyTurn,
    atEnd: 'cut',
    take: async () => [await claim(db)].filter((pedido) => pedido !== null),
    run: async (pedido, hand) => {
      await assemble(options, pedido, hand);
      return 'feito';
    },
  };
}

async function assemble(options: Options, pedido: Pedido, hand: Hand): Promise<void> {
  const { db, env, publish } = options;
  const { signal } = hand;
  const alvo = await readTarget(db, pedido);
  if (!alvo) throw new HopelessError('Esta entrevista não tem item de auditoria, ou não tem gravações.');
  if (alvo.temArquivo && !pedido.segunda)
    throw new HopelessError('O item já tem outra gravação, enviada por uma pessoa.');
  const workDir = await makeWorkDir();
  try {
    const junta = await joinRecordings({
      workDir,
      gravacoes: alvo.gravacoes,
      fetch: (n, partes, filePath) => {
        const { chaves } = alvo.gravacoes.find((one) => one.n === n) as Alvo['gravacoes'][number];
        return fetchParts(
          options,
          partes.map((parte) => chaves.get(parte) as string),
          filePath,
          signal,
        );
      },
      tempos: alvo.tempos,
      ffmpegPath: env.FFMPEG_PATH,
      timeoutMs: Math.max(120_000, env.AUDIO_MAX_MINUTES * 6000),
      limiteMs: options.limiteMs ?? Math.max(SOM_MIN_MS, env.AUDIO_MAX_MINUTES * 60_000),
      signal,
    });
    if (junta.filePath === null) throw new HopelessError(lostInWords(junta.perdidas));
    await keep(options, pedido, alvo, junta, hand);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  const { empresaId } = pedido;
  publish([{ tipo: 'item', empresaId, projetoId: alvo.projetoId, itemId: alvo.itemId, status: 'pendente' }]);
}

async function fetchParts(
  { store }: Options,
  chaves: readonly string[],
  filePath: string,
  signal: AbortSignal,
): Promise<void> {
  async function* bytes() {
    for (const chave of chaves) yield* (await store.get(chave)) as AsyncIterable<Buffer>;
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(filePath), { signal });
}

/** Stores the joined recording, scheduled for deletion in case of a crash, and attaches it to the item. */
async function keep(
  options: Options,
  pedido: Pedido,
  alvo: Alvo,
  junta: Junta,
  { signal, hold }: Hand,
): Promise<void> {
  const { db, store } = options;
  const { filePath, tipo, extensao, mapa, perdidas } = junta;
  const chave = `${pedido.empresaId}/${alvo.itemId}/${newId()}`;
  try {
    await announceObject(db, pedido.empresaId, chave);
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of createReadStream(filePath, { signal })) {
        hash.update(chunk as Buffer);
        yield chunk as Buffer;
      }
    }
    const { size } = await store.put(chave, Readable.from(hashed(), { objectMode: false }), {
      contentType: tipo,
    });
    await hold();
    await attach(db, pedido, alvo, {
      arquivo: { chave, tipo, tamanho: size, sha256: hash.digest('hex'), nome: `entrevista.${extensao}` },
      mapa,
      perdidas: perdidas.map(({ n }) => n),
      semSom: perdidas.filter(({ inteira }) => inteira).map(({ n }) => n),
      motivo: perdidas.length > 0 ? `${lostInWords(perdidas)} ${O_RESTO}` : null,
    });
  } catch (error) {
    // Keeps the object if the commit may have succeeded; otherwise the scheduled deletion removes it.
    if (!mayBeSaved(error)) await discard(options, chave);
    throw error;
  }
}

async function discard({ db, store, log }: Options, chave: string): Promise<void> {
  try {
    await store.delete(chave);
    await withdrawObject(db, chave);
  } catch (error) {
    log.warn({ err: error }, 'Objeto de uma montagem desfeita fica para a varredura');
  }
}

const lostInWords = (perdidas: Junta['perdidas']): string => perdidas.map(({ motivo }) => motivo).join(' ');
