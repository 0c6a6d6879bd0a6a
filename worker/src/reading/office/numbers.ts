/** Computes the numbers that office programs print before list items. */
import type { Marca } from './pieces.ts';

export type Nivel = {
  /** Word's name of the number format: 'decimal', 'lowerLetter', 'bullet', …. */
  formato: string;
  /** Printed pattern: '%1.', '%1.%2)', '•'. */
  texto: string;
  inicio: number;
  /** Level (from 1) whose items restart this level's count; 0: none; null: the level above. */
  reinicia: number | null;
  /** True: prints all numbers in the mark as digits, whatever their formats. */
  algarismos: boolean;
};

const ROMANS: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
function roman(n: number): string {
  let left = Math.min(n, 3999);
  let text = '';
  for (const [value, sign] of ROMANS) {
    while (left >= value) {
      text += sign;
      left -= value;
    }
  }
  return text;
}
/** The letter for a number; aa and bb follow z, as in Word. */
const letters = (n: number): string =>
  n < 1 ? String(n) : String.fromCharCode(97 + ((n - 1) % 26)).repeat(Math.min(Math.ceil(n / 26), 20));

export function printNumber(formato: string, n: number): string {
  switch (formato) {
    case 'lowerLetter':
      return letters(n);
    case 'upperLetter':
      return letters(n).toUpperCase();
    case 'lowerRoman':
      return roman(n);
    case 'upperRoman':
      return roman(n).toUpperCase();
    case 'decimalZero':
      return String(n).padStart(2, '0');
    case 'ordinal':
      return `${n}º`;
    default:
      return String(n);
  }
}

const FORMAS: Record<string, Marca['forma']> = {
  lowerLetter: 'letra',
  upperLetter: 'letra',
  lowerRoman: 'romano',
  upperRoman: 'romano',
  bullet: 'sinal',
  none: 'sinal',
};

const LEVELS = 9;

export class Counters {
  readonly #counts = new Map<string, (number | null)[]>();
  readonly #begun = new Set<string>();

  /**
   * Counts the next item, and returns its mark.
   * @param lista name of the count, which several lists may share
   * @param begin start values by level, applied once per `uso` (in Word, the list's number)
   */
  next(
    lista: string,
    nivel: number,
    niveis: readonly (Nivel | undefined)[],
    uso = lista,
    begin: readonly (number | undefined)[] = [],
  ): Marca {
    const counts = this.#counts.get(lista) ?? Array.from({ length: LEVELS }, () => null);
    this.#counts.set(lista, counts);
    if (!this.#begun.has(uso)) {
      this.#begun.add(uso);
      for (const [level, start] of begin.entries()) if (start !== undefined) counts[level] = start - 1;
    }
    const own = niveis[nivel];
    const startOf = (level: number): number => begin[level] ?? niveis[level]?.inicio ?? 1;
    const numero = (counts[nivel] ?? startOf(nivel) - 1) + 1;
    counts[nivel] = numero;
    for (let deeper = nivel + 1; deeper < LEVELS; deeper += 1) {
      const after = niveis[deeper]?.reinicia ?? deeper;
      if (after > nivel && after > 0) counts[deeper] = null;
    }
    const forma = FORMAS[own?.formato ?? 'decimal'] ?? 'algarismo';
    const texto = own?.texto ?? '%1.';
    const rotulo =
      forma === 'sinal'
        ? texto
        : texto.replace(/%([1-9])/gu, (_, digit: string) => {
            const level = Number(digit) - 1;
            const count = level === nivel ? numero : (counts[level] ?? startOf(level));
            return printNumber(own?.algarismos ? 'decimal' : (niveis[level]?.formato ?? 'decimal'), count);
          });
    const counted = forma !== 'sinal' && rotulo.trim() !== '';
    return {
      lista: `${lista}/${nivel}`,
      nivel,
      rotulo: rotulo.trim(),
      numero: counted ? numero : null,
      forma: counted ? forma : 'sinal',
    };
  }
}
