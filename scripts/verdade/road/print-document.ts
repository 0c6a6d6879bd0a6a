/** Prints a questionnaire in a style, and maps questions and options to the sheet's numbers and codes. */
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import type {
  OpcaoCongelada,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { PerguntaVerdade } from '../questionnaires.ts';
import type { Documento } from './documents.ts';
import type { Linha } from './line.ts';
import { OPCOES, SEM_CODIGO } from './option-forms.ts';
import type { Estilo } from './styles.ts';

export type Impresso<P extends PerguntaCongelada = PerguntaVerdade> = {
  documento: Documento<P>;
  estilo: Estilo;
  linhas: Linha[];
  /** By question id: the heading of its column in the sheet ('P8', 'P8a'). */
  colunas: ReadonlyMap<string, string>;
  /** By option id: the code in the sheet. */
  codigos: ReadonlyMap<string, number>;
  /** By question id: the printed words of a row of a battery. */
  itens: ReadonlyMap<string, string>;
  /** By id of a question without options: the sheet's code for 'não sabe'. */
  ns: ReadonlyMap<string, number>;
  /** Ids of questions whose condition is printed. */
  filtradas: ReadonlySet<string>;
};

/** The codes of a question's options: most institutes have special codes for 'não sabe' and 'não respondeu'. */
function codesOf({ opcoes }: PerguntaCongelada, { especiais, desce }: Estilo): [OpcaoCongelada, number][] {
  const highest = Math.max(...opcoes.map(({ valor }) => valor));
  return opcoes.map((opcao) => {
    if (desce) return [opcao, highest + 1 - opcao.valor];
    if (especiais === null || opcao.especial === null || opcao.especial === 'outro')
      return [opcao, opcao.valor];
    return [opcao, opcao.especial === 'nao_sabe' ? especiais[0] : especiais[1]];
  });
}

type Numeros = Map<string, { numero: string; item: number | null }>;

/** The questions' numbers: the rows of a battery share a number, unless each is printed separately. */
function numbersOf(
  { perguntas, bateria }: Documento<PerguntaCongelada>,
  { bateria: forma }: Estilo,
): Numeros {
  const numbers: Numeros = new Map();
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

/** Number of the first question after those that depend on this question; null if none depends, or none follows. */
function targetOf(
  perguntas: readonly PerguntaCongelada[],
  at: number,
  numeros: Numeros,
): { para: string; ficam: ReadonlySet<string> } | null {
  const own = perguntas[at];
  const dependent = perguntas.filter(({ mostrarSe }) => optionTest(mostrarSe)?.perguntaId === own?.id);
  const last = dependent.at(-1);
  const next = last && perguntas[perguntas.indexOf(last) + 1];
  const para = next && numeros.get(next.id)?.numero;
  return para === undefined
    ? null
    : { para, ficam: new Set(dependent.flatMap(({ mostrarSe }) => optionTest(mostrarSe)?.opcoes ?? [])) };
}

class Printer<P extends PerguntaCongelada> {
  readonly #documento: Documento<P>;
  readonly #estilo: Estilo;
  readonly #numeros: Numeros;
  readonly #codigos: Map<string, number>;
  readonly #ns = new Map<string, number>();
  readonly #colunas = new Map<string, string>();
  readonly #filtradas = new Set<string>();
  readonly #bateria: P[];

  constructor(documento: Documento<P>, estilo: Estilo) {
    this.#documento = documento;
    this.#estilo = estilo;
    this.#numeros = numbersOf(documento, estilo);
    this.#codigos = new Map(
      documento.perguntas.flatMap((one) => codesOf(one, estilo).map(([{ id }, code]) => [id, code])),
    );
    this.#bateria = documento.perguntas.filter(({ id }) => documento.bateria.itens.has(id));
  }

  /** Replaces the P of question numbers by the document's letter. */
  #coded(text: string): string {
    return this.#estilo.letra === 'P' ? text : text.replace(/P(?=\d)/gu, this.#estilo.letra);
  }

  #options(pergunta: P, at: number): Linha[] {
    const { perguntas } = this.#documento;
    const { filtro, opcoes, salto: print } = this.#estilo;
    const target = filtro ? null : targetOf(perguntas, at, this.#numeros);
    if (target)
      for (const { id, mostrarSe } of perguntas)
        if (optionTest(mostrarSe)?.perguntaId === pergunta.id) this.#filtradas.add(id);
    return OPCOES[opcoes](
      pergunta.opcoes.map(({ id, texto }) => ({
        texto,
        codigo: this.#codigos.get(id) ?? 0,
        salto: target && !target.ficam.has(id) ? target.para : null,
      })),
      ({ salto }) => (salto === null ? '' : this.#coded(print(salto))),
    );
  }

  /** The condition that is printed at the question; '' if none is printed. */
  #filter({ id, mostrarSe }: P): string {
    const { filtro } = this.#estilo;
    const condition = optionTest(mostrarSe);
    if (!condition || !filtro) return '';
    const asked = this.#documento.perguntas.find((one) => one.id === condition.perguntaId);
    const chosen = asked?.opcoes.filter((one) => condition.opcoes.includes(one.id)) ?? [];
    this.#filtradas.add(id);
    return this.#coded(
      filtro(
        chosen.map(({ texto }) => texto.toUpperCase()).join(' OU '),
        chosen.map((one) => this.#codigos.get(one.id) ?? 0),
        this.#numeros.get(condition.perguntaId)?.numero ?? '',
      ),
    );
  }

  #mark({ tipo, lerOpcoes }: P): string {
    const { uma, varias, ler } = this.#estilo;
    return `${tipo === 'multipla' ? varias : tipo === 'escolha' ? uma : ''}${lerOpcoes ? ler : ''}`;
  }

  #field({ id, tipo, unidade, minimo, maximo }: P): Linha[] {
    const { ns, data, escala, campo, livre } = this.#estilo;
    if (tipo === 'data') return data;
    if (ns !== null && tipo !== 'texto') this.#ns.set(id, ns);
    if (tipo === 'escala') return escala(minimo ?? 0, maximo ?? 10, ns);
    return tipo === 'numero' ? campo(unidade ?? '', ns) : livre(ns);
  }

  /** The rows of a battery under its stem. */
  #grid(numero: string): Linha[] {
    const { bateria, item, opcoes } = this.#estilo;
    const [first] = this.#bateria;
    const options = first ? codesOf(first, this.#estilo) : [];
    const words = (id: string): string => this.#documento.bateria.itens.get(id) ?? '';
    const rows = this.#bateria.map(({ id }, at) => `${this.#coded(item.impresso(numero, at))}${words(id)}`);
    const codes = options.map(([, code]) => (SEM_CODIGO.has(opcoes) ? '( )' : String(code)));
    const list = OPCOES[opcoes](
      options.map(([{ texto }, codigo]) => ({ texto, codigo, salto: null })),
      () => '',
    );
    switch (bateria) {
      case 'linhas com códigos':
        return [
          options.map(([{ texto }, code]) => `${texto} ${code}`).join('   '),
          ...rows.map((row) => `${row}   ${codes.join('  ')}`),
        ];
      case 'itens e opções depois':
        return [
          ...this.#bateria.map(({ id }, at) => `${String.fromCharCode(97 + at)}) ${words(id)}`),
          ...list,
        ];
      case 'perguntas com parte':
        return [
          ...this.#bateria.map(
            ({ id }, at) => `${this.#estilo.numero(`${numero}${String.fromCharCode(97 + at)}`)}${words(id)}`,
          ),
          ...list,
        ];
      default: {
        const marks = bateria === 'grade' ? codes.map(() => '( )') : codes;
        return [[['', ...options.map(([{ texto }]) => texto)], ...rows.map((row) => [row, ...marks])]];
      }
    }
  }

  print(): Impresso<P> {
    const { perguntas, bateria, titulo, apresentacao } = this.#documento;
    const estilo = this.#estilo;
    const linhas: Linha[] = [titulo, ...estilo.cabecalho, ...estilo.abertura(apresentacao)];
    if (estilo.secao !== '') linhas.push(estilo.secao);
    for (const [at, pergunta] of perguntas.entries()) {
      const { id, texto } = pergunta;
      const { numero, item } = this.#numeros.get(id) ?? { numero: '', item: null };
      this.#colunas.set(id, this.#coded(item === null ? `P${numero}` : this.#column(numero, item)));
      if (item !== null && item > 0) continue;
      const inBattery = bateria.itens.has(id);
      const before = at === 0 || (inBattery && id !== this.#bateria[0]?.id) ? '' : estilo.transicao(at);
      if (before !== '') linhas.push(before);
      if (item !== null) {
        linhas.push(`${estilo.numero(numero)}${bateria.tronco}${estilo.uma}`, ...this.#grid(numero));
        continue;
      }
      const filter = this.#filter(pergunta);
      const inText = filter !== '' && estilo.filtroNoTexto && /^[([]/u.test(filter);
      if (filter !== '' && !inText) linhas.push(filter);
      if (estilo.bateria === 'itens numerados' && inBattery) {
        if (id === this.#bateria[0]?.id) linhas.push(bateria.tronco);
        linhas.push(`${estilo.numero(numero)}${bateria.itens.get(id)}`, ...this.#options(pergunta, at));
        continue;
      }
      linhas.push(`${estilo.numero(numero)}${texto}${inText ? ` ${filter}` : ''}${this.#mark(pergunta)}`);
      const note = estilo.nota(at);
      if (note !== '') linhas.push(note);
      linhas.push(...(pergunta.opcoes.length > 0 ? this.#options(pergunta, at) : this.#field(pergunta)));
    }
    linhas.push(...estilo.fim);
    return {
      documento: this.#documento,
      estilo,
      linhas: estilo.maiusculas ? linhas.map(inCapitals) : linhas,
      colunas: this.#colunas,
      codigos: this.#codigos,
      itens: estilo.bateria === 'separada' ? new Map() : bateria.itens,
      ns: this.#ns,
      filtradas: this.#filtradas,
    };
  }

  #column(numero: string, item: number): string {
    const lettered =
      this.#estilo.bateria === 'itens e opções depois' || this.#estilo.bateria === 'perguntas com parte';
    return lettered ? `P${numero}${String.fromCharCode(97 + item)}` : this.#estilo.item.coluna(numero, item);
  }
}

const inCapitals = (linha: Linha): Linha =>
  typeof linha === 'string' ? linha.toUpperCase() : linha.map((row) => row.map((cell) => cell.toUpperCase()));

export function printDocument<P extends PerguntaCongelada>(
  documento: Documento<P>,
  estilo: Estilo,
): Impresso<P> {
  return new Printer(documento, estilo).print();
}
