/** An interviewer's sheet of a day: figures in sentences, and up to three moments of the interviewer's interviews. */

import type { SomasDeUnidades } from '../../intervals/ratio.ts';
import { UNIDADES_MINIMO } from '../../intervals/ratio.ts';
import { MOMENTO_MAX_MS, MOMENTO_MIN_MS } from '../../recordings/moment.ts';
import { plural } from '../../text/in-words.ts';
import type { TaxaDeCampo } from '../device/field-quality.ts';

/** Kinds of moments, in shown order. */
export const TIPOS_MOMENTO_FOLHA = ['divergencia', 'leitura', 'exemplo'] as const;
export type TipoMomentoFolha = (typeof TIPOS_MOMENTO_FOLHA)[number];
export const TIPOS_LINHA_FOLHA = ['geral', ...TIPOS_MOMENTO_FOLHA] as const;
export type TipoLinhaFolha = (typeof TIPOS_LINHA_FOLHA)[number];

export const TITULO_MOMENTO_FOLHA: Record<TipoMomentoFolha, string> = {
  divergencia: 'Divergência confirmada',
  leitura: 'Leitura que mudou o sentido',
  exemplo: 'Bom exemplo',
};

/** '2026-11-28' becomes '28/11/2026'. */
export const dayInWords = (dia: string): string => dia.split('-').reverse().join('/');

export const sheetTitle = (dia: string): string => `Folha de ${dayInWords(dia)}`;

/** Kind of a stored row, by its title; 'geral' for other titles. */
export const kindOfTitle = (titulo: string | null): TipoLinhaFolha =>
  TIPOS_MOMENTO_FOLHA.find((tipo) => TITULO_MOMENTO_FOLHA[tipo] === titulo) ?? 'geral';

export type NumerosDoDia = {
  concluidas: number;
  interrompidas: number;
  emAndamento: number;
  /** Interviews left out of other counts: on hold, rejected, or in quarantine until a person decides. */
  emEspera: number;
  rejeitadas: number;
  quarentena: number;
  recusas: number;
  foraDoPerfil: number;
  cotaPreenchida: number;
  /** Number of counted interviews that have verdicts. */
  auditadas: number;
  aRevisar: number;
};

export type TaxasDoDia = Readonly<Record<TaxaDeCampo, SomasDeUnidades>>;

/** True if the interviewer has no interview on the day. */
export const isIdle = (n: NumerosDoDia): boolean =>
  n.concluidas + n.interrompidas + n.emAndamento + n.emEspera + n.rejeitadas + n.quarentena === 0 &&
  n.recusas + n.foraDoPerfil + n.cotaPreenchida === 0;

/** A rate as text: '45 de 48 (94%)'; 'poucas' replaces the percentage below UNIDADES_MINIMO units; '-': no cells. */
function rateText({ unidades, x, c }: SomasDeUnidades): string {
  if (c === 0) return '-';
  return `${x} de ${c} (${unidades < UNIDADES_MINIMO ? 'poucas' : `${Math.round((100 * x) / c)}%`})`;
}

const listed = (parts: readonly (string | null)[]): string => parts.filter((one) => one !== null).join(', ');

/** A day's figures, one sentence per line. `taxas`: null if no cell has a verdict. */
export function sheetText(dia: string, n: NumerosDoDia, taxas: TaxasDoDia | null): string {
  const lines = [
    `Em ${dayInWords(dia)}, você ${n.concluidas === 0 ? 'não concluiu entrevistas' : `concluiu ${plural(n.concluidas, 'entrevista', 'entrevistas')}`}${
      n.concluidas > 0
        ? `, ${n.auditadas === 0 ? 'nenhuma' : n.auditadas} ${n.auditadas > 1 ? 'auditadas' : 'auditada'} até agora`
        : ''
    }.`,
  ];
  const outside = listed([
    n.emEspera > 0 ? `${n.emEspera} em espera` : null,
    n.quarentena > 0 ? `${n.quarentena} em quarentena` : null,
  ]);
  if (outside) lines.push(`Fora dos números até o coordenador decidir: ${outside}.`);
  if (n.rejeitadas > 0)
    lines.push(
      `${plural(n.rejeitadas, 'entrevista rejeitada não conta', 'entrevistas rejeitadas não contam')} nos números.`,
    );
  const others = listed([
    n.interrompidas > 0 ? plural(n.interrompidas, 'interrompida', 'interrompidas') : null,
    n.emAndamento > 0 ? `${n.emAndamento} em andamento ou a enviar` : null,
    n.recusas > 0 ? plural(n.recusas, 'recusa', 'recusas') : null,
    n.foraDoPerfil > 0 ? `${n.foraDoPerfil} fora do perfil` : null,
    n.cotaPreenchida > 0 ? `${n.cotaPreenchida} com a cota preenchida` : null,
  ]);
  if (others) lines.push(`Outras entrevistas do dia: ${others}.`);
  if (taxas === null || n.auditadas === 0) {
    lines.push('Leitura e erros: nenhuma entrevista do dia foi auditada ainda.');
    return lines.join('\n');
  }
  lines.push(
    `Perguntas lidas como escritas: ${rateText(taxas.fidelidade)}.`,
    `Perguntas não feitas: ${rateText(taxas.omissao)}.`,
    `Respostas induzidas: ${rateText(taxas.inducao)}.`,
    `Respostas digitadas diferentes da fala: ${rateText(taxas.digitacao)}.`,
  );
  if (n.auditadas < UNIDADES_MINIMO) {
    lines.push(
      `“Poucas” quer dizer menos de ${UNIDADES_MINIMO} entrevistas: não dá para calcular a porcentagem.`,
    );
  }
  if (n.aRevisar > 0) {
    lines.push(
      `${plural(n.aRevisar, 'resposta ainda espera', 'respostas ainda esperam')} revisão e pode${n.aRevisar === 1 ? '' : 'm'} mudar estes números.`,
    );
  }
  return lines.join('\n');
}

