import type { TipoPergunta } from '../comparison/compare-answer.ts';
import { cellCount, type Dimensao, isOfQuestion, LIMITES_METAS, type TabelaDeMetas } from './goal-table.ts';
import { plainLabel } from './goal-text.ts';

export type PerguntaDaMeta = {
  id: string;
  codigo: string;
  tipo: TipoPergunta;
  opcoes: readonly { id: string; texto: string }[];
};

const repeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, index) => texts.findIndex((other) => plainLabel(other) === plainLabel(text)) < index);

function overlapping(grupos: readonly { texto: string; de: number | null; ate: number | null }[]) {
  const sorted = grupos.toSorted((a, b) => (a.de ?? -Infinity) - (b.de ?? -Infinity));
  return sorted.flatMap((one, index) => {
    const next = sorted[index + 1];
    return next && (one.ate ?? Infinity) >= (next.de ?? -Infinity) ? [[one.texto, next.texto] as const] : [];
  })[0];
}

/** A dimension's name: its question's code, 'Entrevistador' or 'Área'. */
export function dimensionName(
  dimensao: Dimensao,
  perguntas: readonly { id: string; codigo: string }[],
): string {
  if (!isOfQuestion(dimensao)) return dimensao.nome === 'area' ? 'Área' : 'Entrevistador';
  return perguntas.find(({ id }) => id === dimensao.pergunta_id)?.codigo ?? 'Pergunta excluída';
}

function problemOfDimension(
  dimensao: Dimensao,
  perguntas: readonly PerguntaDaMeta[],
  known: ReadonlySet<string>,
): string | null {
  const name = dimensionName(dimensao, perguntas);
  const twice = repeated(dimensao.grupos.map(({ texto }) => texto));
  if (twice !== undefined) return `${name}: “${twice}” aparece duas vezes.`;
  if (!isOfQuestion(dimensao)) {
    const members = dimensao.grupos.flatMap(({ usuarios, agentes }) => [...usuarios, ...agentes]);
    if (dimensao.grupos.some(({ usuarios, agentes }) => usuarios.length + agentes.length === 0))
      return `${name}: cada linha precisa de pelo menos uma pessoa.`;
    return new Set(members).size < members.length ? `${name}: uma pessoa só pode estar em uma linha.` : null;
  }
  const pergunta = perguntas.find(({ id }) => id === dimensao.pergunta_id);
  if (!pergunta) {
    return known.has(dimensao.pergunta_id) ? null : 'Uma pergunta da tabela não é deste questionário.';
  }
  if (dimensao.tipo === 'faixas') {
    if (pergunta.tipo !== 'numero' && pergunta.tipo !== 'escala')
      return `${name} não é uma pergunta de número. Use as opções da pergunta.`;
    if (dimensao.grupos.some(({ de, ate }) => de === null && ate === null))
      return `${name}: cada faixa precisa de um valor inicial ou final.`;
    const inverted = dimensao.grupos.find(({ de, ate }) => de !== null && ate !== null && de > ate);
    if (inverted) return `${name}: a faixa “${inverted.texto}” termina antes de começar.`;
    const both = overlapping(dimensao.grupos);
    return both ? `${name}: as faixas “${both[0]}” e “${both[1]}” têm números em comum.` : null;
  }
  if (pergunta.tipo === 'multipla')
    return `${name} aceita várias respostas e não pode ser cruzada. Use “Metas por resposta”.`;
  if (pergunta.tipo !== 'escolha') return `${name} não tem opções.`;
  const members = dimensao.grupos.flatMap(({ opcoes }) => opcoes);
  if (dimensao.grupos.some(({ opcoes }) => opcoes.length === 0))
    return `${name}: cada linha precisa de pelo menos uma opção.`;
  if (new Set(members).size < members.length) return `${name}: uma opção só pode estar em uma linha.`;
  const there = new Set(pergunta.opcoes.map(({ id }) => id));
  return members.every((id) => there.has(id) || known.has(id))
    ? null
    : `${name}: uma opção da tabela não é desta pergunta.`;
}

/**
 * A table's first problem, as a sentence for the coordinator.
 * @param known ids of questions and options in the saved table, which the questionnaire may lack now
 */
export function problemOfTable(
  { dimensoes, celulas }: TabelaDeMetas,
  perguntas: readonly PerguntaDaMeta[],
  known: ReadonlySet<string>,
): string | null {
  if (dimensoes.filter(isOfQuestion).length > LIMITES_METAS.perguntas)
    return `Uma tabela pode cruzar até ${LIMITES_METAS.perguntas} perguntas.`;
  const names = dimensoes.map((one) => (isOfQuestion(one) ? one.pergunta_id : one.nome));
  if (new Set(names).size < names.length) return 'Cada pergunta só pode aparecer uma vez na tabela.';
  for (const one of dimensoes) {
    const problem = problemOfDimension(one, perguntas, known);
    if (problem) return problem;
  }
  if (cellCount(dimensoes) > LIMITES_METAS.celulas)
    return `A tabela tem ${cellCount(dimensoes).toLocaleString('pt-BR')} combinações; o limite é ${LIMITES_METAS.celulas}. Junte opções ou faixas.`;
  if (celulas.length === 0) return 'Preencha a meta de pelo menos uma combinação.';
  const keys = celulas.map(({ chave }) => chave);
  if (new Set(keys).size < keys.length) return 'Uma combinação só pode ter uma meta.';
  const isKey = (chave: string): boolean => {
    const parts = chave.split('.');
    return (
      parts.length === dimensoes.length &&
      parts.every(
        (part, place) =>
          /^(?:0|[1-9]\d*)$/u.test(part) && Number(part) < (dimensoes[place]?.grupos.length ?? 0),
      )
    );
  };
  return keys.every(isKey) ? null : 'Há uma meta para uma combinação que não existe na tabela.';
}
