/** Changes of a draft since a version, shown to the interviewer about to use the draft. */
import { describeCondition, describeRange } from './condition-words.ts';
import { optionRulesOf, RODIZIO_LABEL, rulesOf } from './question-rules.ts';
import {
  type ConteudoVersao,
  type OpcaoCongelada,
  type PerguntaCongelada,
  wholeText,
} from './questionnaire.ts';

/** Changeable fields of a question, other than text and options. */
export const CAMPOS_ALTERADOS = [
  'codigo',
  'tipo',
  'obrigatoria',
  'ler_opcoes',
  'observada',
  'instrucao',
  'condicao',
  'minimo',
  'maximo',
  'unidade',
  'inteiro',
  'rodizio',
  'bateria',
  'encerra',
  'cartao',
  'exclusivas',
  'fixas',
  'encerram',
  'blocos',
] as const;
export type CampoAlterado = (typeof CAMPOS_ALTERADOS)[number];

/** A field in words: 'sim', '1.200,5'; a question's kind by its name in the API contract. Null: empty. */
type Dito = string | null;
export type OpcoesAlteradas = {
  novas: string[];
  removidas: string[];
  renomeadas: { antes: string; agora: string }[];
  /** Options with the same text, and another code, other synonyms or another meaning. */
  ajustadas: string[];
  reordenadas: boolean;
};

export type Mudancas = {
  /** Consent text before and after; null: unchanged. `antes` null: the version has no consent text. */
  consentimento: { antes: Dito; agora: Dito } | null;
  /** Permission to continue without a recording. */
  semGravacao: { antes: Dito; agora: Dito } | null;
  novas: string[];
  alteradas: {
    id: string;
    textoAntes: string;
    campos: { campo: CampoAlterado; antes: Dito; agora: Dito }[];
    opcoes: OpcoesAlteradas;
  }[];
  /** `texto`: the whole text, with a battery's stem. */
  removidas: { id: string; codigo: string; texto: string }[];
  reordenadas: boolean;
};

function canonicalText(p: PerguntaCongelada): string {
  return JSON.stringify([
    p.codigo,
    p.texto,
    p.tipo,
    p.obrigatoria,
    p.lerOpcoes,
    p.observada === true,
    p.instrucao,
    p.mostrarSe,
    rulesOf(p),
    p.minimo,
    p.maximo,
    p.unidade,
    p.opcoes.map((o) => [o.id, o.texto, o.valor, o.sinonimos, o.especial, optionRulesOf(o)]),
  ]);
}

const yesOrNo = (value: boolean): Dito => (value ? 'sim' : 'não');
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 });
const number = (value: number | null): Dito => (value === null ? null : decimal.format(value));

const describeFields = (p: PerguntaCongelada, questionario: ConteudoVersao): Record<CampoAlterado, Dito> => ({
  codigo: p.codigo,
  tipo: p.tipo,
  obrigatoria: yesOrNo(p.obrigatoria),
  ler_opcoes: yesOrNo(p.lerOpcoes),
  observada: yesOrNo(p.observada === true),
  instrucao: p.instrucao,
  condicao: p.mostrarSe && describeCondition(p.mostrarSe, questionario.perguntas),
  minimo: number(p.minimo),
  maximo: number(p.maximo),
  unidade: p.unidade,
  inteiro: yesOrNo(p.inteiro === true),
  rodizio: p.rodizio ? RODIZIO_LABEL[p.rodizio] : null,
  bateria: p.bateria ? `${p.bateria.texto}${p.bateria.rodizio ? ' (itens em ordem sorteada)' : ''}` : null,
  encerra: describeEnd(p),
  cartao: p.cartao?.descricao ?? null,
  exclusivas: optionsThat(p, ({ exclusiva }) => exclusiva === true),
  fixas: optionsThat(p, ({ fixa }) => fixa === true),
  encerram: optionsThat(p, ({ encerra }) => encerra === true),
  blocos: describeBlocks(p),
});

const optionsThat = ({ opcoes }: PerguntaCongelada, are: (opcao: OpcaoCongelada) => boolean): Dito => {
  const texts = opcoes.filter(are).map(({ texto }) => `“${texto}”`);
  return texts.length > 0 ? texts.join(', ') : null;
};

