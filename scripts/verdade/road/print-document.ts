/** Prints a questionnaire in a style, and says by which numbers and codes its sheet names questions and options. */
import type { OpcaoCongelada } from '@escuta/shared/domain/interview/questionnaire';
import type { PerguntaVerdade } from '../questionnaires.ts';
import type { Documento } from './documents.ts';
import { type Estilo, type Linha, OPCOES, SEM_CODIGO } from './styles.ts';

export type Impresso = {
  documento: Documento;
  estilo: Estilo;
  linhas: Linha[];
  /** By question's id: how the sheet calls its column ('P8', 'P8a'). */
  colunas: ReadonlyMap<string, string>;
  /** By option's id: the code that the sheet holds. */
  codigos: ReadonlyMap<string, number>;
  /** By question's id: the printed words of a row of a battery. */
  itens: ReadonlyMap<string, string>;
  /** By id of a question without options: the code that the sheet holds for 'não sabe'. */
  ns: ReadonlyMap<string, number>;
};

/** The codes of a question's options: those that mean 'não sabe' and 'não respondeu' have codes of their own in most institutes. */
function codesOf({ opcoes }: PerguntaVerdade, { especiais }: Estilo): [OpcaoCongelada, number][] {
  return opcoes.map((opcao) => {
    if (especiais === null || opcao.especial === null) return [opcao, opcao.valor];
    return [opcao, opcao.especial === 'nao_sabe' ? especiais[0] : especiais[1]];
  });
}

/** The questions' numbers: the rows of a battery share one, unless each is printed by itself. */
function numbersOf(
  { perguntas, bateria }: Documento,
  { bateria: forma }: Estilo,
): Map<string, { numero: string; item: number | null }> {
  const numbers = new Map<string, { numero: string; item: number | null }>();
  const together = forma !== 'separada' && forma !== 'itens numerados';
  let n = 0;
  let item = 0;
  for (const { id } of perguntas) {
    const isItem = together && bateria.itens.has(id);
    if (!isItem || item === 0) n += 1;
    numbers.set(id, { numero: String(n), item: isItem ? item : null });
    item = isItem ? item + 1 : 0;
  }
  return numbers;
}

/** The number of the question behind those that depend on this one; null: none does, or nothing stands behind them. */
function targetOf(
  perguntas: readonly PerguntaVerdade[],
  at: number,
  numeros: ReadonlyMap<string, { numero: string }>,
): { para: string; ficam: ReadonlySet<string> } | null {
  const own = perguntas[at];
  const dependent = perguntas.filter(({ mostrarSe }) => mostrarSe?.perguntaId === own?.id);
  const last = dependent.at(-1);
  const next = last && perguntas[perguntas.indexOf(last) + 1];
  const para = next && numeros.get(next.id)?.numero;
  return para === undefined
    ? null
    : { para, ficam: new Set(dependent.flatMap(({ mostrarSe }) => mostrarSe?.opcoes ?? [])) };
}

export function printDocument(documento: Documento, estilo: Estilo): Impresso {
  const { perguntas, bateria, titulo, apresentacao } = documento;
  const numeros = numbersOf(documento, estilo);
  const codigos = new Map(
    perguntas.flatMap((one) => codesOf(one, estilo).map(([{ id }, code]) => [id, code])),
  );
  const ns = new Map<string, number>();
  const colunas = new Map<string, string>();
  const linhas: Linha[] = [titulo, ...estilo.cabecalho, ...estilo.abertura(apresentacao)];
  if (estilo.secao !== '') linhas.push(estilo.secao);

  const optionsOf = (pergunta: PerguntaVerdade, at: number): Linha[] => {
    const target = estilo.filtroNaPergunta ? null : targetOf(perguntas, at, numeros);
    return OPCOES[estilo.opcoes](
      pergunta.opcoes.map(({ id, texto }) => ({
        texto,
        codigo: codigos.get(id) ?? 0,
        salto: target && !target.ficam.has(id) ? target.para : null,
      })),
      ({ salto }) => (salto === null ? '' : estilo.salto(salto)),
    );
  };
  const noteOf = ({ mostrarSe }: PerguntaVerdade): Linha[] => {
    if (!mostrarSe || !estilo.filtroNaPergunta) return [];
    const asked = perguntas.find(({ id }) => id === mostrarSe.perguntaId);
    const words = asked?.opcoes
      .filter(({ id }) => mostrarSe.opcoes.includes(id))
      .map(({ texto }) => texto.toUpperCase());
    return [`(SÓ PARA QUEM DISSE ${words?.join(' OU ')} NA P${numeros.get(mostrarSe.perguntaId)?.numero})`];
  };
  const markOf = ({ tipo, lerOpcoes }: PerguntaVerdade): string =>
    `${tipo === 'multipla' ? estilo.varias : tipo === 'escolha' ? estilo.uma : ''}${lerOpcoes ? estilo.ler : ''}`;
  const fieldOf = ({ id, tipo, unidade, minimo, maximo }: PerguntaVerdade): Linha[] => {
    if (tipo === 'data') return estilo.data;
    if (estilo.ns !== null && tipo !== 'texto') ns.set(id, estilo.ns);
    if (tipo === 'escala') return estilo.escala(minimo ?? 0, maximo ?? 10, estilo.ns);
    return tipo === 'numero' ? estilo.campo(unidade ?? '', estilo.ns) : estilo.livre(estilo.ns);
  };
  const battery = perguntas.filter(({ id }) => bateria.itens.has(id));

  for (const [at, pergunta] of perguntas.entries()) {
    const { id, texto } = pergunta;
    const { numero, item } = numeros.get(id) ?? { numero: '', item: null };
    colunas.set(id, item === null ? `P${numero}` : estilo.item.coluna(numero, item));
    if (item !== null) {
      if (item === 0) linhas.push(`${estilo.numero(numero)}${bateria.tronco}${estilo.uma}`, ...grid(numero));
      continue;
    }
    linhas.push(...noteOf(pergunta));
    if (estilo.bateria === 'itens numerados' && bateria.itens.has(id)) {
      if (id === battery[0]?.id) linhas.push(bateria.tronco);
      linhas.push(`${estilo.numero(numero)}${bateria.itens.get(id)}`, ...optionsOf(pergunta, at));
      continue;
    }
    linhas.push(`${estilo.numero(numero)}${texto}${markOf(pergunta)}`);
    linhas.push(...(pergunta.opcoes.length > 0 ? optionsOf(pergunta, at) : fieldOf(pergunta)));
  }
  return {
    documento,
    estilo,
    linhas: [...linhas, ...estilo.fim],
    colunas,
    codigos,
    itens: estilo.bateria === 'separada' ? new Map() : bateria.itens,
    ns,
  };

  /** The rows of a battery under its stem. */
  function grid(numero: string): Linha[] {
    const [first] = battery;
    const options = first ? codesOf(first, estilo) : [];
    const rows = battery.map(({ id }, at) => `${estilo.item.impresso(numero, at)}${bateria.itens.get(id)}`);
    const codes = options.map(([, code]) => (SEM_CODIGO.has(estilo.opcoes) ? '( )' : String(code)));
    if (estilo.bateria === 'linhas com códigos') {
      return [
        options.map(([{ texto }, code]) => `${texto} ${code}`).join('   '),
        ...rows.map((row) => `${row}   ${codes.join('  ')}`),
      ];
    }
    const marks = estilo.bateria === 'grade' ? codes.map(() => '( )') : codes;
    return [[['', ...options.map(([{ texto }]) => texto)], ...rows.map((row) => [row, ...marks])]];
  }
}
