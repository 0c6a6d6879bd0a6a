/**
 * Reasons why no interview can begin with a questionnaire, as Portuguese text; pages and the API's refusals share them.
 */

import { AppError } from '@escuta/shared/domain/errors';
import {
  brokenConditions,
  type PerguntaComOpcoes,
} from '@escuta/shared/domain/interview/questionnaire/applicability';
import {
  brokenBatteries,
  type RegrasDaPergunta,
} from '@escuta/shared/domain/interview/questionnaire/question-rules';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { enumerate } from '@escuta/shared/domain/text/in-words';

/** A questionnaire's project and survey, and whether each accepts interviews. */
export type Lugar = {
  tipo_projeto: TipoProjeto;
  projeto_ativo: boolean;
  /** True for the company's example survey, for which nobody is interviewed. */
  exemplo: boolean;
  pesquisa_ativa: boolean;
  questionario_ativo: boolean;
};

/** Reason why a questionnaire is closed; null: open. */
export function explainClosed(lugar: Lugar): string | null {
  if (lugar.tipo_projeto === 'call_center') {
    return 'Projetos de call center só recebem ligações. Faça as entrevistas em um projeto de pesquisa.';
  }
  if (lugar.exemplo) return 'A pesquisa de exemplo não recebe entrevistas: crie uma pesquisa da sua empresa.';
  if (!lugar.projeto_ativo) return 'O projeto desta pesquisa está inativo e não recebe novas entrevistas.';
  if (!lugar.pesquisa_ativa) return 'Esta pesquisa está inativa e não recebe novas entrevistas.';
  if (!lugar.questionario_ativo) return 'Este questionário está inativo e não recebe novas entrevistas.';
  return null;
}

type PerguntaAFazer = PerguntaComOpcoes &
  Pick<RegrasDaPergunta, 'bateria'> & { codigo: string; opcoes: readonly { id: string; texto?: string }[] };

/**
 * Reason why a draft cannot be asked, with the questions concerned; null if it can. `perguntas`: its questions in use.
 */
export function explainUnaskable(
  perguntas: readonly PerguntaAFazer[],
): { mensagem: string; perguntas: string[] } | null {
  if (perguntas.length === 0) {
    return { mensagem: 'Este questionário ainda não possui perguntas configuradas.', perguntas: [] };
  }
  const broken = new Set(brokenConditions(perguntas).map(({ id }) => id));
  const codesOf = (ids: ReadonlySet<string>) =>
    perguntas.filter(({ id }) => ids.has(id)).map(({ codigo }) => codigo);
  const apart = new Set(brokenBatteries(perguntas));
  if (broken.size === 0 && apart.size > 0) {
    return {
      mensagem: `Os itens de uma bateria precisam ficar juntos e ter as mesmas respostas. Corrija ${enumerate(codesOf(apart))} antes de iniciar entrevistas.`,
      perguntas: [...apart],
    };
  }
  if (broken.size === 0) return null;
  const codes = codesOf(broken);
  const which = codes.length === 1 ? `da pergunta ${codes[0]}` : `das perguntas ${enumerate(codes)}`;
  return {
    mensagem: `A condição ${which} não pode ser atendida neste questionário. Corrija-a antes de iniciar entrevistas.`,
    perguntas: [...broken],
  };
}

/** Checks that the questions can be asked. @throws AppError regra_violada with the reason why they cannot */
export function requireAskable({ perguntas }: { perguntas: readonly PerguntaAFazer[] }): void {
  const why = explainUnaskable(perguntas);
  if (!why) return;
  throw new AppError(
    'regra_violada',
    why.mensagem,
    why.perguntas.length > 0 ? { dados: { perguntas: why.perguntas } } : {},
  );
}
