import type { Bloco } from '../documents/document.ts';
import type { QuestionarioLido } from '../documents/read-questionnaire.ts';

const aviso = (pagina: number): string =>
  `Na página ${pagina} há textos lado a lado, e não está claro qual vem primeiro: compare esta pergunta com o documento.`;

/** Adds a warning to questions on pages with ambiguous reading order; to all questions if `lido` has no lines. */
export function withUncertainOrder(lido: QuestionarioLido, blocks: readonly Bloco[]): QuestionarioLido {
  const pages = new Set(
    blocks.flatMap((block) =>
      block.tipo === 'linha' && block.incerta && block.lugar ? [block.lugar.pagina] : [],
    ),
  );
  const [first] = pages;
  if (first === undefined) return lido;
  const pageOf = new Map<number, number>();
  for (const { pergunta, lugar } of lido.linhas ?? [])
    if (pergunta !== null && lugar && pages.has(lugar.pagina) && !pageOf.has(pergunta))
      pageOf.set(pergunta, lugar.pagina);
  return {
    ...lido,
    perguntas: lido.perguntas.map((pergunta, place) => {
      const page = lido.linhas === undefined ? first : pageOf.get(place);
      return page === undefined ? pergunta : { ...pergunta, avisos: [...pergunta.avisos, aviso(page)] };
    }),
  };
}
