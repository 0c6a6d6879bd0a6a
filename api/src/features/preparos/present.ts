import type { PreparoDetalhe, PreparoWire } from '@escuta/shared/contracts/surveys/preparos';
import { avisosDoPreparo, colunaDoPreparo, isOpenPreparo } from '@escuta/shared/domain/audit-preparation';
import {
  type QuestionarioLido,
  questionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { type Alerta, warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import type { NumerosPreparo } from '@escuta/shared/services/portal/preparo-figures';
import type { PreparoDetalheRow, PreparoRow } from './repo.ts';

/** Which have figures: all of it was read. What was confirmed keeps its pairs, and their rows alone. */
export const hasFigures = ({ estado }: Pick<PreparoRow, 'estado'>): boolean =>
  hasOpenFigures({ estado }) || estado === 'auditando' || estado === 'concluido';
/** Those among them that lists count anew each time: few at any moment. */
export const hasOpenFigures = ({ estado }: Pick<PreparoRow, 'estado'>): boolean =>
  estado === 'pronto' || estado === 'criando';

/** What an audit costs, BRL cents, by the dearest package; null: there is none. */
const centavosOf = (creditos: number, porCredito: number | null): number | null =>
  porCredito === null ? null : Math.round(creditos * porCredito);

/** @param numeros null: it has none */
export function presentPreparo(row: PreparoRow, numeros: NumerosPreparo | null): PreparoWire {
  return {
    id: row.id,
    projeto: { id: row.projeto_id, nome: row.projeto_nome, tipo_projeto: row.tipo_projeto },
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    observacoes: row.observacoes,
    estado: row.estado,
    motivo: row.motivo,
    motivo_papel: row.motivo_papel,
    automatico: row.automatico,
    versao: row.versao,
    arquivos: row.arquivos,
    tarefa: row.tarefa,
    resumo: numeros && {
      ...numeros,
      perguntas: row.perguntas,
      centavos: centavosOf(numeros.creditos, row.centavos_por_credito),
      saldo: row.saldo,
    },
    auditoria_id: row.auditoria_id,
    pesquisa_id: row.pesquisa_id,
    created_at: row.created_at.toISOString(),
    expira_em: isOpenPreparo(row.estado) ? row.expira_em.toISOString() : null,
  };
}

/** The columns of a stored sheet that can be read. */
export const readColumns = (stored: unknown) => readStoredList(colunaDoPreparo, stored);
/** The questionnaire that was read; null: none, or it cannot be read. */
export const readQuestions = (stored: unknown) => readStored(questionarioLido, stored, null);

/** A preparation is asked for every few seconds: who shows the document's lines asks for them. */
const withoutLines = ({ linhas: _, ...lido }: QuestionarioLido): Omit<QuestionarioLido, 'linhas'> => lido;

/** With what was read of its documents. */
export function presentDetail(
  row: PreparoDetalheRow,
  numeros: NumerosPreparo | null,
  { repetidas, titulo_proposto }: { repetidas: Alerta[]; titulo_proposto: string | null },
): PreparoDetalhe {
  const lido = readQuestions(row.questionario);
  const questionario = lido && withoutLines(lido);
  const colunas = readColumns(row.colunas);
  return {
    ...presentPreparo(row, numeros),
    questionario,
    aba: row.aba,
    colunas,
    avisos: readStored(avisosDoPreparo, row.avisos, []),
    // Of what waits for a person; what was confirmed was known by then.
    alertas:
      row.estado === 'pronto' && questionario ? [...warningsOf(questionario, colunas), ...repetidas] : [],
    titulo_proposto,
    incluir_linhas_sem_gravacao: row.linhas_sem_gravacao,
    andamento: row.andamento,
  };
}
