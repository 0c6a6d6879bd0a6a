import type { EventoAparelho } from '@escuta/shared/domain/interview/device-log';
import type { LinhaDoMapa } from '@escuta/shared/domain/interview/recording-map';
import { SYSTEM_ACTOR } from '@escuta/shared/node/audit-log';
import { appendEvent } from '@escuta/shared/node/interview-events';
import { discardUploads } from '@escuta/shared/node/pending-objects';
import { saveRecordingMap } from '@escuta/shared/node/recording-map';
import { type Queryable, transaction } from '@escuta/shared/node/transaction';
import { endAssembly } from '@escuta/shared/services/interviews/life';
import { putRecording } from '@escuta/shared/services/items/recording';
import type { Pool } from 'pg';
import type { Gravacao } from './join-recordings.ts';

/** Who has an interview in hand and dies leaves it to the others after this long. */
const LEASE = "interval '2 minutes'";
/** One that failed is tried again after so many seconds, twice as long each time, up to an hour. */
const RETRY_S = 30;
const RETRY_MAX_S = 3600;

/** Somebody else has it by now, or it was erased: nothing is written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** An interview whose recordings are ours to join, as long as nobody else takes it. */
export type Pedido = { id: string; empresaId: string; tentativas: number; ate: string };

/** Takes the interview that waits longest; null where none does. */
export async function claim(db: Queryable): Promise<Pedido | null> {
  const { rows } = await db.query<Pedido>({
    name: 'assembly-claim',
    text: `UPDATE entrevistas SET montagem_ate = now() + ${LEASE}, montagem_tentativas = montagem_tentativas + 1
           WHERE id = (SELECT id FROM entrevistas WHERE montagem = 'pendente' AND (montagem_ate IS NULL OR montagem_ate < now())
             ORDER BY recebida_em LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING id, empresa_id AS "empresaId", montagem_tentativas AS tentativas, montagem_ate::text AS ate`,
  });
  return rows[0] ?? null;
}

/** Goes on having it. @returns false where somebody else has it, or nobody needs it any more */
export async function renew(db: Queryable, pedido: Pedido): Promise<boolean> {
  const { rows } = await db.query<{ ate: string }>({
    name: 'assembly-renew',
    text: `UPDATE entrevistas SET montagem_ate = now() + ${LEASE}
           WHERE id = $1 AND montagem = 'pendente' AND montagem_ate = $2::timestamptz RETURNING montagem_ate::text AS ate`,
    values: [pedido.id, pedido.ate],
  });
  if (rows[0]) pedido.ate = rows[0].ate;
  return rows[0] !== undefined;
}

/** Leaves it for later, or for another worker at once where this one ends. */
export async function giveBack(
  db: Queryable,
  { id, ate, tentativas }: Pedido,
  { isOwnEnd }: { isOwnEnd: boolean },
): Promise<void> {
  const seconds = Math.min(RETRY_MAX_S, RETRY_S * 2 ** Math.min(tentativas - 1, 20));
  await db.query({
    name: 'assembly-back',
    text: `UPDATE entrevistas SET montagem_ate = CASE WHEN $4 THEN NULL ELSE now() + $3 * interval '1 second' END,
             montagem_tentativas = montagem_tentativas - CASE WHEN $4 THEN 1 ELSE 0 END
           WHERE id = $1 AND montagem = 'pendente' AND montagem_ate = $2::timestamptz`,
    values: [id, ate, seconds, isOwnEnd],
  });
}

type Parte = { n: number; chave: string };

/** What is to be joined, and the item that it is for. */
export type Alvo = {
  itemId: string;
  projetoId: string;
  temArquivo: boolean;
  gravacoes: (Gravacao & { chaves: ReadonlyMap<number, string> })[];
  tempos: { primeiraPerguntaMs: number | null; fimMs: number };
};

type Momento = { tipo: EventoAparelho['tipo']; gravacao: number | null; mono: number };

