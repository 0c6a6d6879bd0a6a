/** Reads agents and extensions: nome; matrícula; ramal; de; até, in this order or by headings. */
import { cellsOf } from '../accounts/invite-list.ts';

export const AGENTES_POR_LISTA = 2000;
/** Maximum characters of a line that is split into cells. */
const LINHA_MAX = 1000;

const COLUNAS = ['nome', 'matricula', 'ramal', 'de', 'ate'] as const;
type Coluna = (typeof COLUNAS)[number];

export type LinhaDeAgente = {
  linha: number;
  texto: string;
  nome: string;
  matricula: string | null;
  ramal: string | null;
  /** São Paulo's time, 'yyyy-MM-dd HH:mm'; `ate` is exclusive. */
  de: string | null;
  ate: string | null;
};
export type LinhaDeAgenteRecusada = { linha: number; texto: string; motivo: string };

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const TITULOS: Readonly<Record<string, Coluna>> = {
  nome: 'nome',
  agente: 'nome',
  atendente: 'nome',
  operador: 'nome',
  matricula: 'matricula',
  registro: 'matricula',
  ramal: 'ramal',
  de: 'de',
  desde: 'de',
  inicio: 'de',
  ate: 'ate',
  fim: 'ate',
};

function headings(cells: readonly string[]): (Coluna | null)[] | null {
  const found = cells.map((cell) => TITULOS[plain(cell)] ?? null);
  return found.includes('nome') ? found : null;
}

const DIA_MS = 86_400_000;
const two = (n: number): string => String(n).padStart(2, '0');

/** Reads a day with optional time; null for no date. `fim`: true if a day without time means the day's end. */
function instant(text: string, fim: boolean): string | null {
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(text) ??
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(text);
  if (!parts) return null;
  const [, a = '', b = '', c = '', hora, minuto] = parts;
  const [year, month, day] = (a.length === 4 ? [a, b, c] : [c, b, a]).map(Number) as [number, number, number];
  const [h, m] = [Number(hora ?? 0), Number(minuto ?? 0)];
  const at = new Date(Date.UTC(year, month - 1, day, h, m));
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  if (!isDay || h > 23 || m > 59 || year < 1900 || year > 2200) return null;
  const meant = fim && hora === undefined ? new Date(at.getTime() + DIA_MS) : at;
  const date = `${meant.getUTCFullYear()}-${two(meant.getUTCMonth() + 1)}-${two(meant.getUTCDate())}`;
  return `${date} ${two(meant.getUTCHours())}:${two(meant.getUTCMinutes())}`;
}

function readLine(cells: readonly string[], colunas: readonly (Coluna | null)[]) {
  const read = (coluna: Coluna): string => (cells[colunas.indexOf(coluna)] ?? '').trim();
  const [nome, matricula, ramal, deTexto, ateTexto] = COLUNAS.map(read) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const de = deTexto === '' ? null : instant(deTexto, false);
  const ate = ateTexto === '' ? null : instant(ateTexto, true);
  const motivo =
    nome === ''
      ? 'Falta o nome.'
      : nome.length > 200
        ? 'Nome com mais de 200 caracteres.'
        : matricula.length > 40
          ? 'Matrícula com mais de 40 caracteres.'
          : ramal.length > 64
            ? 'Ramal com mais de 64 caracteres.'
            : deTexto !== '' && de === null
              ? `A data “${deTexto.slice(0, 40)}” não existe: use dd/mm/aaaa.`
              : ateTexto !== '' && ate === null
                ? `A data “${ateTexto.slice(0, 40)}” não existe: use dd/mm/aaaa.`
                : ramal === '' && (de !== null || ate !== null)
                  ? 'Falta o ramal do período informado.'
                  : de !== null && ate !== null && ate <= de
                    ? 'O fim do período deve ser posterior ao início.'
                    : null;
  return { motivo, valores: { nome, matricula: matricula || null, ramal: ramal || null, de, ate } };
}

/** Reads a list, except blank lines and the heading. `excesso`: true for too many lines; no line is then read. */
export function readAgentSheet(text: string): {
  linhas: LinhaDeAgente[];
  recusadas: LinhaDeAgenteRecusada[];
  excesso: boolean;
} {
  const lines: { linha: number; texto: string }[] = [];
  for (const [index, texto] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (texto.trim() !== '') lines.push({ linha: index + 1, texto });
    // One line more than the limit is allowed, for a heading.
    if (lines.length > AGENTES_POR_LISTA + 1) return { linhas: [], recusadas: [], excesso: true };
  }
  const [first] = lines;
  const titulos = first && first.texto.length <= LINHA_MAX ? headings(cellsOf(first.texto)) : null;
  if (titulos) lines.shift();
  if (lines.length > AGENTES_POR_LISTA) return { linhas: [], recusadas: [], excesso: true };
  const linhas: LinhaDeAgente[] = [];
  const recusadas: LinhaDeAgenteRecusada[] = [];
  for (const { linha, texto } of lines) {
    const shown = texto.trim().slice(0, 300);
    if (texto.length > LINHA_MAX) {
      recusadas.push({ linha, texto: shown, motivo: 'Linha com mais de 1.000 caracteres.' });
      continue;
    }
    const { motivo, valores } = readLine(cellsOf(texto), titulos ?? COLUNAS);
    if (motivo === null) linhas.push({ linha, texto: shown, ...valores });
    else recusadas.push({ linha, texto: shown, motivo });
  }
  return { linhas, recusadas, excesso: false };
}
