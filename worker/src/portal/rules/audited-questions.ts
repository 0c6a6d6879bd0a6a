import {
  isChoice,
  type PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { cutText } from '@escuta/shared/domain/text/storable-text';

/** `auditada`: the sheet has answers to the question; questionnaire versions contain only such questions. */
export type PerguntaDaAuditoria = PerguntaCongelada & { auditada: boolean };

/** Length in characters. */
const CODIGO_MAX = 20;

/** The kind to store: a choice without options becomes text, and text with options a choice. */
function kindOf({ tipo, opcoes }: PerguntaLida): PerguntaLida['tipo'] {
  if (isChoice(tipo) && opcoes.length === 0) return 'texto';
  return tipo === 'texto' && opcoes.length > 0 ? 'escolha' : tipo;
}

/**
 * Converts read questions to the audit's, in order, with unique codes. Drops conditions on questions without answers,
 * which cannot be evaluated.
 * @param audited indices of questions with answers
 */
export function auditedQuestions(
  lidas: readonly PerguntaLida[],
  audited: ReadonlySet<number>,
  newId: () => string,
): PerguntaDaAuditoria[] {
  const used = new Set<string>();
  const perguntas: PerguntaDaAuditoria[] = [];
  for (const [index, lida] of lidas.entries()) {
    let codigo = cutText(lida.codigo, CODIGO_MAX) || `P${index + 1}`;
    for (let n = index + 1; used.has(codigo); n += 1) codigo = `P${n}`;
    used.add(codigo);
    const { mostrar_se: condition, minimo, maximo } = lida;
    const asked = condition && audited.has(condition.pergunta) ? perguntas[condition.pergunta] : undefined;
    const chosen = condition?.opcoes.flatMap((place) => asked?.opcoes[place]?.id ?? []) ?? [];
    const tipo = kindOf(lida);
    const measured = tipo === 'numero' || tipo === 'escala';
    const limited = measured && !(minimo !== null && maximo !== null && minimo > maximo);
    perguntas.push({
      id: newId(),
      codigo,
      texto: lida.texto,
      tipo,
      obrigatoria: lida.obrigatoria,
      lerOpcoes: lida.ler_opcoes,
      ...(lida.observada && { observada: true }),
      instrucao: lida.instrucao,
      mostrarSe: asked && chosen.length > 0 ? { perguntaId: asked.id, opcoes: chosen } : null,
      minimo: limited ? minimo : null,
      maximo: limited ? maximo : null,
      unidade: measured ? lida.unidade : null,
      opcoes: lida.opcoes.map(({ texto, valor, especial }) => ({
        id: newId(),
        texto,
        valor,
        sinonimos: [],
        especial,
      })),
      auditada: audited.has(index),
    });
  }
  return perguntas;
}
