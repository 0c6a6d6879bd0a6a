/** Draws what is seen of the heat map on one canvas: cells, row and column headings, rates. Sizes in CSS pixels. */
import { isAfterCorrection, isByPerson } from '@escuta/shared/domain/interview/verdicts/matrix';
import { CORES, type Cor, GLIFO, verdictOfLetter } from '../cell/verdicts.ts';
import type { Grade, Grupo } from './map-grid.ts';

export type Medidas = {
  /** Side of a cell. */
  lado: number;
  /** Width of the rows' headings and height of the columns'. */
  cabecalho: number;
  topo: number;
  /** Of it, what a question's code takes. */
  codigo: number;
};

export type Janela = { x: number; y: number; largura: number; altura: number };
export type Tinta = { fundo: string; texto: string; apagado: string; borda: string; escuro: boolean };

export const TAXA_LARGURA = 44;

/** From this side of a cell on, its letter is drawn. */
const LETRA_MIN = 12;

/** First and last place of what is seen along one axis. */
export function visible(offset: number, size: number, side: number, count: number): [number, number] {
  const first = Math.max(0, Math.floor(offset / side));
  return [first, Math.min(count, Math.ceil((offset + size) / side))];
}

const percent = (share: { valor: number } | null) => (share ? `${Math.round(share.valor * 100)}%` : '');

/** A text cut to a width, with an ellipsis. */
function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}

type Celulas = {
  linhas: number;
  titulo: (row: number) => string;
  taxa: (row: number) => { valor: number } | null;
  pinta: (context: CanvasRenderingContext2D, row: number, column: number, x: number, y: number) => void;
};

/** Interviews as rows. */
function interviewCells(grade: Grade, lado: number, cores: Record<string, Cor>): Celulas {
  return {
    linhas: grade.linhas.length,
    titulo: (row) => grade.linhas[row]?.nome ?? '',
    taxa: (row) => grade.linhas[row]?.corretas ?? null,
    pinta(context, row, column, x, y) {
      const linha = grade.linhas[row];
      const veredito = verdictOfLetter(linha?.letras[column] ?? ' ');
      if (!linha || !veredito) return;
      const cor = cores[veredito] as Cor;
      context.fillStyle = cor.fundo;
      context.fillRect(x, y, lado - 1, lado - 1);
      context.fillStyle = cor.letra;
      if (lado >= LETRA_MIN) context.fillText(GLIFO[veredito], x + (lado - 1) / 2, y + lado / 2 + 0.5);
      const mark = linha.marcas[column];
      // A corner above for what stands beside the verdict, one below for a correction, a line for a person's word.
      if (mark === 'm' || mark === 'b') {
        context.beginPath();
        context.moveTo(x + lado - 1 - lado / 3, y);
        context.lineTo(x + lado - 1, y);
        context.lineTo(x + lado - 1, y + lado / 3);
        context.fill();
      }
      if (isByPerson(mark)) context.fillRect(x + 2, y + lado - 4, lado - 5, 2);
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

/** Interviewers as rows: how many accusations, the darker the more of them. */
function groupCells(grupos: readonly Grupo[], lado: number, tinta: Tinta): Celulas {
  const { diverge } = CORES[tinta.escuro ? 'escuro' : 'claro'];
  return {
    linhas: grupos.length,
    titulo: (row) => `${grupos[row]?.nome ?? ''} (${grupos[row]?.entrevistas ?? 0})`,
    taxa: (row) => grupos[row]?.corretas ?? null,
    pinta(context, row, column, x, y) {
      const cell = grupos[row]?.celulas[column];
      if (!cell || cell.aplicaveis === 0) return;
      const share = cell.falhas / cell.aplicaveis;
      const strong = share >= 0.5;
      context.globalAlpha = cell.falhas === 0 ? 0.06 : strong ? 1 : 0.15 + share * 0.3;
      context.fillStyle = diverge.fundo;
      context.fillRect(x, y, lado - 1, lado - 1);
      context.globalAlpha = 1;
      context.fillStyle = strong ? diverge.letra : tinta.texto;
      if (cell.falhas > 0) context.fillText(String(cell.falhas), x + (lado - 1) / 2, y + lado / 2 + 0.5);
    },
  };
}

/** Draws the window of the map that is seen. `grupos`: by interviewer instead of by interview. */
export function paintMap(
  context: CanvasRenderingContext2D,
  grade: Grade,
  grupos: readonly Grupo[] | null,
  { lado, cabecalho, topo, codigo }: Medidas,
  janela: Janela,
  tinta: Tinta,
): void {
  const cells = grupos
    ? groupCells(grupos, lado, tinta)
    : interviewCells(grade, lado, CORES[tinta.escuro ? 'escuro' : 'claro']);
  const [firstRow, lastRow] = visible(janela.y, janela.altura - topo, lado, cells.linhas);
  const [firstColumn, lastColumn] = visible(janela.x, janela.largura - cabecalho, lado, grade.colunas.length);
  const xOf = (column: number) => cabecalho + column * lado - janela.x;
  const yOf = (row: number) => topo + row * lado - janela.y;
  const small = `${Math.min(12, Math.max(9, lado - 8))}px system-ui, sans-serif`;
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, janela.largura, janela.altura);

  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.font = `600 ${Math.min(12, lado - 3)}px system-ui, sans-serif`;
  for (let row = firstRow; row < lastRow; row += 1) {
    for (let column = firstColumn; column < lastColumn; column += 1) {
      cells.pinta(context, row, column, xOf(column), yOf(row));
    }
  }

  // Headings lie over the cells that scroll below them.
  context.fillStyle = tinta.fundo;
  context.fillRect(0, topo, cabecalho, janela.altura - topo);
  context.font = '12px system-ui, sans-serif';
  for (let row = firstRow; row < lastRow; row += 1) {
    const y = yOf(row) + lado / 2;
    context.textAlign = 'left';
    context.fillStyle = tinta.texto;
    context.fillText(cut(context, cells.titulo(row), cabecalho - TAXA_LARGURA - 8), 4, y);
    context.textAlign = 'right';
    context.fillStyle = tinta.apagado;
    context.fillText(percent(cells.taxa(row)), cabecalho - 6, y);
  }
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, janela.largura, topo);
  context.textAlign = 'center';
  for (let column = firstColumn; column < lastColumn; column += 1) {
    const x = xOf(column) + lado / 2;
    if (xOf(column) + lado / 2 < cabecalho) continue;
    // Sideways: codes are longer than a cell is wide.
    context.save();
    context.translate(x, topo - 6);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'left';
    context.font = '600 11px system-ui, sans-serif';
    context.fillStyle = tinta.texto;
    context.fillText(cut(context, grade.colunas[column]?.codigo ?? '', codigo), 0, 0);
    context.font = small;
    context.fillStyle = tinta.apagado;
    context.fillText(percent(grade.margens[column] ?? null), codigo + 4, 0);
    context.restore();
  }
  context.fillStyle = tinta.fundo;
  context.fillRect(0, 0, cabecalho, topo);
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = tinta.apagado;
  context.textAlign = 'left';
  context.fillText(grupos ? 'Entrevistador' : 'Entrevista', 4, topo - 10);
  context.textAlign = 'right';
  context.fillText('confere', cabecalho - 6, topo - 10);
  context.strokeStyle = tinta.borda;
  context.beginPath();
  context.moveTo(0, topo - 0.5);
  context.lineTo(janela.largura, topo - 0.5);
  context.moveTo(cabecalho - 0.5, 0);
  context.lineTo(cabecalho - 0.5, janela.altura);
  context.stroke();
}
