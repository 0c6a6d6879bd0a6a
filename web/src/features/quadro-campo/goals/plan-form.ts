/** Converts a questionnaire's goals to form texts and back. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { PlanoDeMetas, updateMetas } from '@escuta/shared/contracts/surveys/goals/metas';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { problemOfTable } from '@escuta/shared/domain/interview/goals/goal-problems';
import {
  cellCount,
  type Dimensao,
  isOfQuestion,
  keysOf,
  LIMITES_METAS,
  namesOf,
} from '@escuta/shared/domain/interview/goals/goal-table';
import {
  type Membro,
  readBand,
  readBands,
  readMembers,
} from '@escuta/shared/domain/interview/goals/goal-text';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';

export type Pessoa = { id: string; tipo: 'usuario' | 'agente'; nome: string };

/** A table's dimension as typed. `alvo`: a question's id, 'entrevistador' or 'area'; `linhas`: groups, one per line. */
export type Coluna = { alvo: string; linhas: string };
export type TabelaDigitada = {
  id: string | null;
  colunas: Coluna[];
  /** Typed goals by the joined names of a cell's groups (`nameKey`), so that a goal stays when other groups change. */
  metas: Record<string, string>;
};
export type PlanoDigitado = { total: string; passar: boolean; tabelas: TabelaDigitada[] };

/** An option or person that a line can name. `agente`: true for an interviewer who is an agent without an account. */
type MembroDoAlvo = Membro & { agente: boolean };

/** Subject of a dimension: a question, the interviewers or the areas. */
export type Alvo = {
  id: string;
  nome: string;
  tipo: 'opcoes' | 'faixas' | 'entrevistadores';
  membros: readonly MembroDoAlvo[];
  /** Number of the question, from 1; null for people and for a question that was removed. */
  lugar: number | null;
};

/**
 * From this number on, a question is too late for screening, because the respondent has answered many questions before.
 */
export const TARDE = 8;

export const nameKey = (names: readonly string[]): string => names.join('\t');

/** Options and people that a stored table names but the questionnaire lacks now; each gets its group's name. */
const goneMembers = (dimensao: Dimensao, there: ReadonlySet<string>): MembroDoAlvo[] =>
  dimensao.grupos.flatMap((grupo) => {
    const agentes = 'agentes' in grupo ? grupo.agentes : [];
    const ids = 'opcoes' in grupo ? grupo.opcoes : 'usuarios' in grupo ? [...grupo.usuarios, ...agentes] : [];
    const gone = ids.filter((id) => !there.has(id));
    return gone.map((id, index) => ({
      id,
      agente: agentes.includes(id),
      texto: ids.length === 1 ? grupo.texto : `${grupo.texto} (excluída ${index + 1})`,
    }));
  });

const dimensionsOf = (plano: PlanoDeMetas): Dimensao[] => plano.tabelas.flatMap(({ dimensoes }) => dimensoes);

/** Value of `alvo` for a stored dimension: the question's id, else the dimension's name. */
const targetOf = (dimensao: Dimensao): string =>
  isOfQuestion(dimensao) ? dimensao.pergunta_id : dimensao.nome;

/** Dimensions to choose from: questions in use, people, and removed questions that the stored plan still names. */
export function targetsOf(
  perguntas: readonly PerguntaWire[],
  pessoas: readonly Pessoa[],
  plano: PlanoDeMetas,
): Alvo[] {
  const stored = dimensionsOf(plano);
  const withGone = (id: string, membros: readonly MembroDoAlvo[]): MembroDoAlvo[] => {
    const there = new Set(membros.map((one) => one.id));
    const gone = stored.filter((one) => targetOf(one) === id).flatMap((one) => goneMembers(one, there));
    return [...membros, ...new Map(gone.map((one) => [one.id, one] as const)).values()];
  };
  const questions = perguntas
    .filter(({ ativo, tipo }) => ativo && ['escolha', 'numero', 'escala'].includes(tipo))
    .map(
      ({ id, codigo, texto_pergunta, tipo, respostas_definidas }): Alvo => ({
        id,
        nome: `${codigo} · ${texto_pergunta}`,
        tipo: tipo === 'escolha' ? 'opcoes' : 'faixas',
        membros: withGone(
          id,
          respostas_definidas.map((opcao) => ({
            id: opcao.id,
            texto: opcao.texto_resposta,
            agente: false,
          })),
        ),
        lugar: perguntas.filter((one) => one.ativo).findIndex((one) => one.id === id) + 1,
      }),
    );
  const gone = stored
    .filter(isOfQuestion)
    .filter((one) => !questions.some(({ id }) => id === one.pergunta_id));
  const people = pessoas.map(({ id, nome, tipo }) => ({ id, texto: nome, agente: tipo === 'agente' }));
  return [
    ...questions,
    ...[...new Map(gone.map((one) => [one.pergunta_id, one] as const)).values()].map(
      (one): Alvo => ({
        id: one.pergunta_id,
        nome: 'Pergunta fora do questionário',
        tipo: one.tipo,
        membros: withGone(one.pergunta_id, []),
        lugar: null,
      }),
    ),
    {
      id: 'entrevistador',
      nome: 'Entrevistador',
      tipo: 'entrevistadores',
      membros: withGone('entrevistador', people),
      lugar: null,
    },
    {
      id: 'area',
      nome: 'Área (grupos de entrevistadores)',
      tipo: 'entrevistadores',
      membros: withGone('area', people),
      lugar: null,
    },
  ];
}

