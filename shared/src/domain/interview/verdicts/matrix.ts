/** A row of the heat map: a letter for each question of the interview's version, in order. */
import { VEREDITOS, type Veredito } from './verdict.ts';

/** Letter of each verdict, also the key that sets it. */
export const LETRA_DO_VEREDITO: Record<Veredito, string> = {
  confere: 'C',
  diverge: 'D',
  nao_perguntada: 'N',
  induzida: 'I',
  inaudivel: 'U',
  a_revisar: 'R',
  nao_se_aplica: 'X',
};

const VEREDITO_DA_LETRA = new Map(VEREDITOS.map((veredito) => [LETRA_DO_VEREDITO[veredito], veredito]));

export const VEREDITO_LABEL: Record<Veredito, string> = {
  confere: 'Confere',
  diverge: 'Diverge',
  nao_perguntada: 'Não perguntada',
  induzida: 'Induzida',
  inaudivel: 'Inaudível',
  a_revisar: 'A revisar',
  nao_se_aplica: 'Não se aplica',
};

/** True if a person gave the verdict in force. `mark`: the cell's letter in `marcas` (table entrevista_matriz). */
export const isByPerson = (mark: string | undefined): boolean => mark === 'p' || mark === 'b';

/**
 * True if a correction of the transcript caused the verdict in force.
 * @param codigo letter of the verdict in force
 * @param ia letter of the AI's first verdict
 * @param mark letter in `marcas`
 */
export const isAfterCorrection = (codigo?: string, ia?: string, mark?: string): boolean =>
  codigo !== ia && !isByPerson(mark);

/** The verdicts of a row. @throws Error for an unknown letter */
export function verdictsOf(codigos: string): Veredito[] {
  return Array.from(codigos, (letra) => {
    const veredito = VEREDITO_DA_LETRA.get(letra);
    if (!veredito) throw new Error(`Veredito desconhecido na matriz: ${letra}`);
    return veredito;
  });
}

export const MARCAS = ['leitura_maior', 'opcoes_nao_lidas', 'fora_de_ordem', 'mudou'] as const;
export type Marca = (typeof MARCAS)[number];

export const MARCA_LABEL: Record<Marca, string> = {
  leitura_maior: 'Lida com mudança de sentido',
  opcoes_nao_lidas: 'Opções não lidas',
  fora_de_ordem: 'Fora de ordem',
  mudou: 'O entrevistado mudou de resposta',
};
