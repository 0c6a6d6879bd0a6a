/** The sheet of answers to a printed questionnaire, as the institute types it. */
import type { PerguntaVerdade } from '../questionnaires.ts';
import type { Roteiro, VerdadeDaCelula } from '../script.ts';
import { SEM_CODIGO } from './option-forms.ts';
import type { Impresso } from './print-document.ts';

/** Unreadable cell contents. */
const ILEGIVEIS = ['ver observação', 'conferir no áudio', '?', 'rasurado', '7*', '#REF!'] as const;
export const CELULA_ILEGIVEL = 'resposta não reconhecida';

export type FormaDaPlanilha = {
  cabecalho: 'código' | 'dois dígitos' | 'minúsculo' | 'código e texto' | 'texto';
  valores: 'códigos' | 'textos' | 'código e texto';
  varias: 'junta' | 'coluna por opção, 1 e 0' | 'coluna por opção, x';
  separador: ';' | ',' | ' / ';
};

export function drawSheetForm({ estilo }: Impresso, random: () => number): FormaDaPlanilha {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return {
    cabecalho: pick(['código', 'código', 'dois dígitos', 'minúsculo', 'código e texto', 'texto']),
    valores: SEM_CODIGO.has(estilo.opcoes)
      ? 'textos'
      : pick(['códigos', 'códigos', 'textos', 'código e texto']),
    // With falling codes, columns per option have no recognisable order.
    varias: estilo.desce ? 'junta' : pick(['junta', 'coluna por opção, 1 e 0', 'coluna por opção, x']),
    separador: pick([';', ',', ' / ']),
  };
}

export type Planilha = {
  cabecalho: string[];
  linhas: string[][];
  /** By a column's position: the column's question, and the option if the column covers a single option. */
  perguntas: ReadonlyMap<number, { id: string; opcao: string | null }>;
};

/** A typed row of the sheet. `id` names the interview. */
export type LinhaDigitada = { id: string; roteiro: Roteiro };

/** Columns about the interview, before those of the answers. */
const CAMPO = ['Nº do questionário', 'Data', 'Entrevistador'] as const;

/** True if a spoken 'não sei' was typed. */
const registersUnknown = ({ armadilha }: VerdadeDaCelula): boolean => armadilha === 'não sabe registrado';

export function writeSheet(
  impresso: Impresso,
  forma: FormaDaPlanilha,
  linhas: readonly LinhaDigitada[],
): Planilha {
  const { documento, colunas, codigos, itens, ns } = impresso;
  const written = (opcaoId: string, texto: string): string => {
    const code = String(codigos.get(opcaoId) ?? '');
    if (forma.valores === 'códigos') return code;
    return forma.valores === 'textos' ? texto : `${code} - ${texto}`;
  };
  const headingOf = ({ id, texto }: PerguntaVerdade): string => {
    const code = colunas.get(id) ?? '';
    const words = itens.has(id) ? `${documento.bateria.tronco} [${itens.get(id)}]` : texto;
    switch (forma.cabecalho) {
      case 'dois dígitos':
        return code.replace(/\d+/u, (digits) => digits.padStart(2, '0'));
      case 'minúsculo':
        return code.toLowerCase();
      case 'código e texto':
        return `${code} - ${words}`;
      case 'texto':
        return words;
      default:
        return code;
    }
  };
  const cabecalho: string[] = [...CAMPO];
  const perguntas = new Map<number, { id: string; opcao: string | null }>();
  const cells: ((roteiro: Roteiro) => string)[] = [];
  const column = (
    heading: string,
    asked: { id: string; opcao: string | null },
    cell: (roteiro: Roteiro) => string,
  ): void => {
    perguntas.set(cabecalho.length, asked);
    cabecalho.push(heading);
    cells.push(cell);
  };
  const truthOf = ({ celulas }: Roteiro, { id }: PerguntaVerdade): VerdadeDaCelula | undefined =>
    celulas.find(({ perguntaId }) => perguntaId === id);
  const chosenOf = ({ digitadas }: Roteiro, { id, opcoes }: PerguntaVerdade) =>
    opcoes.filter((opcao) => digitadas.get(id)?.opcoes.includes(opcao.id));
  const isUnread = (roteiro: Roteiro, pergunta: PerguntaVerdade): boolean =>
    truthOf(roteiro, pergunta)?.armadilha === CELULA_ILEGIVEL;
  const unread = ({ semente }: Roteiro): string => ILEGIVEIS[semente % ILEGIVEIS.length] ?? '';

  for (const pergunta of documento.perguntas) {
    const heading = headingOf(pergunta);
    if (pergunta.tipo === 'multipla' && forma.varias !== 'junta') {
      for (const opcao of pergunta.opcoes) {
        const behind = forma.cabecalho === 'texto' ? ` [${opcao.texto}]` : `_${codigos.get(opcao.id)}`;
        const name =
          forma.cabecalho === 'código e texto'
            ? `${colunas.get(pergunta.id)}${behind}`
            : `${heading}${behind}`;
        column(name, { id: pergunta.id, opcao: opcao.id }, (roteiro) => {
          if (isUnread(roteiro, pergunta)) return unread(roteiro);
          const chosen = chosenOf(roteiro, pergunta);
          if (chosen.length === 0) return '';
          if (forma.varias === 'coluna por opção, x') return chosen.includes(opcao) ? 'x' : '';
          return chosen.includes(opcao) ? '1' : '0';
        });
      }
      continue;
    }
    column(heading, { id: pergunta.id, opcao: null }, (roteiro) => {
      if (isUnread(roteiro, pergunta)) return unread(roteiro);
      const { texto = '' } = roteiro.digitadas.get(pergunta.id) ?? {};
      const chosen = chosenOf(roteiro, pergunta);
      if (chosen.length > 0) return chosen.map((one) => written(one.id, one.texto)).join(forma.separador);
      const truth = truthOf(roteiro, pergunta);
      const code = ns.get(pergunta.id);
      return texto === '' && truth && registersUnknown(truth) && code !== undefined ? String(code) : texto;
    });
  }
  return {
    cabecalho,
    perguntas,
    linhas: linhas.map(({ id, roteiro }, index) => [
      id,
      `${String(1 + (index % 28)).padStart(2, '0')}/03/2026`,
      ['Ana Souza', 'Bruno Lima', 'Carla Dias'][index % 3] ?? '',
      ...cells.map((cell) => cell(roteiro)),
    ]),
  };
}