/** Null of an interview without an item or without sound. */
export async function readTarget(db: Queryable, entrevistaId: string): Promise<Alvo | null> {
  const { rows: items } = await db.query<{ id: string; projeto_id: string; arquivo_path: string | null }>({
    name: 'assembly-item',
    text: `SELECT id, projeto_id, arquivo_path FROM auditoria_itens
           WHERE entrevista_id = $1 AND dados_apagados_em IS NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [entrevistaId],
  });
  const { rows: gravacoes } = await db.query<{ n: number; tipo: string; partes: Parte[] }>({
    name: 'assembly-parts',
    text: `SELECT v.gravacao AS n, v.tipo, (
             SELECT coalesce(json_agg(json_build_object('n', p.n, 'chave', p.chave_objeto) ORDER BY p.n), '[]')
             FROM envio_partes p WHERE p.envio_id = v.id) AS partes
           FROM envios v WHERE v.entrevista_id = $1 AND v.estado = 'concluido' ORDER BY v.gravacao`,
    values: [entrevistaId],
  });
  const { rows: momentos } = await db.query<Momento>({
    name: 'assembly-moments',
    text: `SELECT tipo, gravacao, min(mono_ms)::float8 AS mono FROM entrevista_eventos
           WHERE entrevista_id = $1 AND fonte = 'aparelho' AND tipo IN ('gravacao_iniciada', 'pergunta_exibida')
             AND mono_ms IS NOT NULL GROUP BY tipo, gravacao
           UNION ALL SELECT 'finalizada', NULL, max(mono_ms)::float8 FROM entrevista_eventos
           WHERE entrevista_id = $1 AND fonte = 'aparelho'`,
    values: [entrevistaId],
  });
  const [item] = items;
  const withSound = gravacoes.filter(({ partes }) => partes.length > 0);
  if (!item || withSound.length === 0) return null;
  const first = (tipo: Momento['tipo'], n?: number): number | null => {
    const found = momentos.filter((one) => one.tipo === tipo && (n === undefined || one.gravacao === n));
    return found.length > 0 ? Math.min(...found.map(({ mono }) => mono)) : null;
  };
  return {
    itemId: item.id,
    projetoId: item.projeto_id,
    temArquivo: item.arquivo_path !== null,
    gravacoes: withSound.map(({ n, tipo, partes }) => ({
      ...{ n, tipo, monoMs: first('gravacao_iniciada', n) ?? 0 },
      trechos: stretches(partes.map((parte) => parte.n)),
      chaves: new Map(partes.map((parte) => [parte.n, parte.chave])),
    })),
    tempos: { primeiraPerguntaMs: first('pergunta_exibida'), fimMs: first('finalizada') ?? 0 },
  };
}

/** Numbers that follow each other, a list for each time that some lack. */
function stretches(numeros: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const n of numeros) {
    const last = found.at(-1);
    if (last && last.at(-1) === n - 1) last.push(n);
    else found.push([n]);
  }
  return found;
}

export type Montada = {
  arquivo: { chave: string; nome: string; tipo: string; tamanho: number; sha256: string };
  mapa: readonly LinhaDoMapa[];
  /** Recordings of which something is not in the joined one: what came in of them stays. */
  perdidas: readonly number[];
  /** Those of which nothing is. */
  semSom: readonly number[];
  motivo: string | null;
};

/**
 * Gives the joined recording to the item, as an upload does: its length is measured next, and where the project says so it is audited by
 * itself then. The parts go. All in one transaction, under the item's lock and the interview's. @throws LeaseLostError
 */
export function attach(pool: Pool, pedido: Pedido, alvo: Alvo, montada: Montada): Promise<void> {
  const { arquivo } = montada;
  return transaction(pool, async (tx) => {
    // In the order of everybody else: the item, then its interview.
    const item = await tx.query(
      'SELECT id FROM auditoria_itens WHERE id = $1 AND arquivo_path IS NULL AND dados_apagados_em IS NULL FOR UPDATE',
      [alvo.itemId],
    );
    const { rows: held } = await tx.query<{ encerrada: boolean }>(
      `SELECT registro_sha256 IS NULL AS encerrada FROM entrevistas
       WHERE id = $1 AND montagem = 'pendente' AND montagem_ate = $2::timestamptz FOR NO KEY UPDATE`,
      [pedido.id, pedido.ate],
    );
    if (!item.rowCount || !held[0]) throw new LeaseLostError();
    await putRecording(
      tx,
      { id: alvo.itemId, empresa_id: pedido.empresaId, arquivo_path: null },
      SYSTEM_ACTOR,
      {
        key: arquivo.chave,
        nome: arquivo.nome,
        tipo: arquivo.tipo,
        tamanho: arquivo.tamanho,
        sha256: arquivo.sha256,
      },
      { motivo: montada.motivo },
    );
    await endAssembly(tx, pedido.id, { motivo: montada.motivo });
    const entrevista = { id: pedido.id, empresa_id: pedido.empresaId };
    await appendEvent(tx, entrevista, { tipo: 'gravacao_recebida', usuarioId: null });
    await saveRecordingMap(tx, pedido, montada.mapa);
    await keepPartHashes(tx, alvo.itemId, montada.semSom);
    // Those of an interview that somebody gave up waiting for stay until it is processed (sweep.ts): receiving it may be taken up again,
    // and the device may never come. Others not at once: a backup that lists them may still be copying, and does not know the joined one.
    if (!held[0].encerrada) {
      await discardUploads(tx, pedido.id, { menos: montada.perdidas, depois: '2 days' });
    }
  });
}

/** What was joined is known by its parts' hashes still (signals/survey-repo.ts), until the recording goes. */
async function keepPartHashes(tx: Queryable, itemId: string, menos: readonly number[]): Promise<void> {
  await tx.query({
    name: 'assembly-hashes',
    text: `INSERT INTO entrevista_partes (item_id, gravacao, n, empresa_id, pesquisa_id, entrevista_id, sha256, tamanho)
           SELECT i.id, v.gravacao, p.n, e.empresa_id, e.pesquisa_id, e.id, p.sha256, p.tamanho
           FROM auditoria_itens i JOIN entrevistas e ON e.id = i.entrevista_id JOIN envios v ON v.entrevista_id = e.id
             JOIN envio_partes p ON p.envio_id = v.id
           WHERE i.id = $1 AND v.gravacao <> ALL ($2::int[])`,
    values: [itemId, menos],
  });
}