const SPECIAL = new Set(['nao_sabe', 'recusa']);

/** Lines with which a new column starts: each option of a choice, usual age bands for a number, or each person. */
export function firstLines(alvo: Alvo, perguntas: readonly PerguntaWire[]): string {
  if (alvo.tipo === 'faixas') return '16 a 24\n25 a 34\n35 a 44\n45 ou mais';
  if (alvo.id === 'area') return '';
  const pergunta = perguntas.find(({ id }) => id === alvo.id);
  const names = pergunta
    ? pergunta.respostas_definidas
        .filter(({ especial }) => especial === null || !SPECIAL.has(especial))
        .map(({ texto_resposta }) => texto_resposta)
    : alvo.membros.map(({ texto }) => texto);
  return names.join('\n');
}

const number = (value: number): string => String(value).replace('.', ',');
function bandText({ de, ate }: { de: number | null; ate: number | null }): string {
  if (de === null) return `até ${number(ate ?? 0)}`;
  return ate === null ? `${number(de)} ou mais` : de === ate ? number(de) : `${number(de)} a ${number(ate)}`;
}

/** The groups of a stored dimension as lines of text. */
function linesOf(dimensao: Dimensao, alvo: Alvo | undefined): string {
  return dimensao.grupos
    .map((grupo) => {
      if ('de' in grupo) {
        const read = readBand(grupo.texto);
        const same = read?.de === grupo.de && read.ate === grupo.ate;
        return same ? grupo.texto : `${grupo.texto} = ${bandText(grupo)}`;
      }
      const ids = 'opcoes' in grupo ? grupo.opcoes : [...grupo.usuarios, ...grupo.agentes];
      const names = ids.map((id) => alvo?.membros.find((one) => one.id === id)?.texto ?? id);
      return names.length === 1 && names[0] === grupo.texto
        ? grupo.texto
        : `${grupo.texto} = ${names.join('; ')}`;
    })
    .join('\n');
}

export const typedPlan = (plano: PlanoDeMetas, alvos: readonly Alvo[]): PlanoDigitado => ({
  total: plano.total === null ? '' : String(plano.total),
  passar: plano.passar,
  tabelas: plano.tabelas.map(({ id, dimensoes, celulas }) => ({
    id,
    colunas: dimensoes.map((dimensao) => ({
      alvo: targetOf(dimensao),
      linhas: linesOf(
        dimensao,
        alvos.find((one) => one.id === targetOf(dimensao)),
      ),
    })),
    metas: Object.fromEntries(
      celulas.map(({ chave, meta }) => [nameKey(namesOf(dimensoes, chave)), String(meta)] as const),
    ),
  })),
});

export type ColunaLida =
  | { dimensao: Dimensao; pesos: (number | null)[]; problema: null }
  | { problema: string };

/** Reads a typed column: its dimension, or the problem of its lines in words. */
export function readColumn({ alvo: id, linhas }: Coluna, alvos: readonly Alvo[]): ColunaLida {
  const alvo = alvos.find((one) => one.id === id);
  if (!alvo) return { problema: 'Selecione uma pergunta.' };
  if (alvo.tipo === 'faixas') {
    const read = readBands(linhas);
    if ('problema' in read) return read;
    return {
      dimensao: { tipo: 'faixas', pergunta_id: id, grupos: read.grupos },
      pesos: read.pesos,
      problema: null,
    };
  }
  const read = readMembers(linhas, alvo.membros);
  if ('problema' in read) return read;
  const agents = new Set(alvo.membros.flatMap(({ id: one, agente }) => (agente ? [one] : [])));
  const dimensao: Dimensao =
    alvo.tipo === 'opcoes'
      ? {
          tipo: 'opcoes',
          pergunta_id: id,
          grupos: read.grupos.map(({ texto, ids }) => ({ texto, opcoes: ids })),
        }
      : {
          tipo: 'entrevistadores',
          nome: id === 'area' ? 'area' : 'entrevistador',
          grupos: read.grupos.map(({ texto, ids }) => ({
            texto,
            usuarios: ids.filter((one) => !agents.has(one)),
            agentes: ids.filter((one) => agents.has(one)),
          })),
        };
  return { dimensao, pesos: read.pesos, problema: null };
}

