import type { Marca, Paragrafo, Peca } from './pieces.ts';

/** Matches a question, which ends with '?' or ':' (a note may follow), or with a blank to fill in. */
const ASKS = /(?:[?:](?:\s*[([{].*)?|_{3,})\s*$/u;
/** Matches a question that is only a usual label ('Nome', 'Data de nascimento'), with at most 40 further characters. */
const LABELS =
  /^(?:nome|idade|sexo|g[êe]nero|ra[çc]a|cor|escolaridade|grau de instru[çc][ãa]o|estado civil|profiss[ãa]o|ocupa[çc][ãa]o|renda|religi[ãa]o|cidade|munic[íi]pio|bairro|endere[çc]o|cep|telefone|celular|e-?mail|data de nascimento|naturalidade)(?!\p{L}).{0,40}$/iu;
export const asks = (texto: string): boolean => {
  const text = texto.trim();
  return ASKS.test(text.replace(/[?:]\s*_+$/u, '?')) || LABELS.test(text);
};
/** True if the text begins with a typed number or box. */
export const isTyped = (texto: string): boolean =>
  /^\s*(?:[PQ]?\d{1,3}\s*[-–.)]|\(\s*\)|\[\s*\]|☐)/iu.test(texto);
/** True if the text begins with an option's typed box, code or letter. */
const isOption = (texto: string): boolean =>
  /^\s*(?:\(\s*\d{0,3}\s*\)|\[\s*\d{0,3}\s*\]|☐|\d{1,3}\s*[-–.)]|[a-z]\))/iu.test(texto);

export const isQuestion = ({ texto }: Paragrafo): boolean => {
  const typed = /^\s*[PQ]?\d{1,3}\s*[-–.):]+/iu.exec(texto)?.[0];
  return typed !== undefined && asks(texto.slice(typed.length));
};

function paragraphsOf(pecas: readonly Peca[]): Paragrafo[] {
  return pecas.flatMap((peca) =>
    peca.tipo === 'tabela'
      ? peca.linhas.flat().flatMap((celula) => paragraphsOf(celula.pecas))
      : peca.texto.trim() === '' && peca.opcoes.length === 0
        ? []
        : [peca],
  );
}

type Grupo = { marca: Marca; itens: number; perguntam: number; temOpcoes: boolean };

export type Papel = 'pergunta' | 'titulo';

/**
 * Finds questions and headings among list items, because programs number both. A list has questions if at least half of
 * its items ask; without such a list, the first list with options after its items has questions.
 */
export function rolesIn(pecas: readonly Peca[]): ReadonlyMap<Paragrafo, Papel> {
  const all = paragraphsOf(pecas);
  const counted = (one: Paragrafo | undefined): Marca | null =>
    one?.marca && one.marca.numero !== null && !isTyped(one.texto) ? one.marca : null;
  const groups = new Map<string, Grupo>();
  for (const one of all) {
    const marca = counted(one);
    if (!marca) continue;
    const group = groups.get(marca.lista) ?? { marca, itens: 0, perguntam: 0, temOpcoes: false };
    groups.set(marca.lista, group);
    group.itens += 1;
    if (asks(one.texto)) group.perguntam += 1;
  }
  const asking = new Set(
    [...groups].filter(([, one]) => one.perguntam * 2 >= one.itens).map(([lista]) => lista),
  );
  const followed = (at: number, lista: string): boolean => {
    const [one, next] = [all[at], all[at + 1]];
    if ((one?.opcoes.length ?? 0) > 0) return true;
    if (!next) return false;
    if (isOption(next.texto) && !isQuestion(next)) return true;
    return next.marca !== null && next.marca.lista !== lista && !asking.has(next.marca.lista);
  };
  if (asking.size === 0 && !all.some((one) => one.marca === null && isQuestion(one))) {
    const first = all.findIndex((one, at) => {
      const marca = counted(one);
      return marca !== null && followed(at, marca.lista);
    });
    const lista = all[first]?.marca?.lista ?? all.find((one) => counted(one)?.nivel === 0)?.marca?.lista;
    if (lista !== undefined) asking.add(lista);
  }
  for (const [at, one] of all.entries()) {
    const marca = counted(one);
    const group = marca && groups.get(marca.lista);
    if (group && asking.has(marca.lista) && followed(at, marca.lista)) group.temOpcoes = true;
  }
  const roles = new Map<Paragrafo, Papel>();
  for (const [at, one] of all.entries()) {
    const marca = counted(one);
    if (!marca) continue;
    const next = all[at + 1]?.marca;
    const begins = all[at - 1]?.marca?.lista !== marca.lista;
    if (asking.has(marca.lista)) {
      if (asks(one.texto) || groups.get(marca.lista)?.temOpcoes || begins) roles.set(one, 'pergunta');
    } else if (asks(one.texto) && marca.nivel === 0) roles.set(one, 'pergunta');
    else if (next && asking.has(next.lista) && (next.nivel > marca.nivel || begins)) roles.set(one, 'titulo');
  }
  return roles;
}
