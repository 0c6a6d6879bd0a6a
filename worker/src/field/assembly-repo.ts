import type { Database, Db } from '@escuta/prisma/db';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { LinhaDoMapa } from '@escuta/shared/domain/interview/device/recording-map';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { sql } from '@escuta/shared/platform/database/sql';
import { discardUploads, ofOwner } from '@escuta/shared/services/intake/uploads';
import { appendEvent } from '@escuta/shared/services/interviews/interview-events';
import { endAssembly } from '@escuta/shared/services/interviews/joining';
import { cameLate } from '@escuta/shared/services/interviews/life';
import { offerSecond } from '@escuta/shared/services/interviews/second';
import { putRecording } from '@escuta/shared/services/items/recording';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { saveRecordingMap } from '@escuta/shared/services/recordings/recording-map';
import { claimRows, type Lease, LeaseLostError, type LeasePlace } from '../background/lease.ts';
import type { Gravacao } from './join-recordings.ts';

export const LEASE_MS = 120_000;

/** `segunda`: the interview's second recording is to be joined. */
export type Pedido = Lease & { empresaId: string; segunda: boolean };

const queueOf = (name: string, table: string, column: string): LeasePlace => ({
  ...{ name, table, id: { column, type: 'uuid' }, ate: 'montagem_ate', tentativas: 'montagem_tentativas' },
  pending: `montagem = 'pendente'`,
});
/** Leases for joining items' recordings, and second recordings (services/interviews/second.ts). */
const DO_ITEM = queueOf('assembly', 'entrevistas', 'id');
const SEGUNDAS = queueOf('assembly-second', 'entrevista_segundas', 'entrevista_id');
export const placeOf = ({ segunda }: Pick<Pedido, 'segunda'>): LeasePlace => (segunda ? SEGUNDAS : DO_ITEM);

/** Claims the interview that has waited longest, items' recordings before second recordings. */
export async function claim(db: Db): Promise<Pedido | null> {
  for (const segunda of [false, true]) {
    const told = { columns: `empresa_id AS "empresaId", ${segunda} AS segunda`, order: 'recebida_em' };
    const [pedido] = await claimRows<Pedido>(db, placeOf({ segunda }), told, 1, LEASE_MS);
    if (pedido) return pedido;
  }
  return null;
}

type Parte = { n: number; chave: string };

export type Alvo = {
  itemId: string;
  projetoId: string;
  temArquivo: boolean;
  gravacoes: (Gravacao & { chaves: ReadonlyMap<number, string> })[];
  tempos: { primeiraPerguntaMs: number | null; fimMs: number };
};

type Momento = { tipo: EventoAparelho['tipo']; gravacao: number | null; mono: number };

/**
 * Reads everything that joining needs; null if the interview has no item or no sound. `segunda`: the parts that arrived
 * after receiving had ended.
 */