function describeBlocks(p: PerguntaCongelada): Dito {
  const numbers = [...new Set(p.opcoes.flatMap(({ bloco }) => bloco ?? []))].sort((a, b) => a - b);
  const blocks = numbers.map((n) => `bloco ${n}: ${optionsThat(p, ({ bloco }) => bloco === n)}`);
  return blocks.length > 0 ? blocks.join('; ') : null;
}

/** Describes numbers that end the interview, and the farewell; options that end it are described elsewhere. */
function describeEnd({ encerra }: PerguntaCongelada): Dito {
  if (!encerra) return null;
  const parts = [
    encerra.faixa && `resposta ${describeRange(encerra.faixa)}`,
    encerra.mensagem && `mensagem “${encerra.mensagem}”`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : 'conforme as opções, com a mensagem padrão';
}

function compareOptions(antes: readonly OpcaoCongelada[], agora: readonly OpcaoCongelada[]): OpcoesAlteradas {
  const before = new Map(antes.map((opcao) => [opcao.id, opcao]));
  const now = new Map(agora.map((opcao) => [opcao.id, opcao]));
  const stayed = agora.flatMap((opcao) => {
    const old = before.get(opcao.id);
    return old ? [{ old, opcao }] : [];
  });
  const rest = (o: OpcaoCongelada) => JSON.stringify([o.valor, o.sinonimos, o.especial]);
  return {
    novas: agora.filter(({ id }) => !before.has(id)).map(({ texto }) => texto),
    removidas: antes.filter(({ id }) => !now.has(id)).map(({ texto }) => texto),
    renomeadas: stayed
      .filter(({ old, opcao }) => old.texto !== opcao.texto)
      .map(({ old, opcao }) => ({ antes: old.texto, agora: opcao.texto })),
    ajustadas: stayed.filter(({ old, opcao }) => rest(old) !== rest(opcao)).map(({ opcao }) => opcao.texto),
    reordenadas:
      antes
        .filter(({ id }) => now.has(id))
        .map(({ id }) => id)
        .join() !== stayed.map(({ opcao }) => opcao.id).join(),
  };
}

const isOtherImage = ({ cartao: old }: PerguntaCongelada, { cartao: now }: PerguntaCongelada): boolean =>
  old !== undefined && now !== undefined && old.id !== now.id && old.descricao === now.descricao;

/** Changes from a version to the draft, in the questions' order. */
export function changesSince(versao: ConteudoVersao, rascunho: ConteudoVersao): Mudancas {
  const before = new Map(versao.perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const now = new Map(rascunho.perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const stayed = (perguntas: readonly PerguntaCongelada[], others: ReadonlyMap<string, unknown>) =>
    perguntas.map(({ id }) => id).filter((id) => others.has(id));
  const [antes, agora] = [versao.consentimento, rascunho.consentimento];
  return {
    consentimento: antes === agora ? null : { antes, agora },
    semGravacao:
      versao.semGravacao === rascunho.semGravacao
        ? null
        : { antes: yesOrNo(versao.semGravacao), agora: yesOrNo(rascunho.semGravacao) },
    novas: rascunho.perguntas.map(({ id }) => id).filter((id) => !before.has(id)),
    alteradas: rascunho.perguntas.flatMap((pergunta) => {
      const old = before.get(pergunta.id);
      if (!old || canonicalText(old) === canonicalText(pergunta)) return [];
      const [was, is] = [describeFields(old, versao), describeFields(pergunta, rascunho)];
      const campos = CAMPOS_ALTERADOS.filter((campo) => was[campo] !== is[campo]);
      return [
        {
          id: pergunta.id,
          textoAntes: old.texto,
          campos: [
            ...campos.map((campo) => ({ campo, antes: was[campo], agora: is[campo] })),
            ...(isOtherImage(old, pergunta)
              ? [{ campo: 'cartao' as const, antes: was.cartao, agora: `${is.cartao} (outra imagem)` }]
              : []),
          ],
          opcoes: compareOptions(old.opcoes, pergunta.opcoes),
        },
      ];
    }),
    removidas: versao.perguntas
      .filter(({ id }) => !now.has(id))
      .map((one) => ({ id: one.id, codigo: one.codigo, texto: wholeText(one) })),
    reordenadas: stayed(versao.perguntas, now).join() !== stayed(rascunho.perguntas, before).join(),
  };
}
