// SQL instead of Prisma, because one transaction locks the call, attaches the recording and saves the progress.

import type { Db } from '@escuta/prisma/db';
import { stateOfItem, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';
import { SITUACOES_A_DECIDIR } from '@escuta/shared/domain/recordings/recording-batch';
import { companyScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { sql } from '@escuta/shared/platform/database/sql';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';
import { callKeyOf } from '@escuta/shared/services/calls/call-key';
import { lockFormer } from '@escuta/shared/services/items/former';
import { mayReplaceEvidence, readFacts } from '@escuta/shared/services/items/life';
import { putRecording, recoverRecording, takeRecording } from '@escuta/shared/services/items/recording';
import { removeItems } from '@escuta/shared/services/items/remove';
import { RAZAO_DE_FICAR_NO_LOTE } from '@escuta/shared/services/items/undo';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { discardLeftOver } from '@escuta/shared/services/recordings/recording-batches';
import { writeHeld } from '../intake/intake-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import { filesOf, type Lote, ofBatch } from './batch-repo.ts';

/** Reason why a recording was not attached. `passa`: temporary, so the recording is kept. */
type Recusa = { motivo: string; passa: boolean };

const SUMIU: Recusa = { motivo: 'A ligação não existe mais.', passa: false };
const APAGADA: Recusa = { motivo: 'Os dados desta ligação foram apagados.', passa: false };
const REPETIDA: Recusa = { motivo: 'A mesma gravação já está em outra ligação do projeto.', passa: false };
const PROCESSANDO: Recusa = {
  motivo: 'A ligação está sendo processada: tente de novo depois que o processamento terminar.',
  passa: true,
};
const OUTRA: Recusa = {
  motivo: 'A ligação recebeu outra gravação depois da conferência.',
  passa: true,
};
const DE_GERENTE: Recusa = {
  motivo: 'A ligação já foi analisada: só um gerente pode trocar a gravação dela.',
  passa: true,
};
const INATIVO: Recusa = {
  motivo: 'O projeto foi desativado. Reative o projeto e anexe a gravação de novo.',
  passa: true,
};

type Vez = {
  id: string;
  nome: string;
  situacao: 'pareada' | 'substituir' | 'criar';
  itemId: string | null;
  tipo: string;
  tamanho: number;
  sha256: string;
  chaveObjeto: string;
  duracaoMs: number;
  substitui: string | null;
  lido: {
    numero?: string | null;
    ramal?: string | null;
    momento?: string | null;
    agente?: string | null;
  } | null;
};

async function nextFile(db: Db, lote: Lote): Promise<Vez | null> {
  const found = await filesOf(db, lote).findFirst({
    where: { ...ofBatch(lote), situacao: { in: ['pareada', 'substituir', 'criar'] } },
    orderBy: { indice: 'asc' },
    select: {
      ...{ id: true, nome: true, situacao: true, itemId: true, tipo: true, tamanho: true, sha256: true },
      ...{ chaveObjeto: true, duracaoMs: true, substitui: true, lido: true },
    },
  });
  // The cast is safe, because a stored file has all fields of `Vez`.
  return found && ({ ...found, tamanho: Number(found.tamanho) } as Vez);
}

type Item = {
  id: string;
  empresa_id: string;
  arquivo_path: string | null;
  arquivo_sha256: string | null;
  call_duration: number | null;
};

/** Reason why a recording cannot be attached to its locked call; null if it can. */
async function obstacle(db: Db, lote: Lote, vez: Vez, item: Item, actor: Actor): Promise<Recusa | null> {
  const desfecho = VIDA_DO_ITEM[stateOfItem(await readFacts(db, item.id))].anexar_por_lote;
  if (desfecho === 'nada') return APAGADA;
  if ('espera' in desfecho) return PROCESSANDO;
  if ('so' in desfecho && !(await mayReplaceEvidence(db, item.empresa_id, actor))) return DE_GERENTE;
  if (item.arquivo_path !== null && item.arquivo_path !== vez.substitui) return OUTRA;
  return (await hasSound(db, lote, vez, { id: { not: item.id } })) ? REPETIDA : null;
}

async function hasSound(
  db: Db,
  { empresaId, projetoId }: Lote,
  { sha256 }: Vez,
  others: { id?: { not: string } } = {},
): Promise<boolean> {
  const found = await db.within(companyScope(empresaId)).auditoriaItem.findFirst({
    where: { empresaId, projetoId, arquivoSha256: sha256, ...others },
    select: { id: true },
  });
  return found !== null;
}

async function lockItem(db: Db, lote: Lote, id: string): Promise<Item | null> {
  const { rows } = await db.query<Item>({
    name: 'batch_lock_item',
    text: `select id, empresa_id, arquivo_path, arquivo_sha256, call_duration
           from auditoria_itens where id = $1 and projeto_id = $2 for update`,
    values: [id, lote.projetoId],
  });
  return rows[0] ?? null;
}

/** Normalises a name like `readRecordingName`, in SQL. */
const plain = (column: string): string =>
  `btrim(regexp_replace(escuta_normaliza(${column}), '[-_. ]+', ' ', 'g'))`;

/** Finds an agent by name, alias or employee number; null unless exactly one agent matches. */
async function agentOf(db: Db, empresaId: string, nome: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'batch_agent',
    text: `select distinct coalesce(a.fundido_em_id, a.id) as id from agentes a where a.empresa_id = $1
             and (${plain('a.nome')} = $2 or ${plain('a.matricula')} = $2
               or exists (select from agente_apelidos p where p.agente_id = a.id and ${plain('p.apelido')} = $2))
                 limit 2`,
    values: [empresaId, nome],
  });
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Creates the call that a recording's name describes. */
async function makeCall(db: Db, lote: Lote, { lido }: Vez): Promise<Item | null> {
  const { momento = null, ramal = null, numero = null, agente = null } = lido ?? {};
  const agenteId = agente === null ? null : await agentOf(db, lote.empresaId, agente);
  const metadata = agente !== null && agenteId === null ? { agente } : {};
  // Locks the extensions, so that a concurrent change of holders finds this call, or this transaction finds the change.
  if (ramal !== null) await lockRamais(db, lote.empresaId, 'ficam');
  const insert = async (chave: Buffer | null): Promise<Item | null> => {
    const { rows } = await db.query<Item>({
      name: 'batch_make_call',
      text: `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, call_start_time, ramal,
        numero_destino, criado_por,
               chave_dup, agente_id, agente_origem, metadata, updated_at)
             select $1, $2, $3, a.id, 'ligacao', $4, $5, $6, $7, $8, $9::uuid, case
               when $9::uuid is not null then 'nome' end, $10::jsonb, now() from auditorias a
               join projetos p on p.id = a.projeto_id
             where a.projeto_id = $3 and a.padrao and p.is_active on conflict do nothing
             returning id, empresa_id, arquivo_path, arquivo_sha256, call_duration`,
      values: [
        ...[newId(), lote.empresaId, lote.projetoId, momento, ramal, numero, lote.confirmadoPor, chave],
        ...[agenteId, JSON.stringify(metadata)],
      ],
    });
    return rows[0] ?? null;
  };
  const chave = callKeyOf({ inicio: momento, numero, ramal, arquivo: null });
  // Inserts without a key if a call has this key, because a person confirmed that the calls differ.
  return (await insert(chave)) ?? (chave && (await insert(null)));
}

const baseName = (nome: string): string => nome.slice(nome.lastIndexOf('/') + 1);

/**
 * Attaches or refuses a batch's next recording, in one transaction with the progress.
 * @returns false if none is left
 */
export async function attachNext(context: TaskContext<'anexar_gravacoes'>, lote: Lote): Promise<boolean> {
  const { task, save } = context;
  const resultado = task.resultado ?? { anexadas: 0, criadas: 0, recusadas: 0 };
  return writeHeld(context, 'lote', { estado: 'anexando' }, async (tx) => {
    const vez = await nextFile(tx, lote);
    if (!vez) return false;
    // Locks the sound, so that the second of two batches finds the sound that the first attached.
    await lock(tx, 'sons', `${lote.projetoId}-${vez.sha256}`);
    const cria = vez.situacao === 'criar';
    const isThere = cria && (await hasSound(tx, lote, vez));
    const item = isThere
      ? null
      : cria
        ? await makeCall(tx, lote, vez)
        : vez.itemId === null
          ? null
          : await lockItem(tx, lote, vez.itemId);
    const recusa = item
      ? cria
        ? null
        : await obstacle(tx, lote, vez, item, task.actor)
      : isThere
        ? REPETIDA
        : cria
          ? INATIVO
          : SUMIU;
    if (recusa !== null || item === null) {
      await refuse(tx, vez, recusa ?? SUMIU);
      await save(tx, {
        feito: task.feito + 1,
        falhas: task.falhas + 1,
        resultado: { ...resultado, recusadas: resultado.recusadas + 1 },
      });
      return true;
    }
    await putRecording(tx, item, task.actor, {
      key: vez.chaveObjeto,
      nome: baseName(vez.nome),
      tipo: vez.tipo,
      tamanho: vez.tamanho,
      sha256: vez.sha256,
      ms: vez.duracaoMs,
    });
    const { id: itemId, call_duration: duracaoAntes } = item;
    await filesOf(tx, lote).updateMany({
      where: { id: vez.id, empresaId: lote.empresaId },
      // The stored object now belongs to the call.
      data: { situacao: 'anexada', itemId, criou: cria, chaveObjeto: null, duracaoAntes },
    });
    await save(tx, {
      feito: task.feito + 1,
      resultado: {
        ...resultado,
        anexadas: resultado.anexadas + 1,
        criadas: resultado.criadas + (cria ? 1 : 0),
      },
    });
    return true;
  });
}

/** Saves the reason, and deletes the recording if no retry can help. */
async function refuse(db: Db, vez: Vez, { motivo, passa }: Recusa): Promise<void> {
  await db.query({
    name: 'batch_not_attached',
    text: `update lote_gravacoes set situacao = 'falhou', motivo = $2, chave_objeto = case
      when $3 then chave_objeto end where id = $1`,
    values: [vez.id, motivo, passa],
  });
  if (passa) return;
  await db.query({
    name: 'batch_not_kept',
    text: `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
           select gen_random_uuid(), empresa_id, $2, now() from lote_gravacoes where id = $1
           on conflict (chave) do update set apagar_em = now()`,
    values: [vez.id, vez.chaveObjeto],
  });
}

/** Ends attaching: deletes unattached recordings, except those that can be retried. */
export async function closeAttaching(context: TaskContext<'anexar_gravacoes'>, lote: Lote): Promise<void> {
  const { task } = context;
  await writeHeld(context, 'lote', { estado: 'anexando' }, async (tx) => {
    const open = await filesOf(tx, lote).count({
      where: { ...ofBatch(lote), situacao: { in: [...SITUACOES_A_DECIDIR] } },
    });
    if (open === 0) await discardLeftOver(tx, lote.id, { keepRefused: true });
    // The batch returns to the person's decision if recordings still wait.
    await tx.query({
      name: 'batch_attached_all',
      text: `update lotes_gravacao set estado = $2, motivo = null, versao = versao + 1, updated_at = now()
        where id = $1`,
      values: [lote.id, open > 0 ? 'pronto' : 'concluido'],
    });
    await recordAction(tx, {
      ...task.actor,
      empresaId: lote.empresaId,
      acao: 'gravacoes_anexadas',
      recurso: 'lote_gravacoes',
      recursoId: lote.id,
      detalhes: { ...(task.resultado ?? {}) },
    });
  });
}

type Anexada = {
  id: string;
  itemId: string | null;
  criou: boolean;
  substitui: string | null;
  duracaoMs: number | null;
  duracaoAntes: number | null;
};

/**
 * Detaches a batch's next recording and restores the replaced one, unless `takeBack` returns a reason against it.
 * Deletes an unused call that the batch created.
 * @returns false if no recording is left
 */
export async function takeBackNext(context: TaskContext<'desfazer_gravacoes'>, lote: Lote): Promise<boolean> {
  const { task, save } = context;
  const resultado = task.resultado ?? { desfeitas: 0, ficaram: 0 };
  return writeHeld(context, 'lote', { estado: 'desfazendo' }, async (tx) => {
    const vez = await filesOf(tx, lote).findFirst({
      where: { ...ofBatch(lote), situacao: 'anexada', indice: { gt: task.cursor?.indice ?? -1 } },
      orderBy: { indice: 'asc' },
      select: {
        ...{ id: true, indice: true, itemId: true, criou: true, substitui: true },
        ...{ duracaoMs: true, duracaoAntes: true },
      },
    });
    if (!vez) return false;
    const motivo = await takeBack(tx, task, lote, vez);
    await tx.query({
      name: 'batch_taken_back',
      text: `update lote_gravacoes set situacao = case when $2::text is null then 'desfeita'
        else 'anexada' end, motivo = $2 where id = $1`,
      values: [vez.id, motivo],
    });
    await save(tx, {
      feito: task.feito + 1,
      cursor: { indice: vez.indice },
      resultado:
        motivo === null
          ? { ...resultado, desfeitas: resultado.desfeitas + 1 }
          : { ...resultado, ficaram: resultado.ficaram + 1 },
    });
    return true;
  });
}

const MOTIVO_DESFEITO = 'O envio de gravações em lote foi desfeito.';

/** @returns the reason why the recording stays; null if it was detached */
async function takeBack(
  tx: Db,
  { actor }: TaskContext<'desfazer_gravacoes'>['task'],
  lote: Lote,
  vez: Anexada,
): Promise<string | null> {
  if (vez.itemId === null) return 'Mantida: a ligação não existe mais.';
  const { rows } = await tx.query<{
    id: string;
    empresa_id: string;
    arquivo_path: string | null;
    sua: boolean;
  }>({
    name: 'batch_attached_item',
    text: `select id, empresa_id, arquivo_path, strpos(coalesce(arquivo_path, ''), '/lotes/' || $2 || '/') > 0 as sua
           from auditoria_itens where id = $1 for update`,
    values: [vez.itemId, lote.id],
  });
  const [item] = rows;
  if (!item?.arquivo_path || !item.sua) return 'Mantida: a gravação da ligação não é mais a deste envio.';
  const runs = await tx.query({
    name: 'batch_runs_since',
    text: `select from execucoes x join auditoria_itens i on i.id = x.item_id
           where i.id = $1 and x.created_at >= i.arquivo_recebido_em and x.status <> 'ignorada' limit 1`,
    values: [item.id],
  });
  if (runs.rowCount) return 'Mantida: a ligação já foi processada com esta gravação.';
  const anterior = vez.substitui === null ? null : await lockFormer(tx, item.id, { chave: vez.substitui });
  if (vez.substitui !== null && anterior === null) {
    return 'Mantida: a gravação que ela substituiu não existe mais.';
  }
  if (anterior !== null) {
    if (!(await mayReplaceEvidence(tx, item.empresa_id, actor))) {
      return 'Mantida: a ligação já tinha sido analisada com a gravação anterior, que só um gerente pode recuperar.';
    }
    await recoverRecording(tx, item, actor, anterior, { motivoDaTroca: MOTIVO_DESFEITO });
    return null;
  }
  const desfecho = VIDA_DO_ITEM[stateOfItem(await readFacts(tx, item.id))].desfazer_lote;
  if (desfecho === 'nada' || !('para' in desfecho)) return 'Mantida: a ligação já foi processada.';
  if ('so' in desfecho && !(await mayReplaceEvidence(tx, item.empresa_id, actor))) {
    return 'Mantida: a ligação já foi analisada, e só um gerente pode remover a gravação dela.';
  }
  const mayGo = vez.criou && !(await keepsCall(tx, item.id));
  await takeRecording(tx, item, actor, { motivoDaTroca: MOTIVO_DESFEITO });
  // Restores the call's former duration, unless a person has changed it.
  const { id, empresa_id: empresaId } = item;
  if (vez.duracaoMs !== null) {
    await tx.within(companyScope(empresaId)).auditoriaItem.updateMany({
      where: { id, empresaId, callDuration: Math.round(vez.duracaoMs / 1000) },
      data: { callDuration: vez.duracaoAntes },
    });
  }
  if (!mayGo) return null;
  // The recording's row stays, and counts as detached.
  await filesOf(tx, lote).updateMany({
    where: { id: vez.id, empresaId: lote.empresaId },
    data: { itemId: null },
  });
  await removeItems(tx, [item.id]);
  return null;
}

/** True if people have used a call that the batch created. */
async function keepsCall(tx: Db, itemId: string): Promise<boolean> {
  const { rows } = await tx.sql<{ razao: string | null }>(
    sql`select ${RAZAO_DE_FICAR_NO_LOTE} as razao from auditoria_itens i where i.id = ${itemId}::uuid`,
    'batch_keeps_call',
  );
  return rows[0]?.razao !== null;
}

export async function closeTakingBack(context: TaskContext<'desfazer_gravacoes'>, lote: Lote): Promise<void> {
  const { task } = context;
  await writeHeld(context, 'lote', { estado: 'desfazendo' }, async (tx) => {
    // Discards recordings that a stopped attaching left unattached.
    await discardLeftOver(tx, lote.id);
    const { rows } = await tx.query<{ desfeitas: number; ficaram: number }>({
      name: 'batch_undone_counts',
      text: `select (count(*) filter (where situacao = 'desfeita'))::int as desfeitas,
        (count(*) filter (where situacao = 'anexada'))::int as ficaram
             from lote_gravacoes where lote_id = $1`,
      values: [lote.id],
    });
    await tx.query({
      name: 'batch_undone',
      text: `update lotes_gravacao set estado = 'desfeito', motivo = null, updated_at = now() where id = $1`,
      values: [lote.id],
    });
    await recordAction(tx, {
      ...task.actor,
      empresaId: lote.empresaId,
      acao: 'gravacoes_desfeitas',
      recurso: 'lote_gravacoes',
      recursoId: lote.id,
      // Totals of the batch over all its tasks.
      detalhes: { ...rows[0] },
    });
  });
}
