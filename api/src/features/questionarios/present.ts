import type {
  PerguntaWire,
  QuestionarioDetalhe,
  QuestionarioWire,
} from '@escuta/shared/contracts/surveys/questionarios';
import { brokenConditions } from '@escuta/shared/domain/interview/questionnaire/applicability';
import { conditionToWire } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { optionRulesOf, rulesOf } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  changesSince,
  type Mudancas,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire-changes';
import {
  readStoredCondition,
  readStoredOptionRules,
  readStoredRules,
} from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Rascunho } from '@escuta/shared/services/surveys/questionnaire-draft';
import type { PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import { explainClosed, explainUnaskable } from '../../field/closed-reasons.ts';
import type { QuestionarioRow } from './repo.ts';

/** Reason why no interview can begin; null: an interview can begin. */
function whyNotBegun(row: QuestionarioRow): string | null {
  const closed = explainClosed({ ...row, pesquisa_ativa: row.pesquisa_ativo, questionario_ativo: row.ativo });
  if (closed) return closed;
  // A published version has questions to ask, so an interview can begin.
  if (row.publicada) return null;
  if (row.total_perguntas === 0) return explainUnaskable([])?.mensagem ?? null;
  const asked = (row.condicoes ?? []).map(({ id, codigo, tipo, mostrar_se, regras, opcoes }) => ({
    id,
    codigo,
    bateria: readStoredRules(regras).bateria,
    tipo,
    mostrarSe: readStoredCondition(mostrar_se),
    opcoes,
  }));
  return asked.length === 0 ? null : (explainUnaskable(asked)?.mensagem ?? null);
}

export function presentQuestionario(row: QuestionarioRow): QuestionarioWire {
  return {
    id: row.id,
    nome: row.nome,
    descricao: row.descricao,
    pesquisa_id: row.pesquisa_id,
    pesquisa: { titulo: row.pesquisa_titulo, ativo: row.pesquisa_ativo },
    ativo: row.ativo,
    consentimento: row.consentimento,
    sem_gravacao: row.sem_gravacao,
    fechado: whyNotBegun(row),
    total_perguntas: row.total_perguntas,
    total_entrevistas: row.total_entrevistas,
    versao: row.versao,
    publicada: row.publicada && {
      numero: row.publicada.numero,
      em: new Date(row.publicada.em).toISOString(),
      por: row.publicada.por,
    },
    alterado: row.publicada?.alterado ?? false,
    created_at: row.created_at.toISOString(),
  };
}

/** Shapes all questions of a questionnaire, in order; only all questions together show broken conditions. */
export function presentPerguntas(rows: readonly PerguntaRow[]): PerguntaWire[] {
  const asked = rows
    .filter(({ ativo }) => ativo)
    .map(({ id, tipo, mostrar_se, opcoes }) => ({
      id,
      tipo,
      mostrarSe: readStoredCondition(mostrar_se),
      opcoes,
    }));
  const broken = new Map(brokenConditions(asked).map(({ id, motivo }) => [id, motivo]));
  return rows.map((row) => {
    const condition = readStoredCondition(row.mostrar_se);
    return {
      id: row.id,
      questionario_id: row.questionario_id,
      codigo: row.codigo,
      texto_pergunta: row.texto_pergunta,
      tipo: row.tipo,
      multipla_escolha: isChoice(row.tipo),
      campo_texto: row.obrigatoria,
      ler_opcoes: row.ler_opcoes,
      observada: row.observada,
      instrucao: row.instrucao,
      mostrar_se: condition && conditionToWire(condition),
      regras: rulesOf(readStoredRules(row.regras)),
      condicao_quebrada: broken.get(row.id) ?? null,
      minimo: row.minimo,
      maximo: row.maximo,
      unidade: row.unidade,
      ordem: row.ordem,
      ativo: row.ativo,
      respostas_definidas: row.opcoes.map((opcao, index) => ({
        ...opcao,
        ordem: index + 1,
        regras: optionRulesOf(readStoredOptionRules(opcao.regras)),
      })),
    };
  });
}

const NOTHING: Mudancas = {
  consentimento: null,
  semGravacao: null,
  novas: [],
  alteradas: [],
  removidas: [],
  reordenadas: false,
};

/** Shapes a questionnaire with its draft, and the draft's changes since the published version. */
export function presentDetalhe(
  row: QuestionarioRow,
  perguntas: readonly PerguntaRow[],
  { conteudo, marca, publicada, proxima }: Rascunho,
): QuestionarioDetalhe {
  const changes = publicada === null ? NOTHING : changesSince(publicada.conteudo, conteudo);
  return {
    ...presentQuestionario(row),
    perguntas: presentPerguntas(perguntas),
    mudancas: {
      versao: publicada?.numero ?? null,
      consentimento: changes.consentimento,
      sem_gravacao: changes.semGravacao,
      novas: changes.novas,
      alteradas: changes.alteradas.map(({ textoAntes, ...rest }) => ({ ...rest, texto_antes: textoAntes })),
      removidas: changes.removidas,
      reordenadas: changes.reordenadas,
    },
    publicacao: {
      rascunho: marca,
      versao: proxima,
      impedimento: explainUnaskable(conteudo.perguntas)?.mensagem ?? null,
    },
  };
}
