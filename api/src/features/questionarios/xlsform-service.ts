import { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { readStoredCondition } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { writeXlsform } from '@escuta/shared/domain/survey-file/xlsform/write-xlsform';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';
import type { PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import type { AppDeps } from '../../deps.ts';
import { readPerguntas } from './perguntas-repo.ts';
import { findQuestionario } from './repo.ts';

/** Converts a draft question to a document's form; drops a condition on a question that is not in use. */
function asRead(row: PerguntaRow, rows: readonly PerguntaRow[]): PerguntaLida {
  const condition = optionTest(readStoredCondition(row.mostrar_se));
  const place = condition ? rows.findIndex(({ id }) => id === condition.perguntaId) : -1;
  const ids = rows[place]?.opcoes.map(({ id }) => id) ?? [];
  const chosen = condition?.opcoes.map((id) => ids.indexOf(id)).filter((at) => at >= 0) ?? [];
  return {
    codigo: row.codigo,
    texto: row.texto_pergunta,
    tipo: row.tipo,
    obrigatoria: row.obrigatoria,
    ler_opcoes: row.ler_opcoes,
    ...(row.observada ? { observada: true } : {}),
    instrucao: row.instrucao,
    minimo: row.minimo,
    maximo: row.maximo,
    unidade: row.unidade,
    opcoes: row.opcoes.map(({ texto_resposta: texto, valor, especial }) => ({ texto, valor, especial })),
    mostrar_se: chosen.length > 0 ? { pergunta: place, opcoes: chosen } : null,
    avisos: [],
  };
}

/**
 * A questionnaire's questions in use as an XLSForm. @throws AppError nao_encontrado, regra_violada where it has no
 * question
 */
export async function xlsformOf(
  deps: AppDeps,
  scope: Scope,
  id: string,
): Promise<{ nome: string; tipo: string; corpo: Readable }> {
  const questionario = await findQuestionario(deps.db, scope, id);
  if (!questionario) throw new AppError('nao_encontrado', 'Questionário não encontrado.');
  const rows = (await readPerguntas(deps.db, id)).filter(({ ativo }) => ativo);
  if (rows.length === 0)
    throw new AppError('regra_violada', 'O questionário não tem perguntas em uso: nada a baixar.');
  const abas = writeXlsform({
    titulo: questionario.nome,
    apresentacao: questionario.consentimento,
    perguntas: rows.map((row) => asRead(row, rows)),
  });
  const planilhas = abas.map(({ nome, colunas, linhas }) => ({
    nome,
    colunas: colunas.map((titulo) => ({ titulo, largura: titulo === 'label' ? 50 : 18 })),
    linhas: [linhas],
  }));
  return {
    nome: exportName('xlsform', questionario.nome, 'xlsx'),
    tipo: TIPO_DO_FORMATO.xlsx,
    corpo: Readable.from(writeXlsx(planilhas), { objectMode: false }),
  };
}