export async function readTarget(
  db: Db,
  { id: entrevistaId, segunda }: Pick<Pedido, 'id' | 'segunda'>,
): Promise<Alvo | null> {
  const item = await db.within(INSTALACAO).auditoriaItem.findFirst({
    where: { entrevistaId, dadosApagadosEm: null },
    select: { id: true, projetoId: true, arquivoPath: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const { rows: gravacoes } = await db.sql<{ n: number; tipo: string; partes: Parte[] }>(
    sql`select v.numero as n, v.tipo, (
        select coalesce(json_agg(json_build_object('n', p.n, 'chave', p.chave_objeto) order by p.n), '[]')
        from envio_partes p where p.envio_id = v.id and (${segunda} or not ${cameLate})) as partes
      from entrevistas e join envios v on ${ofOwner('entrevista', sql`e.id`)}
      where e.id = ${entrevistaId} and v.estado = 'concluido' order by v.numero`,
    'assembly_parts',
  );
  const { rows: momentos } = await db.query<Momento>({
    name: 'assembly_moments',
    text: `select tipo, gravacao, min(mono_ms)::float8 as mono from entrevista_eventos
           where entrevista_id = $1 and fonte = 'aparelho' and tipo in ('gravacao_iniciada', 'pergunta_exibida')
             and mono_ms is not null group by tipo, gravacao
           union all select 'finalizada', null, max(mono_ms)::float8 from entrevista_eventos
           where entrevista_id = $1 and fonte = 'aparelho'`,
    values: [entrevistaId],
  });
  const withSound = gravacoes.filter(({ partes }) => partes.length > 0);
  if (!item || withSound.length === 0) return null;
  const first = (tipo: Momento['tipo'], n?: number): number | null => {
    const found = momentos.filter((one) => one.tipo === tipo && (n === undefined || one.gravacao === n));
    return found.length > 0 ? Math.min(...found.map(({ mono }) => mono)) : null;
  };
  return {
    itemId: item.id,
    projetoId: item.projetoId,
    temArquivo: item.arquivoPath !== null,
    gravacoes: withSound.map(({ n, tipo, partes }) => ({
      ...{ n, tipo, monoMs: first('gravacao_iniciada', n) ?? 0 },
      trechos: stretches(partes.map((parte) => parte.n)),
      chaves: new Map(partes.map((parte) => [parte.n, parte.chave])),
    })),
    tempos: { primeiraPerguntaMs: first('pergunta_exibida'), fimMs: first('finalizada') ?? 0 },
  };
}

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
  /** Recordings that are not completely joined, and whose parts are kept. */
  perdidas: readonly number[];
  semSom: readonly number[];
  motivo: string | null;
};

/**
 * Attaches the joined recording to the item and deletes its parts. A second recording is only offered to people, and
 * its parts are kept. Locks item and interview in one transaction.
 * @throws LeaseLostError
 */
export function attach(db: Database, pedido: Pedido, alvo: Alvo, montada: Montada): Promise<void> {
  return db.transaction(async (tx) => {
    // Locks the item before the interview, as everywhere, against deadlocks.
    await tx.query('select from auditoria_itens where id = $1 for update', [alvo.itemId]);
    const { rows: held } = await tx.query<{ encerrada: boolean; tem_gravacao: boolean }>({
      name: 'assembly_hold',
      text: `select e.registro_sha256 is null as encerrada, i.arquivo_path is not null as tem_gravacao
             from entrevistas e join auditoria_itens i on i.entrevista_id = e.id and i.id = $3
               and i.dados_apagados_em is null
             where e.id = $1 and ($4 or e.montagem = 'pendente'
               and e.montagem_ate = $2::timestamptz) for no key update of e`,
      values: [pedido.id, pedido.ate, alvo.itemId, pedido.segunda],
    });
    const [row] = held;
    if (!row) throw new LeaseLostError();
    if (pedido.segunda) await offer(tx, pedido, montada);
    else if (row.tem_gravacao) throw new LeaseLostError();
    else await give(tx, pedido, alvo, montada, row);
  });
}

async function offer(tx: Db, pedido: Pedido, { arquivo, mapa, motivo }: Montada): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'assembly_hold_second',
    text: `select from entrevista_segundas where entrevista_id = $1 and montagem = 'pendente'
      and montagem_ate = $2::timestamptz
           for update`,
    values: [pedido.id, pedido.ate],
  });
  if (!rowCount) throw new LeaseLostError();
  await offerSecond(tx, pedido.id, { ...arquivo, mapa }, motivo);
}

async function give(
  tx: Db,
  pedido: Pedido,
  alvo: Alvo,
  montada: Montada,
  { encerrada }: { encerrada: boolean },
): Promise<void> {
  const { chave: key, ...file } = montada.arquivo;
  const item = { id: alvo.itemId, empresa_id: pedido.empresaId, arquivo_path: null };
  await putRecording(tx, item, SYSTEM_ACTOR, { key, ...file }, { motivo: montada.motivo });
  await endAssembly(tx, pedido.id, { motivo: montada.motivo });
  const entrevista = { id: pedido.id, empresa_id: pedido.empresaId };
  await appendEvent(tx, entrevista, { tipo: 'gravacao_recebida', usuarioId: null });
  await saveRecordingMap(tx, pedido, montada.mapa);
  await keepPartHashes(tx, alvo.itemId, montada.semSom);
  // Keeps an abandoned interview's parts, because receiving may be resumed (sweep.ts). Keeps other interviews' parts
  // for two days, because a running backup may have listed them.
  if (!encerrada)
    await discardUploads(tx, { dono: 'entrevista', ids: [pedido.id], menos: montada.perdidas }, '2 days');
}

/** Keeps the parts' hashes, by which signals recognise the joined recording (signals/survey-repo.ts). */
async function keepPartHashes(tx: Db, itemId: string, menos: readonly number[]): Promise<void> {
  await tx.query({
    name: 'assembly_hashes',
    text: `insert into entrevista_partes (item_id, gravacao, n, empresa_id, pesquisa_id, entrevista_id, sha256, tamanho)
           select i.id, v.numero, p.n, e.empresa_id, e.pesquisa_id, e.id, p.sha256, p.tamanho
           from auditoria_itens i join entrevistas e on e.id = i.entrevista_id join envios v on v.dono = 'entrevista'
             and v.dono_id = e.id
             join envio_partes p on p.envio_id = v.id
           where i.id = $1 and v.numero <> all ($2::int[])`,
    values: [itemId, menos],
  });
}
