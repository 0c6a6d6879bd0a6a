// SQL: one transaction erases an item's data in a dozen tables, in the same lock order as other transactions.

import type { Database } from '@escuta/prisma/db';
import { DADOS_APAGADOS, type MotivoApagamento } from '@escuta/shared/domain/log/erasure';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope, param, sql } from '@escuta/shared/platform/database/sql';
import { discardItemObjects } from '@escuta/shared/platform/storage/pending-objects';
import { discardImportFiles, lockImportsOfItem } from '@escuta/shared/services/imports/import-files';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { eraseInterview } from '@escuta/shared/services/interviews/erase';
import { refuseOwnAudited, refuseOwnExamined } from '@escuta/shared/services/interviews/own-interview';
import { requireAct } from '@escuta/shared/services/items/life';
import { forgetExports } from '@escuta/shared/services/lists/export-object';
import { type Actor, recordAction, SEM_TEXTOS } from '@escuta/shared/services/log/audit-log';
import { forgetPrepared } from '@escuta/shared/services/portal/preparos';
import {
  forgetBatchFiles,
  forgetBatchNames,
  lockBatchesOfItem,
} from '@escuta/shared/services/recordings/recording-batches';
import { lockFirings } from '@escuta/shared/services/rules/judge';

import { COLUMNS, ERASED, type ItemRow } from '../list/columns-repo.ts';
import { lockItem } from '../repo.ts';

/**
 * Tables whose rows of an item are deleted, because they hold only content; in the lock order of other transactions.
 * Foreign keys delete dependent rows, and a trigger updates the quality sums. Costs and ledger stay.
 */
const DELETED = [
  'insights',
  'confrontos',
  'entrevista_matriz',
  'entrevista_sons',
  'entrevista_partes',
  'auditoria_resultados',
  'item_qualidade',
  'testes_template',
  'letras_mortas',
  'item_atribuicoes',
  'agente_retornos',
  'amostra_itens',
  'regra_disparos',
  'gravacoes_anteriores',
] as const;

/** Tables whose rows of the item's interview are deleted. */
const DELETED_OF_INTERVIEW = [
  'respostas',
  'entrevista_eventos',
  'entrevista_gravacoes',
  'entrevista_segundas',
] as const;

/**
 * Deletes signals about the interview with people's opinions on them, and removes the interview from signals about its
 * interviewer; a trigger has these signals computed again.
 */
const FORGET_SIGNALS = `with dele as (select sinal_id from sinal_entrevistas where entrevista_id = $1),
    apagados as (delete from sinais s using dele where s.id = dele.sinal_id and s.alvo <> 'entrevistador'),
    ligados as (delete from sinal_entrevistas where entrevista_id = $1)
  update sinais s set updated_at = now(), prova = s.prova || jsonb_build_object(
      'entrevistas', (s.prova -> 'entrevistas') - $1::text,
      'trechos', coalesce((select jsonb_agg(t.trecho) from jsonb_array_elements(s.prova -> 'trechos') as t (trecho)
        where t.trecho ->> 'entrevistaId' is distinct from $1::text), '[]'))
  from dele where s.id = dele.sinal_id and s.alvo = 'entrevistador'`;

/** Removes texts from the details of log entries, because a text (a file's name, a typed reason) may name a person. */
const CLEAN_LOG = `with alvos as (
    select $1::text as id
    union all select id::text from execucoes where item_id = $1::uuid
    union all select id::text from insights where item_id = $1::uuid
    union all select id::text from confrontos where item_id = $1::uuid
    union all select id::text from auditoria_resultados where item_id = $1::uuid
    union all select id::text from letras_mortas where item_id = $1::uuid
    union all select id::text from testes_template where item_id = $1::uuid
  )
  update registros_acesso g set detalhes = ${SEM_TEXTOS}
  from alvos where g.recurso_id = alvos.id and jsonb_typeof(g.detalhes) = 'object'`;

/** Removes a logged search's text if it contains a word of the contact's name. The log already masks numbers. */
const CLEAN_SEARCHES = `update registros_acesso g set detalhes = g.detalhes - 'termos'
  where g.empresa_id = $1 and g.acao = 'conversas_buscadas' and exists (select from unnest($2::text[]) w
    where strpos(escuta_normaliza(g.detalhes ->> 'termos'), escuta_normaliza(w)) > 0)`;

/** The words of a contact's name that have at least 3 characters. */
const wordsOfContact = ({ nome_entrevistado }: ItemRow): string[] =>
  (nome_entrevistado ?? '').split(/\s+/u).filter((word) => word.length >= 3);

export type Erasure = { motivo: MotivoApagamento; protocolo: string | null };

/**
 * Erases an item's data and keeps its row as a tombstone; a call never analysed ends with the status erro.
 * @returns `objetos`: keys of the storage objects announced for deletion
 * @throws AppError nao_encontrado, execucao_em_andamento, dados_apagados, sem_permissao (the caller conducted the
 * interview, which was audited or examined)
 */
