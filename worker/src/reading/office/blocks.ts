/** Converts an office document to lines and tables for the questionnaire rules. */
import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import { withPlainSigns } from '../formats/symbols.ts';
import { type Marca, type Paragrafo, type Peca, paragrafo } from './pieces.ts';
import { isTyped, type Papel, rolesIn } from './roles.ts';
import { gridOf } from './tables.ts';

/** Matches a question's label: 'P3 -', '12)', '4.1'. */
const LABEL = /^\(?((?:P|Q|PERGUNTA|QUEST[ÃA]O)\.?\s*)?0*(\d{1,3})((?:\.\d{1,2})?)[.\s]*([-–—:)º°]*)$/iu;

/** Writes list marks into the items' texts; questions are numbered through the whole document. */
class Marks {
  readonly #roles: ReadonlyMap<Paragrafo, Papel>;
  readonly #parts: boolean;
  #asked = 0;
  #sign: string | null = null;
  /** List and number of the last lettered option, to tell whether the next letter continues the list. */
  #letters: { lista: string; last: number } | null = null;

  constructor(roles: ReadonlyMap<Paragrafo, Papel>) {
    this.#roles = roles;
    this.#parts = [...roles].some(
      ([{ marca }, role]) => role === 'pergunta' && (LABEL.exec(marca?.rotulo ?? '')?.[3] ?? '') !== '',
    );
  }

  /**
   * A paragraph's text after its mark.
   * @param cell true in a table's cell, where a list item keeps its printed label instead of an option's mark
   */
  text(one: Paragrafo, cell: boolean): string {
    const texto = one.texto.trim();
    const { marca } = one;
    const role = this.#roles.get(one);
    if (role === 'pergunta' && marca) return this.#question(marca, texto);
    if (!marca || role === 'titulo' || isTyped(texto)) {
      this.#letters = null;
      return texto;
    }
    if (cell) return this.#inCell(marca, texto);
    if (texto === '') return '';
    return this.#option(marca, texto);
  }

  #question({ rotulo }: Marca, texto: string): string {
    this.#letters = null;
    const label = LABEL.exec(rotulo);
    const prefix = label?.[1]?.trim() ?? '';
    if (label?.[3]) return `${prefix || 'P'}${label[2]}${label[3]}. ${texto}`;
    const printed = label ? Number(label[2]) : 0;
    this.#asked = printed > this.#asked ? printed : this.#asked + 1;
    this.#sign ??= label?.[4] || '.';
    const sign = /^[-–—]/u.test(this.#sign) ? ` ${this.#sign}` : this.#sign;
    return `${prefix || (this.#parts ? 'P' : '')}${this.#asked}${sign} ${texto}`;
  }

  /** Writes a box before an option, so that the option's number is not taken for a question's. */
  #option({ lista, numero, forma, rotulo }: Marca, texto: string): string {
    if (numero !== null && forma === 'algarismo' && numero < 1000 && !/\d\D+\d/u.test(rotulo))
      return `( ) ${numero} - ${texto}`;
    const letter = forma === 'letra' ? /^\(?\s*(\p{L})\s*[).:–-]*$/u.exec(rotulo)?.[1] : undefined;
    const goesOn = numero === 1 || (this.#letters?.lista === lista && this.#letters.last + 1 === numero);
    if (letter === undefined || numero === null || !goesOn) return `( ) ${texto}`;
    this.#letters = { lista, last: numero };
    return `${letter}) ${texto}`;
  }

  #inCell({ rotulo, numero }: Marca, texto: string): string {
    if (numero === null) return withPlainSigns(rotulo).startsWith('☐') ? `☐ ${texto}`.trim() : texto;
    return texto === '' ? rotulo.replace(/[.):–-]+$/u, '') : `${rotulo} ${texto}`;
  }
}

const linesOf = (one: Paragrafo, marks: Marks, cell: boolean): string =>
  withPlainSigns([marks.text(one, cell), ...one.opcoes].filter((line) => line !== '').join('\n'));

/** Writes a table inside the cell as one line per row. */
function cellText(pecas: readonly Peca[], marks: Marks): string {
  return pecas
    .map((peca) =>
      peca.tipo === 'paragrafo'
        ? linesOf(peca, marks, true)
        : peca.linhas
            .map((linha) =>
              linha
                .map((celula) => cellText(celula.pecas, marks).replaceAll('\n', ' '))
                .join(' ')
                .trim(),
            )
            .join('\n'),
    )
    .filter((text) => text.trim() !== '')
    .join('\n')
    .replace(/[\t ]+/gu, ' ')
    .trim();
}

function blocksIn(pecas: readonly Peca[], marks: Marks): Bloco[] {
  return pecas.flatMap((peca): Bloco[] =>
    peca.tipo === 'paragrafo'
      ? blocksOfText(linesOf(peca, marks, false)).filter(
          (bloco) => bloco.tipo === 'tabela' || bloco.texto !== '',
        )
      : gridOf(peca.linhas, {
          text: (inside) => cellText(inside, marks),
          blocks: (inside) => blocksIn(inside, marks),
        }),
  );
}

export const blocksOfPieces = (pecas: readonly Peca[]): Bloco[] => blocksIn(pecas, new Marks(rolesIn(pecas)));

export function linesOfPieces(pecas: readonly Peca[]): string[] {
  const plain = new Marks(new Map());
  return cellText(
    pecas.map((one) => (one.tipo === 'paragrafo' ? paragrafo(one.texto) : one)),
    plain,
  )
    .split('\n')
    .filter((line) => line !== '');
}
