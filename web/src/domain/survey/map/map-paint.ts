/**
 * Draws the visible part of the heat map on a canvas: cells, headings of rows and columns, rates. Sizes in CSS pixels.
 */
import {
  isAfterCorrection,
  isByPerson,
  VEREDITO_LABEL,
} from '@escuta/shared/domain/interview/verdicts/matrix';
import { CORES, type Cor, GLIFO, verdictOfLetter } from '@escuta/shared/domain/interview/verdicts/palette';
import type { Grade, Grupo } from './map-grid.ts';
import { FAIXA_DA_TAXA, LINHA_DO_TITULO, type Medidas, TAXA_LARGURA } from './map-sizes.ts';
import { cutText, type Titulos } from './map-text.ts';

export type Janela = { x: number; y: number; largura: number; altura: number };
export type Tinta = {
  fundo: string;
  texto: string;
  apagado: string;
  borda: string;
  escuro: boolean;
  /** The page's font families. */
  fonte: string;
};

/** Least size of a cell that shows the verdict's letter, and least width of a cell that shows its name, px. */
const LETRA_MIN = 12;
const NOME_MIN = 104;

/** The visible part along an axis: the first index, and the index after the last one. */
export function visible(offset: number, size: number, side: number, count: number): [number, number] {
  const first = Math.max(0, Math.floor(offset / side));
  return [first, Math.min(count, Math.ceil((offset + size) / side))];
}

const percent = (share: { valor: number } | null) => (share ? `${Math.round(share.valor * 100)}%` : '');

type Celulas = {
  linhas: number;
  titulo: (row: number) => string;
  agente: (row: number) => string;
  taxa: (row: number) => { valor: number } | null;
  pinta: (context: CanvasRenderingContext2D, row: number, column: number, x: number, y: number) => void;
};

/** The map's cells with a row for each interview. */
function interviewCells(grade: Grade, { lado, coluna }: Medidas, cores: Record<string, Cor>): Celulas {
  return {
    linhas: grade.linhas.length,
    titulo: (row) => grade.linhas[row]?.nome ?? '',
    agente: (row) => grade.linhas[row]?.agente ?? '',
    taxa: (row) => grade.linhas[row]?.corretas ?? null,
    pinta(context, row, column, x, y) {
      const linha = grade.linhas[row];
      const veredito = verdictOfLetter(linha?.letras[column] ?? ' ');
      if (!linha || !veredito) return;
      const cor = cores[veredito] as Cor;
      const right = x + coluna - 1;
      context.fillStyle = cor.fundo;
      context.fillRect(x, y, coluna - 1, lado - 1);
      context.fillStyle = cor.letra;
      if (lado >= LETRA_MIN) {
        const named = coluna >= NOME_MIN && veredito !== 'confere' && veredito !== 'nao_se_aplica';
        const words = named ? VEREDITO_LABEL[veredito] : GLIFO[veredito];
        const fits = !named || context.measureText(words).width <= coluna - 10;
        context.fillText(fits ? words : GLIFO[veredito], x + (coluna - 1) / 2, y + lado / 2 + 0.5);
      }
      const mark = linha.marcas[column];
      // Marks of a cell: its upper right corner for a mark of the AI, its lower left corner for a verdict after a
      // correction, and a line for a person's verdict.
      if (mark === 'm' || mark === 'b') {
        context.beginPath();
        context.moveTo(right - lado / 3, y);
        context.lineTo(right, y);
        context.lineTo(right, y + lado / 3);
        context.fill();
      }
      if (isByPerson(mark)) context.fillRect(x + 2, y + lado - 4, coluna - 5, 2);
      else if (isAfterCorrection(linha.letras[column], linha.ia[column], mark)) {
        context.beginPath();
        context.moveTo(x, y + lado - 1 - lado / 3);
        context.lineTo(x, y + lado - 1);
        context.lineTo(x + lado / 3, y + lado - 1);
        context.fill();
      }
    },
  };
}

/** Strength of a cell's colour for a share of failures, 0 to 1. */
export const strengthOf = (share: number): number =>
  share === 0 ? 0.06 : share >= 0.5 ? 1 : 0.15 + share * 0.3;

/** The cells if each row is an interviewer: the number of accusations, on a darker colour for a greater share. */
function groupCells(grupos: readonly Grupo[], { lado, coluna }: Medidas, tinta: Tinta): Celulas {
  const { diverge } = CORES[tinta.escuro ? 'escuro' : 'claro'];
  return {
    linhas: grupos.length,
    titulo: (row) => grupos[row]?.nome ?? '',
    agente: (row) => String(grupos[row]?.entrevistas ?? 0),
    taxa: (row) => grupos[row]?.corretas ?? null,
    pinta(context, row, column, x, y) {
      const cell = grupos[row]?.celulas[column];
      if (!cell || cell.aplicaveis === 0) return;
      const share = cell.falhas / cell.aplicaveis;
      context.globalAlpha = strengthOf(share);
      context.fillStyle = diverge.fundo;
      context.fillRect(x, y, coluna - 1, lado - 1);
      context.globalAlpha = 1;
      if (cell.falhas === 0) return;
      context.fillStyle = share >= 0.5 ? diverge.letra : tinta.texto;
      const words = coluna >= NOME_MIN ? `${cell.falhas} de ${cell.aplicaveis}` : String(cell.falhas);
      context.fillText(words, x + (coluna - 1) / 2, y + lado / 2 + 0.5);
    },
  };
}

