/** Work that a gerente gave a person: signals to judge, interviews to verify, daily figures. */
import { type Sql, sql } from '../sql.ts';

/** True if a person is assigned to a signal. */
export const named = (usuarioId: Sql, sinalId: Sql): Sql =>
  sql`exists (select from sinais s where s.id = ${sinalId}::uuid and s.indicado_id = ${usuarioId}::uuid)`;

/** True if verification `v` is pending, or its respondent was not reached. */
export const PENDENTE: Sql = sql`(v.resultado is null or v.resultado = 'sem_contato')`;

/** True if the data of interview `e` are erased: nobody can hear it or call the respondent. */
export const APAGADA: Sql = sql`exists (select from auditoria_itens ai where ai.entrevista_id = e.id
  and ai.dados_apagados_em is not null)`;

/** Counts a survey's interviews that a person must still verify. */
export const toVerify = (usuarioId: Sql, pesquisaId: Sql): Sql =>
  sql`(select count(*)::int from verificacoes v join entrevistas e on e.id = v.entrevista_id
    where v.pesquisa_id = ${pesquisaId}::uuid and v.responsavel_id = ${usuarioId}::uuid and ${PENDENTE}
      and not ${APAGADA})`;

/** True if an interviewer's sheet still exists. @param retornoId id in agente_retornos */
export const sheetIsThere = (retornoId: Sql): Sql =>
  sql`exists (select from agente_retornos r where r.id = ${retornoId}::uuid)`;
