import { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import {
  type MostrarSe,
  optionsNamed,
  optionTest,
  testsOf,
} from '@escuta/shared/domain/interview/questionnaire/conditions';
import {
  readStoredCondition,
  readStoredRules,
} from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { type PerguntaEscrita, writeXlsform } from '@escuta/shared/domain/survey-file/xlsform/write-xlsform';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';
import type { PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import type { AppDeps } from '../../deps.ts';
import { listImagens } from './imagens-repo.ts';
import { readPerguntas } from './perguntas-repo.ts';
import { findQuestionario } from './repo.ts';

/** A draft question as if read from a document; drops its condition's tests of questions not in use. */
function asRead(
  row: PerguntaRow,
  rows: readonly PerguntaRow[],
  imagens: ReadonlyMap<string, string>,
): PerguntaEscrita {
  const stored = readStoredCondition(row.mostrar_se);
  const placeOf = (id: string) => rows.findIndex((one) => one.id === id);
  const placesIn = (place: number, ids: readonly string[]) => {
    const there = rows[place]?.opcoes.map(({ id }) => id) ?? [];
    return ids.map((id) => there.indexOf(id)).filter((at) => at >= 0);
  };
  const condition = optionTest(stored);
  const place = condition ? placeOf(condition.perguntaId) : -1;
  const chosen = condition ? placesIn(place, condition.opcoes) : [];
  const regras = readStoredRules(row.regras);
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
    condicao: stored && !condition ? testsByPlace(stored, placeOf, placesIn) : undefined,
    regras,
    imagem: regras.cartao && imagens.get(regras.cartao.id),
    avisos: [],
  };
}

/** A condition by indices of questions and options; undefined: none of its questions is in use. */
function testsByPlace(
  condition: MostrarSe,
  placeOf: (id: string) => number,
  placesIn: (place: number, ids: readonly string[]) => number[],
): PerguntaEscrita['condicao'] {
  const { liga, testes } = testsOf(condition);
  const found = testes.flatMap((one): NonNullable<PerguntaEscrita['condicao']>['testes'][number][] => {
    const pergunta = placeOf(one.perguntaId);
    if (pergunta < 0) return [];
    const ids = placesIn(pergunta, optionsNamed(one)).map(String);
    if ('opcoes' in one) return ids.length > 0 ? [{ pergunta, opcoes: ids }] : [];
    if ('exceto' in one) return ids.length > 0 ? [{ pergunta, exceto: ids }] : [];
    return 'contem' in one ? [{ pergunta, contem: one.contem }] : [{ pergunta, de: one.de, ate: one.ate }];
  });
  return found.length > 0 ? { liga, testes: found } : undefined;
}

/**
 * A questionnaire's questions in use as an XLSForm.
 * @throws AppError nao_encontrado, regra_violada if it has no question
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
    throw new AppError('regra_violada', 'O questionário não tem perguntas em uso: não há nada a baixar.');
  const imagens = new Map((await listImagens(deps.db, questionario)).map((one) => [one.id, one.nome]));
  const abas = writeXlsform({
    titulo: questionario.nome,
    apresentacao: questionario.consentimento,
    perguntas: rows.map((row) => asRead(row, rows, imagens)),
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
