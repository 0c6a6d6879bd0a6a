/** Filters of interview lists as conditions on `entrevistas e`. */
import { AGUARDA_APARELHO_MS } from '../../domain/interview/device/events.ts';
import type {
  FILTROS_ENTREVISTA,
  FiltroRecebimento,
  FiltrosEntrevista,
} from '../../domain/interview/verdicts/interview-filters.ts';
import { askedConditions, type ListConditions } from '../../platform/database/conditions/list-filter.ts';
import { INTERVIEW_DAYS } from '../../platform/database/conditions/start.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { all, int, type Sql, sql } from '../../platform/database/sql.ts';
import { digitsOf, plainTerm } from '../calls/call-terms.ts';

/** True if interview `e` is incomplete and its device silent (awaitsDevice). */
export const awaitsItsDevice: Sql = sql`((e.situacao = 'em_andamento' or e.sincronia = 'parcial')
  and e.ultimo_contato_em < now() - make_interval(secs => ${int(AGUARDA_APARELHO_MS / 1000)}))`;
/** True if interview `e` was concluded, and its sender reported no sound. */
export const concludedWithoutSound: Sql = sql`(e.situacao = 'concluida' and e.gravacao <> 'esperada')`;
export const COM_GRAVACAO: Sql = sql`exists (select from auditoria_itens g where g.entrevista_id = e.id
  and g.arquivo_nome is not null)`;

const RECEBIMENTO: { readonly [R in FiltroRecebimento]: Sql } = {
  aguardando_aparelho: awaitsItsDevice,
  em_quarentena: sql`e.quarentena is not null`,
  sem_gravacao: concludedWithoutSound,
  nao_montada: sql`e.montagem = 'falhou'`,
};

/** Maximum words of a search, because each word becomes a condition. */
const PALAVRAS_MAX = 8;

/** True if each word ('Josué 996') occurs in name or phone; a text below 3 characters must begin the name. */
export function interviewText(q: string): Sql {
  const term = plainTerm(q);
  const parts = [digitsOf(term) ?? term.split(' ')].flat().slice(0, PALAVRAS_MAX);
  const [only = ''] = parts;
  if (parts.length === 1 && [...only].length < 3) {
    return sql`left(e.busca, 16) like escuta_normaliza(${escapeLike(only)}) || '%'`;
  }
  const words = parts.map((word) => digitsOf(word) ?? word);
  const found = words.map((word) => sql`e.busca like '%' || escuta_normaliza(${escapeLike(word)}) || '%'`);
  return sql`(${all(found)})`;
}

const CONDICOES: ListConditions<typeof FILTROS_ENTREVISTA> = {
  situacao: (situacao) => sql`e.situacao = ${situacao}::situacao_entrevista`,
  revisao: (revisao) => sql`e.revisao = ${revisao}`,
  questionario_id: (id) => sql`e.questionario_id = ${id}::uuid`,
  agente_id: (id) => sql`e.agente_id = ${id}::uuid`,
  com_gravacao: (com) => (com ? COM_GRAVACAO : sql`not ${COM_GRAVACAO}`),
  recebimento: (recebimento) => RECEBIMENTO[recebimento],
  q: interviewText,
  ...INTERVIEW_DAYS,
};

export const interviewConditions = (filter: FiltrosEntrevista): Sql[] => askedConditions(CONDICOES, filter);