export type TabelaLida = { dimensoes: Dimensao[]; pesos: (number | null)[][]; chaves: string[] };

/** Reads a table's columns: its dimensions and cells. Null if a column is invalid or the columns cannot be crossed. */
export function readTable(colunas: readonly Coluna[], alvos: readonly Alvo[]): TabelaLida | null {
  const dimensoes: Dimensao[] = [];
  const pesos: (number | null)[][] = [];
  for (const coluna of colunas) {
    const read = readColumn(coluna, alvos);
    if (read.problema !== null) return null;
    dimensoes.push(read.dimensao);
    pesos.push(read.pesos);
  }
  if (dimensoes.length === 0 || cellCount(dimensoes) > LIMITES_METAS.celulas) return null;
  return { dimensoes, pesos, chaves: keysOf(dimensoes) };
}

const whole = (text: string, min: number): number | null => {
  const value = readTypedNumber(text)?.valor ?? null;
  return value !== null && Number.isInteger(value) && value >= min && value <= LIMITES_METAS.meta
    ? value
    : null;
};

type Corpo = Omit<BodyOf<typeof updateMetas>, 'versao'>;
export type PlanoLido = { corpo: Corpo; problemas: null } | { corpo: null; problemas: Map<string, string> };

/** The typed plan as a request body, or errors by field. */
export function readPlan(
  { total, passar, tabelas }: PlanoDigitado,
  { alvos, perguntas }: { alvos: readonly Alvo[]; perguntas: readonly PerguntaWire[] },
): PlanoLido {
  const problemas = new Map<string, string>();
  const all = total.trim() === '' ? null : whole(total, 1);
  if (total.trim() !== '' && all === null) problemas.set('total', 'Use um número inteiro a partir de 1.');
  const questions = perguntas.map(({ id, codigo, tipo, respostas_definidas }) => ({
    id,
    codigo,
    tipo,
    opcoes: respostas_definidas.map((opcao) => ({ id: opcao.id, texto: opcao.texto_resposta })),
  }));
  const known = new Set(alvos.flatMap(({ id, membros }) => [id, ...membros.map((one) => one.id)]));
  const read = tabelas.map((tabela, t): Corpo['tabelas'][number] | null => {
    const at = `tabelas.${t}`;
    const columns = tabela.colunas.map((coluna) => readColumn(coluna, alvos));
    for (const [c, column] of columns.entries()) {
      if (column.problema !== null) problemas.set(`${at}.colunas.${c}.linhas`, column.problema);
    }
    const dimensoes = columns.flatMap((column) => (column.problema === null ? [column.dimensao] : []));
    if (dimensoes.length === 0 && columns.length === 0) {
      problemas.set(`${at}.metas`, 'Selecione pelo menos uma pergunta.');
    }
    if (dimensoes.length === 0 || dimensoes.length < columns.length) return null;
    const celulas: { chave: string; meta: number }[] = [];
    if (cellCount(dimensoes) <= LIMITES_METAS.celulas) {
      for (const chave of keysOf(dimensoes)) {
        const names = namesOf(dimensoes, chave);
        const typed = tabela.metas[nameKey(names)]?.trim() ?? '';
        if (typed === '') continue;
        const meta = whole(typed, 0);
        if (meta === null) {
          problemas.set(`${at}.metas`, `${names.join(' · ')}: use um número inteiro, a partir de 0.`);
          return null;
        }
        celulas.push({ chave, meta });
      }
    }
    const problem = problemOfTable({ dimensoes, celulas }, questions, known);
    if (problem) {
      problemas.set(`${at}.metas`, problem);
      return null;
    }
    return {
      ...(tabela.id === null ? {} : { id: tabela.id }),
      dimensoes: dimensoes as Corpo['tabelas'][number]['dimensoes'],
      celulas,
    };
  });
  return problemas.size > 0
    ? { corpo: null, problemas }
    : { corpo: { total: all, passar, tabelas: read.filter((one) => one !== null) }, problemas: null };
}