/** A cell that may become a moment, with its place in the recording, ms. */
export type CelulaDaFolha = {
  tipo: TipoMomentoFolha;
  entrevistaId: string;
  perguntaId: string;
  /** Code and text: 'P5. Qual é a sua idade?' */
  pergunta: string;
  falado: string | null;
  digitado: string | null;
  faltou: readonly string[];
  acrescentou: readonly string[];
  /** True if the interviewer asked again without suggesting an answer. */
  sondou: boolean;
  ouvirInicioMs: number;
  ouvirFimMs: number;
  respostaFimMs: number | null;
};

/** At most one cell of each kind, preferably of different interviews. `cells`: the most telling of each kind first. */
export function chooseMoments<C extends CelulaDaFolha>(cells: readonly C[]): C[] {
  const chosen: C[] = [];
  for (const tipo of TIPOS_MOMENTO_FOLHA) {
    const free = cells.filter(
      (one) =>
        one.tipo === tipo &&
        !chosen.some(
          (other) => other.entrevistaId === one.entrevistaId && other.perguntaId === one.perguntaId,
        ),
    );
    const elsewhere = free.find((one) => !chosen.some((other) => other.entrevistaId === one.entrevistaId));
    const found = elsewhere ?? free[0];
    if (found) chosen.push(found);
  }
  return chosen;
}

/** Silence kept after an answer, ms. */
const AFTER_MS = 2000;

/** The stretch to play, at most MOMENTO_MAX_MS: of a longer cell its beginning, or the part up to a late answer. */
export function excerptOf({
  ouvirInicioMs,
  ouvirFimMs,
  respostaFimMs,
}: Pick<CelulaDaFolha, 'ouvirInicioMs' | 'ouvirFimMs' | 'respostaFimMs'>): {
  inicioMs: number;
  fimMs: number;
} {
  const fim = Math.max(ouvirFimMs, ouvirInicioMs + MOMENTO_MIN_MS);
  if (fim - ouvirInicioMs <= MOMENTO_MAX_MS) return { inicioMs: ouvirInicioMs, fimMs: fim };
  const end =
    respostaFimMs === null
      ? ouvirInicioMs + MOMENTO_MAX_MS
      : Math.min(fim, Math.max(respostaFimMs + AFTER_MS, ouvirInicioMs + MOMENTO_MAX_MS));
  return { inicioMs: end - MOMENTO_MAX_MS, fimMs: end };
}

const QUESTION_MAX = 200;
const WORDS_MAX = 160;
const short = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
const quoted = (texts: readonly string[]): string =>
  short(texts.map((text) => `“${text}”`).join(', '), WORDS_MAX);

/** Describes a moment to the interviewer. */
export function momentText(cell: CelulaDaFolha): string {
  const question = `“${short(cell.pergunta, QUESTION_MAX)}”`;
  switch (cell.tipo) {
    case 'divergencia': {
      const heard = cell.falado?.replace(/[.\s]+$/u, '');
      const said = heard ? `a resposta ouvida é “${short(heard, WORDS_MAX)}”` : 'a resposta ouvida é outra';
      const typed = cell.digitado ? `foi digitado “${short(cell.digitado, WORDS_MAX)}”` : 'nada foi digitado';
      return `Em ${question}, ${said} e ${typed}. Uma pessoa ouviu a gravação e confirmou a diferença.`;
    }
    case 'leitura': {
      const changes = [
        cell.faltou.length > 0 ? `Palavras que faltaram: ${quoted(cell.faltou)}.` : null,
        cell.acrescentou.length > 0 ? `Palavras a mais: ${quoted(cell.acrescentou)}.` : null,
      ].filter((one) => one !== null);
      return [`Em ${question}, a leitura mudou o sentido da pergunta.`, ...changes].join(' ');
    }
    case 'exemplo':
      return cell.sondou
        ? `Em ${question}, você leu como está escrito, perguntou de novo sem sugerir e digitou o que a pessoa respondeu.`
        : `Em ${question}, você leu como está escrito e digitou o que a pessoa respondeu.`;
  }
}