/** A question's heading over its column: code, text, and the share of cells that agree. */
function paintHeading(
  context: CanvasRenderingContext2D,
  { codigo, linhas }: { codigo: string; linhas: readonly string[] },
  taxa: string,
  x: number,
  { coluna, topo, deitado }: Medidas,
  { texto, apagado, fonte }: Tinta,
): void {
  context.fillStyle = apagado;
  context.font = `11px ${fonte}`;
  const middle = x + (coluna - 1) / 2;
  const turned = (at: number, depth: number, words: string, align: CanvasTextAlign): void => {
    context.save();
    context.translate(at, depth);
    context.rotate(-Math.PI / 2);
    context.textAlign = align;
    context.fillText(words, 0, 0);
    context.restore();
  };
  context.textAlign = 'center';
  if (coluna >= FAIXA_DA_TAXA) context.fillText(taxa, middle, topo - 11);
  else turned(middle, topo - 5, taxa, 'left');
  const lines = [codigo, ...linhas];
  for (const [n, words] of lines.entries()) {
    context.fillStyle = n === 0 ? texto : apagado;
    context.font = `${n === 0 ? 600 : 400} 11px ${fonte}`;
    if (deitado) {
      context.textAlign = 'left';
      context.fillText(words, x + 4, 12 + n * LINHA_DO_TITULO.deitado);
    } else {
      const at = middle + (n - (lines.length - 1) / 2) * LINHA_DO_TITULO.virado;
      turned(at, topo - FAIXA_DA_TAXA - 2, words, 'left');
    }
  }
}

/** Draws the visible part of the map. `grupos`: the interviewers, each with a row; null: each interview has a row. */
export function paintMap(
  context: CanvasRenderingContext2D,
  grade: Grade,
  grupos: readonly Grupo[] | null,
  medidas: Medidas,
  titulos: Titulos,
  janela: Janela,
  tinta: Tinta,
): void {
  const { lado, coluna, cabecalho, agente, topo } = medidas;
  const { fonte } = tinta;
  const cells = grupos
    ? groupCells(grupos, medidas, tinta)
    : interviewCells(grade, medidas, CORES[tinta.escuro ? 'escuro' : 'claro']);
  const [firstRow, lastRow] = visible(janela.y, janela.altura - topo, lado, cells.linhas);
  const [firstColumn, lastColumn] = visible(
    janela.x,
    janela.largura - cabecalho,
    coluna,
    grade.colunas.length,
  );
  const xOf = (column: number) => cabecalho + column * coluna - janela.x;
  const yOf = (row: number) => topo + row * lado - janela.y;
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, janela.largura, janela.altura);

  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.font = `600 ${Math.min(12, lado - 3)}px ${fonte}`;
  for (let row = firstRow; row < lastRow; row += 1) {
    for (let column = firstColumn; column < lastColumn; column += 1) {
      cells.pinta(context, row, column, xOf(column), yOf(row));
    }
  }

  // The headings are painted last, over the cells that have scrolled under them.
  context.fillStyle = tinta.fundo;
  context.fillRect(0, topo, cabecalho, janela.altura - topo);
  context.font = `12px ${fonte}`;
  const nome = cabecalho - agente - TAXA_LARGURA;
  for (let row = firstRow; row < lastRow; row += 1) {
    const y = yOf(row) + lado / 2;
    context.textAlign = 'left';
    context.fillStyle = tinta.texto;
    context.fillText(cutText(context, cells.titulo(row), nome - 10), 6, y);
    context.fillStyle = tinta.apagado;
    if (agente > 0) context.fillText(cutText(context, cells.agente(row), agente - 8), nome, y);
    context.textAlign = 'right';
    context.fillText(percent(cells.taxa(row)), cabecalho - 8, y);
  }
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, janela.largura, topo);
  for (let column = firstColumn; column < lastColumn; column += 1) {
    const titulo = titulos[column];
    if (!titulo || xOf(column) + coluna / 2 < cabecalho) continue;
    paintHeading(context, titulo, percent(grade.margens[column] ?? null), xOf(column), medidas, tinta);
  }
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, cabecalho, topo);
  context.font = `11px ${fonte}`;
  context.fillStyle = tinta.apagado;
  context.textAlign = 'left';
  context.fillText(grupos ? 'Entrevistador' : 'Entrevista', 6, topo - 11);
  if (agente > 0) context.fillText(grupos ? 'Entrevistas' : 'Entrevistador', nome, topo - 11);
  context.textAlign = 'right';
  context.fillText('confere', cabecalho - 8, topo - 11);
  context.strokeStyle = tinta.borda;
  context.beginPath();
  context.moveTo(0, topo - 0.5);
  context.lineTo(janela.largura, topo - 0.5);
  context.moveTo(cabecalho - 0.5, 0);
  context.lineTo(cabecalho - 0.5, janela.altura);
  context.stroke();
}
