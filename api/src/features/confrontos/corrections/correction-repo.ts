// SQL: corrections overlay a transcript; a lock per item leaves a single correction in force per sentence.

import type { Db } from '@escuta/prisma/db';
import type { StatusProcessamento, TipoItem } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { runOfPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, literal, sql } from '@escuta/shared/platform/database/sql';

export type TranscribedItem = {
  id: string;
  empresaId: string;
  projetoId: string;
  entrevistaId: string | null;
  tipoItem: TipoItem;
  status: StatusProcessamento;
  /**
   * The result whose transcript is shown: that of the verdicts in force, else the newest finished result of the present
   * recording.
   */
  resultadoId: string | null;
};

/** Locks an item, which serialises its corrections; null outside the scope. */
export async function lockTranscribedItem(
  db: Db,
  scope: Scope,
  itemId: string,
): Promise<TranscribedItem | null> {
  await db.sql(
    sql`select from auditoria_itens i where i.id = ${itemId}::uuid and ${inScope(scope, sql`i.empresa_id`)}
      for no key update of i`,
    'correcao_trava',
  );
  // Reads after the lock, because a run that ended meanwhile may have put another result in force.
  const { rows } = await db.sql<TranscribedItem>(
    sql`select i.id, i.empresa_id as "empresaId", i.projeto_id as "projetoId", i.entrevista_id as "entrevistaId",
        i.tipo_item as "tipoItem", i.status,
        coalesce(
          (select x.id from confrontos c join auditoria_resultados x on x.execucao_id = c.execucao_id
            where c.item_id = i.id and c.vigente limit 1),
          (select x.id from auditoria_resultados x where x.item_id = i.id and x.status_processamento = 'concluido'
              and ${literal(runOfPresentRecording('x.execucao_id'))}
            order by x.created_at desc, x.id desc limit 1)) as "resultadoId"
      from auditoria_itens i where i.id = ${itemId}::uuid and ${inScope(scope, sql`i.empresa_id`)}`,
    'correcao_item',
  );
  return rows[0] ?? null;
}

export type HeldSentence = {
  id: string;
  texto: string;
  falante: string;
  textoOriginal: string;
  falanteOriginal: string;
};

/** The present text and speaker of a result's sentence. */
export async function findHeldSentence(
  db: Db,
  resultadoId: string,
  ordem: number,
): Promise<HeldSentence | null> {
  const { rows } = await db.sql<HeldSentence>(
    sql`select s.id, s.texto, s.falante, s.texto_original as "textoOriginal", s.falante_original as "falanteOriginal"
      from transcricoes t join sentencas_vigentes s on s.transcricao_id = t.id
      where t.resultado_id = ${resultadoId}::uuid and s.ordem = ${ordem}`,
    'correcao_sentenca',
  );
  return rows[0] ?? null;
}

/** Withdraws a sentence's correction in force, which stays in the history; false if none is in force. */
export async function dropCorrection(
  db: Db,
  { empresaId }: TranscribedItem,
  sentencaId: string,
): Promise<boolean> {
  const { count } = await db.within(companyScope(empresaId)).sentencaCorrecao.updateMany({
    where: { sentencaId, empresaId, emVigor: true },
    data: { emVigor: false },
  });
  return count > 0;
}

/** Replaces a sentence's correction. A null text or speaker restores the transcribed text or the detected speaker. */
export async function insertCorrection(
  db: Db,
  item: TranscribedItem,
  usuarioId: string,
  sentencaId: string,
  correction: { texto: string | null; falante: string | null },
): Promise<void> {
  await db.sql(
    sql`insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id)
      values (${newId()}, ${item.empresaId}, ${item.id}, ${sentencaId}, ${correction.texto}, ${correction.falante},
        ${usuarioId})`,
    'correcao_nova',
  );
}

export type Voices = {
  /** Hash of all sentences' speakers. */
  visto: string;
  /** Number of sentences of interviewer and respondent. */
  frases: number;
  /** Author and time of the swap; null if any sentence has its detected speaker. */
  trocadas: { por: string | null; em: string } | null;
};

