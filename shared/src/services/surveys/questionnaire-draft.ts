/** A questionnaire's draft (its live questions) in version form, and the version for new interviews. */

import type { Db } from '@escuta/prisma/db';
import { CONSENTIMENTO_PADRAO } from '../../domain/interview/device/consent.ts';
import type { ConteudoVersao } from '../../domain/interview/questionnaire/questionnaire.ts';
import { readStoredVersion } from '../../domain/interview/questionnaire/stored-questionnaire.ts';
import { newId } from '../../platform/database/ids.ts';
import { param, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * The draft as ConteudoVersao: consent (or the default) and active questions in order. Later fields only if set, so
 * that older versions equal their drafts. `id`: the questionnaire's.
 */
const draftContent = (id: Sql): Sql => sql`jsonb_build_object('consentimento', coalesce((
    select q.consentimento from questionarios q where q.id = ${id}), ${param(CONSENTIMENTO_PADRAO)}::text), 'perguntas', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta, 'tipo', p.tipo,
      'obrigatoria', p.obrigatoria, 'lerOpcoes', p.ler_opcoes, 'instrucao', p.instrucao, 'mostrarSe', p.mostrar_se,
      'minimo', p.minimo, 'maximo', p.maximo, 'unidade', p.unidade, 'opcoes', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto_resposta, 'valor', r.valor,
          'sinonimos', r.sinonimos, 'especial', r.especial) || coalesce(r.regras, '{}') order by r.ordem, r.id)
        from respostas_definidas r where r.pergunta_id = p.id), '[]'))
      || case when p.observada then '{"observada": true}'::jsonb else '{}' end || coalesce(p.regras, '{}') order by p.ordem, p.created_at, p.id)
    from perguntas p where p.questionario_id = ${id} and p.ativo and p.excluida_em is null), '[]'))
  || coalesce((select jsonb_build_object('semGravacao', false) from questionarios q where q.id = ${id} and not q.sem_gravacao), '{}')`;

export type Versao = { id: string; numero: number; conteudo: ConteudoVersao };
export type Rascunho = {
  conteudo: ConteudoVersao;
  /** The newest version equal to the draft, else the newest; null: none. */
  versao: (Versao & { igual: boolean }) | null;
};

/** A questionnaire's draft and its comparison version. */
export async function readDraft(db: Db, questionarioId: string): Promise<Rascunho> {
  const { rows } = await db.sql<{
    rascunho: unknown;
    id: string | null;
    numero: number;
    conteudo: unknown;
    igual: boolean;
  }>(
    sql`select d.rascunho, v.id, v.numero, v.conteudo, v.conteudo = d.rascunho as igual
      from (select ${draftContent(sql`${questionarioId}::uuid`)} as rascunho) d
        left join questionario_versoes v on v.questionario_id = ${questionarioId}::uuid
      order by (v.conteudo = d.rascunho) desc nulls last, v.numero desc nulls last limit 1`,
    'questionnaire_draft',
  );
  const row = rows[0];
  if (!row) throw new Error('a draft is always there');
  const { id, numero, igual } = row;
  return {
    conteudo: readStoredVersion(row.rascunho),
    versao: id === null ? null : { id, numero, igual, conteudo: readStoredVersion(row.conteudo) },
  };
}

/** The version for a new interview: equal to the draft, or new. The caller has locked the questionnaire's row. */
export async function freezeVersion(
  db: Db,
  questionario: { id: string; empresaId: string },
  criadaPor: string | null,
): Promise<Versao> {
  const { conteudo, versao } = await readDraft(db, questionario.id);
  if (versao?.igual) return versao;
  const id = newId();
  const { rows } = await db.sql<{ numero: number }>(
    sql`insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo, criada_por)
      select ${id}::uuid, ${questionario.empresaId}::uuid, ${questionario.id}::uuid,
        coalesce((select max(numero) from questionario_versoes where questionario_id = ${questionario.id}::uuid), 0) + 1,
        ${draftContent(sql`${questionario.id}::uuid`)}, ${criadaPor}::uuid
      returning numero`,
    'questionnaire_freeze',
  );
  return { id, numero: rows[0]?.numero as number, conteudo };
}
