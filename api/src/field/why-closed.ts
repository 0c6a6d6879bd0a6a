/** Why no interview can begin with a questionnaire, in words: told before anybody is asked for a name, and refused by the same rule. */

import {
  brokenConditions,
  type PerguntaComOpcoes,
} from '@escuta/shared/domain/interview/questionnaire/applicability';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';

/** What a questionnaire stands in, and whether each of them takes interviews. */
export type Lugar = {
  tipo_projeto: TipoProjeto;
  projeto_ativo: boolean;
  pesquisa_ativa: boolean;
  questionario_ativo: boolean;
};

/** Why none can begin where a questionnaire stands; null when one can. */
export function whyClosed(lugar: Lugar): string | null {
  if (lugar.tipo_projeto === 'call_center') {
    return 'Projetos de call center recebem ligações: entrevistas pertencem a projetos de pesquisa.';
  }
  if (!lugar.projeto_ativo) return 'O projeto desta pesquisa está inativo e não recebe novas entrevistas.';
  if (!lugar.pesquisa_ativa) return 'Esta pesquisa está inativa e não recebe novas entrevistas.';
  if (!lugar.questionario_ativo) return 'Este questionário está inativo e não recebe novas entrevistas.';
  return null;
}

/** What of a draft nobody could be asked, with the questions that it is about; null of one that can be asked. `perguntas`: those in use. */
export function whyUnaskable(
  perguntas: readonly (PerguntaComOpcoes & { codigo: string })[],
): { mensagem: string; perguntas: string[] } | null {
  if (perguntas.length === 0) {
    return { mensagem: 'Este questionário ainda não possui perguntas configuradas.', perguntas: [] };
  }
  const broken = new Set(brokenConditions(perguntas).map(({ id }) => id));
  if (broken.size === 0) return null;
  const codes = perguntas.filter(({ id }) => broken.has(id)).map(({ codigo }) => codigo);
  const which = codes.length === 1 ? `da pergunta ${codes[0]}` : `das perguntas ${codes.join(', ')}`;
  return {
    mensagem: `A condição ${which} não pode ser atendida neste questionário. Corrija-a antes de iniciar entrevistas.`,
    perguntas: [...broken],
  };
}
