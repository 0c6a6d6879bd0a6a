// Questions as a questionnaire version stores them.
import type {
  OpcaoCongelada,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';

export const frozenOption = (
  fields: Pick<OpcaoCongelada, 'id'> & Partial<OpcaoCongelada>,
): OpcaoCongelada => ({ texto: fields.id, valor: 0, sinonimos: [], especial: null, ...fields });

/** Makes a required question: a choice if it has options, otherwise free text. */
export const frozenQuestion = (
  fields: Pick<PerguntaCongelada, 'id'> & Partial<PerguntaCongelada>,
): PerguntaCongelada => ({
  codigo: fields.id.toUpperCase(),
  texto: `Pergunta ${fields.id}?`,
  tipo: fields.opcoes?.length ? 'escolha' : 'texto',
  obrigatoria: true,
  lerOpcoes: true,
  instrucao: null,
  mostrarSe: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [],
  ...fields,
});