const PARTIES = sql`('entrevistador', 'entrevistado')`;

/** Reads the speakers of a result's transcript; null if neither interviewer nor respondent has a sentence. */
export async function readVoices(
  db: Db,
  which: { resultadoId: string } | { execucaoId: string },
): Promise<Voices | null> {
  const result =
    'resultadoId' in which
      ? sql`x.id = ${which.resultadoId}::uuid`
      : sql`x.execucao_id = ${which.execucaoId}::uuid`;
  const { rows } = await db.sql<Voices>(
    sql`select md5(string_agg(s.id::text || s.falante, ' ' order by s.id)) as visto,
        count(*) filter (where s.falante in ${PARTIES})::int as frases,
        case when bool_and(s.falante <> s.falante_original and s.falante_original in ${PARTIES})
            filter (where s.falante in ${PARTIES})
          then (array_agg(json_build_object('por', coalesce(u.nome, u.email), 'em', c.created_at)
            order by c.created_at desc, c.id desc) filter (where c.falante is not null))[1] end as trocadas
      from auditoria_resultados x join transcricoes t on t.resultado_id = x.id
      join sentencas_vigentes s on s.transcricao_id = t.id
      left join sentenca_correcoes c on c.sentenca_id = s.id and c.em_vigor left join usuarios u on u.id = c.usuario_id
      where ${result}`,
    'resultadoId' in which ? 'vozes-resultado' : 'vozes-execucao',
  );
  const [voices] = rows;
  return voices && voices.frases > 0 ? voices : null;
}

/**
 * Swaps interviewer and respondent in all sentences. Where a sentence thereby has its detected speaker again, a
 * corrected text keeps its author; a correction without a changed text is withdrawn.
 */
export async function swapVoices(db: Db, item: TranscribedItem, usuarioId: string): Promise<void> {
  type Row = {
    id: string;
    falante: string | null;
    texto: string | null;
    autor: string | null;
    em: Date | null;
  };
  const { rows } = await db.sql<Row>(
    sql`select s.id, n.falante, c.texto, a.usuario_id as autor, a.created_at as em
      from transcricoes t join sentencas_vigentes s on s.transcricao_id = t.id
      cross join lateral (select nullif(case s.falante when 'entrevistador' then 'entrevistado'
        else 'entrevistador' end,
        s.falante_original) as falante) n
      left join sentenca_correcoes c on c.sentenca_id = s.id and c.em_vigor
      left join lateral (select o.usuario_id, o.created_at from sentenca_correcoes o
        where n.falante is null and o.sentenca_id = s.id and o.texto = c.texto
        order by o.created_at, o.id limit 1) a on true
      where t.resultado_id = ${item.resultadoId}::uuid and s.falante in ('entrevistador', 'entrevistado')`,
    'vozes',
  );
  await db.sql(
    sql`update sentenca_correcoes set em_vigor = false
      where sentenca_id = any (${rows.map(({ id }) => id)}::uuid[]) and em_vigor`,
    'vozes_antes',
  );
  const corrected = rows.filter(({ falante, texto }) => falante !== null || texto !== null);
  await db.sql(
    sql`insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id, created_at)
      select n.id, ${item.empresaId}::uuid, ${item.id}::uuid, n.sentenca_id, n.texto, n.falante,
        coalesce(n.autor, ${usuarioId}::uuid), coalesce(n.em, now())
      from unnest(${corrected.map(() => newId())}::uuid[], ${corrected.map(({ id }) => id)}::uuid[],
        ${corrected.map(({ texto }) => texto)}::text[], ${corrected.map(({ falante }) => falante)}::text[],
        ${corrected.map(({ autor }) => autor)}::uuid[], ${corrected.map(({ em }) => em)}::timestamptz[])
        as n (id, sentenca_id, texto, falante, autor, em)`,
    'vozes_trocadas',
  );
}
