// SQL: reads an interview's state in a single statement, if needed under the lock that writers of the state take.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import {
  type AtoEntrevista,
  type EstadoEntrevista,
  type FatosDaEntrevista,
  outcomeOf,
  type Quem,
  type Recusa,
  refusalInWords,
  stateOfInterview,
  VIDA_DA_ENTREVISTA,
} from '../../domain/life/interview.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { ofOwner } from '../intake/uploads.ts';
import type { Actor } from '../log/audit-log.ts';
import { didInterview, OWN_INTERVIEW } from './own-interview.ts';

/** Reasons for interview `e`'s quarantine, the first reason first; empty: none. */
export const reasonsHeld: Sql = sql`array_remove(array_prepend(e.quarentena, e.quarentena_tambem), null)`;

/** True if part `p` of upload `v` of interview `e` arrived after a gerente stopped waiting. */
export const cameLate: Sql = sql`coalesce(e.sincronia = 'completa' and e.registro_sha256 is null
  and (v.estado <> 'concluido' or p.n > v.partes or p.created_at > e.recebida_em), false)`;

/** State of interview `e`'s second recording. */
export const SEGUNDA: Sql = sql`case when e.sincronia is distinct from 'completa'
  or e.registro_sha256 is not null then 'nenhuma'
  else coalesce((select case when s.decisao is not null then 'decidida' when s.montagem = 'pendente' then 'juntando'
      when s.montagem = 'falhou' then 'nao_juntada' else 'oferecida' end
    from entrevista_segundas s where s.entrevista_id = e.id),
  case when exists (select from envios v join envio_partes p on p.envio_id = v.id
    where ${ofOwner('entrevista', sql`e.id`)} and ${cameLate})
    then 'chegando' else 'nenhuma' end) end`;

/** Locks an interview's items; callers always lock them before the interview. */
export async function lockItems(db: Db, entrevistaId: string): Promise<void> {
  await db.sql(
    sql`select from auditoria_itens where entrevista_id = ${entrevistaId} order by id for no key update`,
    'entrevista_itens',
  );
}

/**
 * Locks an interview's verdicts, to retire them; after the items and before the interview, as in other writers of
 * verdicts.
 */
export async function lockCells(db: Db, entrevistaId: string): Promise<void> {
  await db.sql(
    sql`select from confrontos where entrevista_id = ${entrevistaId} and vigente order by id for update`,
    'entrevista_celulas',
  );
}

/** States of interviews by id; leaves out missing ones. */
export async function readInterviewStates(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, EstadoEntrevista>> {
  const { rows } = await db.sql<FatosDaEntrevista & { id: string }>(
    sql`select e.id, e.situacao, e.desfecho, e.sincronia, e.registro_sha256 is not null as "temRegistro",
      e.consentimento,
        ${reasonsHeld} as quarentenas, e.montagem, e.revisao, ${SEGUNDA} as segunda,
        exists (select from envios v join envio_partes p on p.envio_id = v.id where ${ofOwner('entrevista', sql`e.id`)}
          and not ${cameLate}) as "temPartes",
        coalesce(i.arquivo_path is not null, false) as "temGravacao", coalesce(i.dados_apagados_em is not null, false)
          as apagada,
        exists (select from entrevista_gravacoes g where g.entrevista_id = e.id) as "temMapa",
        case when exists (select from confrontos c where c.entrevista_id = e.id) then 'confrontada'
          when exists (select from execucoes x where x.item_id = i.id) then 'processada' else 'nenhuma' end as auditoria
      from entrevistas e left join lateral (select id, arquivo_path, dados_apagados_em from auditoria_itens
        where entrevista_id = e.id order by created_at desc, id desc limit 1) i on true
      where e.id = any (${[...ids]}::uuid[])`,
    'entrevista_fatos',
  );
  return new Map(rows.map((row) => [row.id, stateOfInterview(row)]));
}

export function interviewRefusal(recusa: Recusa): AppError {
  const { codigo, frase } = refusalInWords(recusa);
  return new AppError(codigo, frase);
}

const OUTRA_PESSOA: Partial<Record<AtoEntrevista, string>> = {
  liberar: 'Você fez esta entrevista: outra pessoa precisa liberar a entrevista.',
  repetir_montagem: 'Você fez esta entrevista: outra pessoa precisa liberar a entrevista.',
  anexar: 'Você fez esta entrevista: outra pessoa precisa trocar ou remover a gravação do aparelho.',
  desvincular: 'Você fez esta entrevista: outra pessoa precisa trocar ou remover a gravação do aparelho.',
  repetir_segunda: 'Você fez esta entrevista: outra pessoa precisa decidir qual gravação usar.',
  usar_segunda: 'Você fez esta entrevista: outra pessoa precisa decidir qual gravação usar.',
  descartar_segunda: 'Você fez esta entrevista: outra pessoa precisa decidir qual gravação usar.',
};

/** True if the act is forbidden to the interviewer. Acts of 'outra_pessoa' are allowed without a device. */
const isForbiddenToInterviewer = (quem: Quem, { recebimento }: EstadoEntrevista): boolean =>
  quem === 'outro_gerente' || (quem === 'outra_pessoa' && recebimento !== 'sem_aparelho');

/**
 * Checks an action under the interview's lock; the caller checked the scope.
 * @returns the state before and after
 * @throws AppError the refusal's code; sem_permissao if reserved for others than the interviewer
 */
export async function requireInterviewAct(
  db: Db,
  id: string,
  ato: AtoEntrevista,
  { usuarioId }: Pick<Actor, 'usuarioId'>,
): Promise<{ de: EstadoEntrevista; para: EstadoEntrevista }> {
  const de = (await readInterviewStates(db, [id])).get(id);
  if (!de) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  const outcome = outcomeOf(de, ato);
  if (outcome === 'nada') return { de, para: de };
  if ('recusa' in outcome) throw interviewRefusal(outcome.recusa);
  if (usuarioId !== null && isForbiddenToInterviewer(VIDA_DA_ENTREVISTA[ato].quem, de)) {
    const { rowCount } = await db.sql(
      sql`select from entrevistas e where e.id = ${id} and ${didInterview(usuarioId)}`,
      'entrevista_sua',
    );
    if (rowCount) throw new AppError('sem_permissao', OUTRA_PESSOA[ato] ?? OWN_INTERVIEW);
  }
  return { de, para: outcome.para };
}
