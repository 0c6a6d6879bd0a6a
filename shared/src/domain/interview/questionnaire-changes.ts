/** What became of a questionnaire's draft since a version of it: for the one who is about to interview with it. */
import type { ConteudoVersao, PerguntaCongelada } from './questionnaire.ts';

export type Mudancas = {
  /** Ids of questions that the version has not. */
  novas: string[];
  /** Questions that say or ask something else, with what they said. */
  alteradas: { id: string; textoAntes: string }[];
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
    p.instrucao,
    p.mostrarSe && [p.mostrarSe.perguntaId, p.mostrarSe.opcoes],
    p.minimo,
    p.maximo,
    p.unidade,
    p.opcoes.map((o) => [o.id, o.texto, o.valor, o.sinonimos, o.especial]),
  ]);
}

/** The changes from a version to the draft, questions in the order of whichever has them. */
export function changesSince(versao: ConteudoVersao, rascunho: ConteudoVersao): Mudancas {
  const before = new Map(versao.perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const now = new Map(rascunho.perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const stayed = (perguntas: readonly PerguntaCongelada[], others: ReadonlyMap<string, unknown>) =>
    perguntas.map(({ id }) => id).filter((id) => others.has(id));
  return {
    novas: rascunho.perguntas.map(({ id }) => id).filter((id) => !before.has(id)),
    alteradas: rascunho.perguntas.flatMap((pergunta) => {
      const old = before.get(pergunta.id);
      return old && saying(old) !== saying(pergunta) ? [{ id: pergunta.id, textoAntes: old.texto }] : [];
    }),
    removidas: versao.perguntas
      .filter(({ id }) => !now.has(id))
      .map(({ id, codigo, texto }) => ({ id, codigo, texto })),
    reordenadas: stayed(versao.perguntas, now).join() !== stayed(rascunho.perguntas, before).join(),
  };
}
