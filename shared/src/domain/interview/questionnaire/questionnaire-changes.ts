/** What became of a questionnaire's draft since a version of it: for the one who is about to interview with it. */
import type { ConteudoVersao, OpcaoCongelada, PerguntaCongelada } from './questionnaire.ts';

/** What may be another of a question besides its text and its options. */
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
] as const;
export type CampoAlterado = (typeof CAMPOS_ALTERADOS)[number];

/** As people read it: 'sim', '1.200,5', 'P1: Sim ou Não', a kind by its name in the contract; null: nothing stands there. */
type Dito = string | null;
export type OpcoesAlteradas = {
  novas: string[];
  removidas: string[];
  renomeadas: { antes: string; agora: string }[];
  /** Texts of those that say the same and hold another code, other words or another meaning. */
  ajustadas: string[];
  reordenadas: boolean;
};

export type Mudancas = {
  /** The words of consent, where they are others; null: the same. `antes` null: nobody was asked. */
  consentimento: { antes: Dito; agora: Dito } | null;
  /** Whether it goes on without a recording, where that is another; null: the same. */
  semGravacao: { antes: Dito; agora: Dito } | null;
  /** Ids of questions that the version has not. */
  novas: string[];
  /** Questions that say or ask something else, with what they said. */
  alteradas: {
    id: string;
    textoAntes: string;
    campos: { campo: CampoAlterado; antes: Dito; agora: Dito }[];
    opcoes: OpcoesAlteradas;
  }[];
  removidas: { id: string; codigo: string; texto: string }[];
  /** Whether those that stayed stand in another order among themselves. */
  reordenadas: boolean;
};

/** Everything that a question says, in one order of fields. */
function saying(p: PerguntaCongelada): string {
  return JSON.stringify([
    p.codigo,
    p.texto,
    p.tipo,
    p.obrigatoria,
    p.lerOpcoes,
    p.observada === true,
    p.instrucao,
    p.mostrarSe && [p.mostrarSe.perguntaId, p.mostrarSe.opcoes],
    p.minimo,
    p.maximo,
    p.unidade,
    p.opcoes.map((o) => [o.id, o.texto, o.valor, o.sinonimos, o.especial]),
  ]);
}

const yesOrNo = (value: boolean): Dito => (value ? 'sim' : 'não');
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 });
const number = (value: number | null): Dito => (value === null ? null : decimal.format(value));

/** A condition in words, by the questionnaire that it stands in. */
function conditionSaid({ mostrarSe }: PerguntaCongelada, { perguntas }: ConteudoVersao): Dito {
  if (mostrarSe === null) return null;
  const asked = perguntas.find(({ id }) => id === mostrarSe.perguntaId);
  if (!asked) return 'uma pergunta que não existe mais';
  const names = mostrarSe.opcoes.map(
    (id) => asked.opcoes.find((opcao) => opcao.id === id)?.texto ?? 'uma opção que não existe mais',
  );
  return `${asked.codigo}: ${names.join(' ou ')}`;
}

/** What a question says besides its text and options, as people read it. */
const fieldsSaid = (p: PerguntaCongelada, questionario: ConteudoVersao): Record<CampoAlterado, Dito> => ({
  codigo: p.codigo,
  tipo: p.tipo,
  obrigatoria: yesOrNo(p.obrigatoria),
  ler_opcoes: yesOrNo(p.lerOpcoes),
  observada: yesOrNo(p.observada === true),
  instrucao: p.instrucao,
  condicao: conditionSaid(p, questionario),
  minimo: number(p.minimo),
  maximo: number(p.maximo),
  unidade: p.unidade,
});

/** What became of a question's options; those that kept their id are the same option. */
function optionChanges(antes: readonly OpcaoCongelada[], agora: readonly OpcaoCongelada[]): OpcoesAlteradas {
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

/** The changes from a version to the draft, questions in the order of whichever has them. */
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
      if (!old || saying(old) === saying(pergunta)) return [];
      const [was, is] = [fieldsSaid(old, versao), fieldsSaid(pergunta, rascunho)];
      const campos = CAMPOS_ALTERADOS.filter((campo) => was[campo] !== is[campo]);
      return [
        {
          id: pergunta.id,
          textoAntes: old.texto,
          campos: campos.map((campo) => ({ campo, antes: was[campo], agora: is[campo] })),
          opcoes: optionChanges(old.opcoes, pergunta.opcoes),
        },
      ];
    }),
    removidas: versao.perguntas
      .filter(({ id }) => !now.has(id))
      .map(({ id, codigo, texto }) => ({ id, codigo, texto })),
    reordenadas: stayed(versao.perguntas, now).join() !== stayed(rascunho.perguntas, before).join(),
  };
}