export function eraseItem(
  db: Database,
  scope: Scope,
  actor: Actor,
  id: string,
  { motivo, protocolo }: Erasure,
): Promise<{ item: ItemRow; objetos: string[] }> {
  return db.transaction(async (tx) => {
    // Follows the lock order of undoing an import, attaching a batch's recordings and retrying a failed run.
    const imports = await lockImportsOfItem(tx, id);
    const batches = await lockBatchesOfItem(tx, id);
    const item = await lockItem(tx, scope, id);
    await requireAct(tx, item, 'apagar', actor);
    await refuseOwnAudited(tx, actor.usuarioId, id);
    await refuseOwnExamined(tx, actor.usuarioId, id);
    await tx.query(
      `select from letras_mortas where item_id = $1 and ${inScope('$2', 'empresa_id')} order by id for update`,
      [id, empresaIdOf(scope)],
    );
    if (item.entrevista_id) {
      // Ends the interview first, so that an answer being saved or an upload being opened commits before the deletion.
      await eraseInterview(tx, item.entrevista_id);
      await discardUploads(tx, { dono: 'entrevista', ids: [item.entrevista_id] });
    }
    const objetos = [
      ...(await discardItemObjects(tx, item)),
      ...(await forgetPrepared(tx, id)),
      ...(await discardImportFiles(tx, imports)),
      ...(await forgetBatchFiles(tx, [id], { apaga: true })),
    ];
    await forgetBatchNames(tx, batches);
    await tx.query(CLEAN_LOG, [id]);
    await tx.query(CLEAN_SEARCHES, [item.empresa_id, wordsOfContact(item)]);
    const empresaId = item.empresa_id;
    for (const table of DELETED) {
      if (table === 'regra_disparos') await lockFirings(tx, empresaId, [id]);
      await tx.query(`delete from ${table} where item_id = $1`, [id]);
    }
    const { execucao, entrevistaRevisao, testeTemplate, verificacao, verificacaoTentativa } = tx.within(
      companyScope(empresaId),
    );
    // Deletes suggestions of criteria that were made from several calls, among them this call.
    await testeTemplate.deleteMany({ where: { empresaId, outrosItens: { has: id } } });
    await tx.query(
      `delete from chamadas_provedor c using execucoes x where x.id = c.execucao_id and x.item_id = $1`,
      [id],
    );
    await tx.query(
      `update execucao_etapas e set saida = null, erro = null, entrada_hash = null
       from execucoes x where x.id = e.execucao_id and x.item_id = $1`,
      [id],
    );
    await execucao.updateMany({ where: { itemId: id, empresaId }, data: { motivo: null } });
    await tx.query(
      `update eventos_timeline t set detalhes = '', dados = '{}' from execucoes x where x.id = t.execucao_id
        and x.item_id = $1`,
      [id],
    );
    if (item.entrevista_id) {
      // Typed text may name a person and is removed; decisions stay.
      const where = { entrevistaId: item.entrevista_id, empresaId };
      await entrevistaRevisao.updateMany({ where, data: { motivo: null } });
      await verificacao.updateMany({ where, data: { nota: null, codigosIa: null } });
      await verificacaoTentativa.deleteMany({ where: { empresaId, verificacao: where } });
      await tx.query(FORGET_SIGNALS, [item.entrevista_id]);
      for (const table of DELETED_OF_INTERVIEW) {
        await tx.query(`delete from ${table} where entrevista_id = $1`, [item.entrevista_id]);
      }
    }
    const { rows } = await tx.sql<ItemRow>(
      sql`update auditoria_itens i set dados_apagados_em = now(), motivo = ${param(DADOS_APAGADOS)},
          status = case i.status when 'concluido' then i.status else 'erro' end, ${ERASED},
          arquivo_path = null, arquivo_nome = null, arquivo_tipo = null, arquivo_tamanho = null,
          arquivo_sha256 = null, chave_idempotente = null, metadata = '{}', updated_at = now()
        where i.id = ${id} returning ${COLUMNS}`,
    );
    await tx.query(
      `insert into eventos_timeline (empresa_id, item_id, execucao_id, evento)
       select empresa_id, item_id, id, 'Dados apagados' from execucoes where item_id = $1
       order by created_at desc, id desc limit 1`,
      [id],
    );
    await recordAction(tx, {
      ...actor,
      empresaId: item.empresa_id,
      acao: 'dados_apagados',
      recurso: 'auditoria_item',
      recursoId: id,
      detalhes: { motivo, protocolo, projeto_id: item.projeto_id, objetos: objetos.length },
    });
    // Runs last, because from here on exports wait for this transaction.
    objetos.push(...(await forgetExports(tx, id)));
    return { item: rows[0] as ItemRow, objetos };
  });
}
