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

/** True if all files are read, so that figures exist. After confirmation only rows with a recording remain. */
export const hasFigures = ({ estado }: Pick<PreparoRow, 'estado'>): boolean =>
  hasOpenFigures({ estado }) || estado === 'auditando' || estado === 'concluido';
/** True if lists count the figures on each request; few prepared audits are in these states. */
export const hasOpenFigures = ({ estado }: Pick<PreparoRow, 'estado'>): boolean =>
  estado === 'pronto' || estado === 'criando';

/** Price of an audit in BRL cents, by the most expensive package; null: no package. */
const centavosOf = (creditos: number, porCredito: number | null): number | null =>
  porCredito === null ? null : Math.round(creditos * porCredito);

/** Shapes a prepared audit. @param numeros null: there are no figures yet */
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

/** The valid columns of a stored sheet. */
export const readColumns = (stored: unknown) => readStoredList(colunaDoPreparo, stored);
/** The stored questionnaire; null if absent or invalid. */
export const readQuestions = (stored: unknown) => readStored(questionarioLido, stored, null);

/** Removes the document's lines, because pages, which poll every few seconds, request the lines separately. */
const withoutLines = ({ linhas: _, ...lido }: QuestionarioLido): Omit<QuestionarioLido, 'linhas'> => lido;

export function presentDetail(
  row: PreparoDetalheRow,
  numeros: NumerosPreparo | null,
  { pares, titulo_proposto }: { pares: Alerta[]; titulo_proposto: string | null },
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
    // Warnings are shown only while the prepared audit waits for a person.
    alertas: row.estado === 'pronto' && questionario ? [...warningsOf(questionario, colunas), ...pares] : [],
    titulo_proposto,
    incluir_linhas_sem_gravacao: row.linhas_sem_gravacao,
    andamento: row.andamento,
  };
}
