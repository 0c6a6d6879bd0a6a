/** Sizes of the heat map's parts in a given room, px. */

export type Medidas = {
  /** Height of a row, px. */
  lado: number;
  /** Width of a column, px. */
  coluna: number;
  /** Width of row headings, width of the interviewers' names in them (0: hidden), height of column headings, px. */
  cabecalho: number;
  agente: number;
  topo: number;
  /** True if the text over the columns is horizontal, which needs wide columns; false if it is rotated. */
  deitado: boolean;
  /** Length of a line (px) and number of lines of a question's text. */
  titulo: { comprimento: number; linhas: number };
};

export const TAXA_LARGURA = 54;
/** Least width of a column for a horizontal share below the question, px. In narrower columns the share is rotated. */
export const FAIXA_DA_TAXA = 34;
/** Line height of a horizontal and of a rotated heading, px. */
export const LINHA_DO_TITULO = { deitado: 13, virado: 12 } as const;

/** Width of the map beside an open answer on a laptop, px; narrower maps hide the interviewers. */
const BESIDE_PANEL = 640;

const LADO = { confortavel: 24, compacto: 15 } as const;
const COLUNA_MAX = 160;
/** Least width of a column for a horizontal question of five lines with its code, px. */
const DEITADO_MIN = 74;
const LINHAS_DEITADO = 5;
/** Length of a rotated question on a wide screen and on a phone, px. */
const COMPRIMENTO = { largo: 116, estreito: 84 } as const;

/**
 * Sizes of the map for a visible width of `room`: the columns share the width beside the rows' headings, within limits.
 * @param agentes false where the interviewers' column would be empty or repeat a single name
 */
export function sizesOf(
  room: number,
  colunas: number,
  { compacto, agentes }: { compacto: boolean; agentes: boolean },
): Medidas {
  const lado = compacto ? LADO.compacto : LADO.confortavel;
  const estreito = room < 480;
  // Hides the names beside an open answer to give the columns room, because the panel names the interviewer.
  const agente = !agentes || room < BESIDE_PANEL ? 0 : room < 720 ? 84 : 116;
  const cabecalho = (estreito ? 84 : room < 720 ? 104 : 156) + agente + TAXA_LARGURA;
  const share = Math.floor((room - cabecalho - 1) / Math.max(1, colunas));
  const coluna = compacto ? lado : Math.max(lado, Math.min(COLUNA_MAX, share));
  const deitado = coluna >= DEITADO_MIN;
  const comprimento = estreito ? COMPRIMENTO.estreito : COMPRIMENTO.largo;
  return {
    lado,
    coluna,
    cabecalho,
    agente,
    topo: deitado ? 8 + LINHAS_DEITADO * LINHA_DO_TITULO.deitado + 22 : comprimento + FAIXA_DA_TAXA + 6,
    deitado,
    titulo: deitado
      ? { comprimento: coluna - 8, linhas: LINHAS_DEITADO - 1 }
      : { comprimento, linhas: Math.max(0, Math.min(3, Math.floor(coluna / LINHA_DO_TITULO.virado)) - 1) },
  };
}
