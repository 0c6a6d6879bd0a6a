/** Describes in a few words how the worker's own functions read an answer sheet and recordings' names in the portal. */

import type { OpcaoLida, PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { pairRecordings } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { answersOfRow, columnsByQuestion } from '@escuta/shared/domain/survey-file/rows/row-answers';
import { recogniseColumns, unreadColumn } from '../../worker/src/portal/rules/known-columns.ts';
import { namesOf } from '../../worker/src/portal/rules/row-names.ts';

export const opcao = (texto: string, valor: number, fields: Partial<OpcaoLida> = {}): OpcaoLida => ({
  ...{ texto, valor, especial: null },
  ...fields,
});
export const pergunta = (
  codigo: string,
  texto: string,
  fields: Partial<PerguntaLida> = {},
): PerguntaLida => ({
  codigo,
  texto,
  tipo: fields.opcoes ? 'escolha' : 'texto',
  obrigatoria: true,
  ler_opcoes: true,
  instrucao: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [],
  mostrar_se: null,
  avisos: [],
  ...fields,
});

export interface Envio {
  perguntas: readonly PerguntaLida[];
  cabecalho: readonly string[];
  linhas: readonly (readonly string[])[];
  gravacoes?: readonly string[];
}

/** Recognises the columns of an answer sheet, and numbers its rows from 2, because row 1 is the heading. */
export function alignedOf({ perguntas, cabecalho, linhas }: Envio) {
  const rows = linhas.map((celulas, index) => ({ n: index + 2, celulas: [...celulas] }));
  return { rows, colunas: recogniseColumns(cabecalho.map(unreadColumn), rows, perguntas) };
}

/** Describes the answers of a row, with '?' for an unreadable cell: 'P1 Bom; P2 Televisão + Rádio local'. */
function describeAnswers(envio: Envio, row: number): string {
  const { rows, colunas } = alignedOf(envio);
  const ids = envio.perguntas.map((_, place) => ({
    id: String(place),
    opcoes: envio.perguntas[place]?.opcoes.map((__, at) => String(at)) ?? [],
  }));
  const said = answersOfRow(columnsByQuestion(envio.perguntas, colunas), ids, rows[row]?.celulas ?? []);
  return said
    .toSorted((a, b) => Number(a.perguntaId) - Number(b.perguntaId))
    .map(({ perguntaId, opcoes, texto, estado }) => {
      const { codigo = '', opcoes: all = [] } = envio.perguntas[Number(perguntaId)] ?? {};
      const words = [...opcoes.map((at) => all[Number(at)]?.texto ?? ''), ...(texto === null ? [] : [texto])];
      return `${codigo} ${estado === null ? words.join(' + ') : '?'}`;
    })
    .join('; ');
}

/** Describes the answers of all rows in the words of `describeAnswers`. */
export const answersOf = (envio: Envio): string =>
  envio.linhas.map((_, row) => describeAnswers(envio, row)).join(' | ');

/** Describes the columns that identify a row: 'identificador=_uuid arquivo=Gravação'. */
export function rolesOf(envio: Envio): string {
  return alignedOf(envio)
    .colunas.filter(({ papel }) => papel !== 'pergunta' && papel !== 'ignorar')
    .map(({ papel, cabecalho }) => `${papel}=${cabecalho}`)
    .sort()
    .join(' ');
}

/** Counts the recordings that are paired with the right row, which is the row at the same position: '2 de 2'. */
export function pairsOf(envio: Envio): string {
  const { rows, colunas } = alignedOf(envio);
  const gravacoes = (envio.gravacoes ?? []).map((nome, index) => ({ id: String(index), nome }));
  const pares = pairRecordings(
    rows.map((row) => namesOf(row, colunas)),
    gravacoes,
  );
  const right = pares.filter(({ gravacao, linha }) => linha === Number(gravacao) + 2).length;
  const wrong = pares.filter(({ gravacao, linha }) => linha !== null && linha !== Number(gravacao) + 2);
  return `${right} de ${gravacoes.length}${wrong.length > 0 ? `, ${wrong.length} erradas` : ''}`;
}

/** Describes the identifying columns and counts the correctly paired recordings: 'identificador=_uuid · 2 de 2'. */
export const rolesAndPairs = (envio: Envio): string => `${rolesOf(envio)} · ${pairsOf(envio)}`;

/** Finds the rule that recognised the column with this heading; '' if no rule did. */
export const whyOf = (envio: Envio, cabecalho: string): string =>
  alignedOf(envio).colunas.find((coluna) => coluna.cabecalho === cabecalho)?.regra ?? '';
