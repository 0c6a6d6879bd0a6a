/** A questionnaire's draft (its live questions) as a version's content, and the version for new interviews. */

import type { Db } from '@escuta/prisma/db';
import { CONSENTIMENTO_PADRAO } from '../../domain/interview/device/consent.ts';
import type { ConteudoVersao } from '../../domain/interview/questionnaire/questionnaire.ts';
import { readStoredVersion } from '../../domain/interview/questionnaire/stored-questionnaire.ts';
import { companyScope } from '../../domain/scope.ts';
import { newId } from '../../platform/database/ids.ts';
import { param, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * The draft as ConteudoVersao: consent (by default the standard text) and active questions in order. Fields added later
 * are present only if set, so that older versions still equal their drafts.
 */
const draftContent = (id: Sql): Sql => sql`jsonb_build_object('consentimento', coalesce((
    select q.consentimento from questionarios q where q.id = ${id}), ${param(CONSENTIMENTO_PADRAO)}::text), 'perguntas',
    coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta, 'tipo', p.tipo,
      'obrigatoria', p.obrigatoria, 'lerOpcoes', p.ler_opcoes, 'instrucao', p.instrucao, 'mostrarSe', p.mostrar_se,
      'minimo', p.minimo, 'maximo', p.maximo, 'unidade', p.unidade, 'opcoes', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto_resposta, 'valor', r.valor,
          'sinonimos', r.sinonimos, 'especial', r.especial) || coalesce(r.regras, '{}') order by r.ordem, r.id)
        from respostas_definidas r where r.pergunta_id = p.id), '[]'))
      || case when p.observada then '{"observada": true}'::jsonb else '{}' end || coalesce(p.regras, '{}')
        order by p.ordem, p.created_at, p.id)
    from perguntas p where p.questionario_id = ${id} and p.ativo and p.excluida_em is null), '[]'))
  || coalesce((select jsonb_build_object('semGravacao', false) from questionarios q where q.id = ${id}
    and not q.sem_gravacao), '{}')`;

export type Versao = { id: string; numero: number; conteudo: ConteudoVersao };
export type VersaoPublicada = Versao & { publicadaEm: Date };
export type Rascunho = {
  conteudo: ConteudoVersao;
  /** The content's SHA-256. */
  marca: string;
  /** The version of new interviews; null: never published. `igual`: the draft equals this version. */
  publicada: (VersaoPublicada & { igual: boolean }) | null;
  /** Version number after publishing: the newest version equal to the draft, else the next. */
  proxima: number;
};

/** Order of versions `v`: the version of new interviews first. */
export const PUBLISHED_FIRST: Sql = sql`v.publicada_em desc, v.numero desc`;

/** True if the draft differs from its questionnaire's version `v`. */
export const draftDiffers: Sql = sql`v.conteudo <> (${draftContent(sql`v.questionario_id`)})`;

export async function readDraft(db: Db, questionarioId: string): Promise<Rascunho> {
  const { rows } = await db.sql<{
    rascunho: unknown;
    marca: string;
    proxima: number;
    id: string | null;
    numero: number;
    conteudo: unknown;
    publicada_em: Date;
    igual: boolean;
  }>(
    sql`select d.rascunho, encode(sha256(convert_to(d.rascunho::text, 'UTF8')), 'hex') as marca,
        coalesce((select max(o.numero) from questionario_versoes o
            where o.questionario_id = ${questionarioId}::uuid and o.conteudo = d.rascunho),
          (select max(o.numero) + 1 from questionario_versoes o where o.questionario_id = ${questionarioId}::uuid),
          1) as proxima,
        v.id, v.numero, v.conteudo, v.publicada_em, v.conteudo = d.rascunho as igual
      from (select ${draftContent(sql`${questionarioId}::uuid`)} as rascunho) d
        left join questionario_versoes v on v.questionario_id = ${questionarioId}::uuid and v.publicada_em is not null
      order by ${PUBLISHED_FIRST} limit 1`,
    'questionnaire_draft',
  );
  const row = rows[0];
  if (!row) throw new Error('a draft is always there');
  const { id, numero, igual, marca, proxima, publicada_em: publicadaEm } = row;
  return {
    conteudo: readStoredVersion(row.rascunho),
    marca,
    proxima,
    publicada:
      id === null ? null : { id, numero, igual, publicadaEm, conteudo: readStoredVersion(row.conteudo) },
  };
}

/** The version of new interviews; null before the first publication. */
export async function findPublished(
  db: Db,
  { id: questionarioId, empresaId }: { id: string; empresaId: string },
): Promise<VersaoPublicada | null> {
  const found = await db.within(companyScope(empresaId)).questionarioVersao.findFirst({
    where: { questionarioId, empresaId, publicadaEm: { not: null } },
    orderBy: [{ publicadaEm: 'desc' }, { numero: 'desc' }],
    select: { id: true, numero: true, conteudo: true, publicadaEm: true },
  });
  if (!found?.publicadaEm) return null;
  const { id, numero, conteudo, publicadaEm } = found;
  return { id, numero, conteudo: readStoredVersion(conteudo), publicadaEm };
}

/**
 * Publishes, for new interviews, the newest version that equals the draft, else a new version. The caller has locked
 * the questionnaire's row.
 */
export async function publishDraft(
  db: Db,
  questionario: { id: string; empresaId: string },
  por: string | null,
): Promise<VersaoPublicada> {
  const { id } = questionario;
  const now = sql`greatest(clock_timestamp(), (select max(v.publicada_em) + interval '1 ms' from questionario_versoes v
    where v.questionario_id = ${id}::uuid))`;
  const { rowCount } = await db.sql(
    sql`update questionario_versoes set publicada_em = ${now}, publicada_por = ${por}::uuid
      where id = (select v.id from questionario_versoes v where v.questionario_id = ${id}::uuid
        and not (${draftDiffers})
        order by v.numero desc limit 1)`,
    'questionnaire_publish_again',
  );
  if (!rowCount) {
    await db.sql(
      sql`insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo, criada_por, publicada_em,
        publicada_por)
        select ${newId()}::uuid, ${questionario.empresaId}::uuid, ${id}::uuid,
          coalesce((select max(numero) from questionario_versoes where questionario_id = ${id}::uuid), 0) + 1,
          ${draftContent(sql`${id}::uuid`)}, ${por}::uuid, ${now}, ${por}::uuid`,
      'questionnaire_publish',
    );
  }
  return (await findPublished(db, questionario)) as VersaoPublicada;
}

/**
 * A new interview's version: the last published, else the draft, which this call publishes. The caller has locked the
 * questionnaire's row.
 */
export async function versionToAsk(
  db: Db,
  questionario: { id: string; empresaId: string },
  por: string | null,
): Promise<VersaoPublicada> {
  return (await findPublished(db, questionario)) ?? publishDraft(db, questionario, por);
}
