/**
 * A questionnaire's microdata: columns, values and codebook. Each interview is a row; the questions of all versions
 * stand side by side. A reworded question keeps its column; the interview's version determines the wording. The writers
 * format the cells.
 */

import type { OpcaoEspecial, TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import type { EstadoCelula } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import type { RespostaDada, SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import { NAO_AUTORIZOU, readPlace, SEM_LOCAL } from '@escuta/shared/domain/interview/device/typed-place';
import {
  type Aplicabilidade,
  applicabilityOf,
} from '@escuta/shared/domain/interview/questionnaire/applicability';
import { BETWEEN_TESTS, describeRange } from '@escuta/shared/domain/interview/questionnaire/condition-words';
import { optionsNamed, type Teste, testsOf } from '@escuta/shared/domain/interview/questionnaire/conditions';
import {
  isChoice,
  type OpcaoCongelada,
  type PerguntaCongelada,
  wholeText,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';
import {
  isAfterCorrection,
  isByPerson,
  VEREDITO_LABEL,
  verdictsOf,
} from '@escuta/shared/domain/interview/verdicts/matrix';

export type VersaoExportada = { id: string; numero: number; perguntas: readonly PerguntaCongelada[] };

/** Text, number or day (yyyy-MM-dd); null: empty. */
export type Valor = string | number | { dia: string } | null;

export const SITUACAO_RESPOSTA_LABEL = {
  respondida: 'Respondida',
  nao_sabe: 'Não sabe',
  recusa: 'Recusou-se a responder',
  sem_resposta: 'Sem resposta',
  nao_se_aplica: 'Não se aplica',
  fora_do_filtro: 'Respondida fora do filtro',
  nao_alcancada: 'Não alcançada',
  nao_reconhecida: 'Não reconhecida na planilha',
  planilha_indisponivel: 'Planilha não disponível',
  filtro_desconhecido: 'Filtro não reconhecido na planilha',
  fora_da_versao: 'Não está na versão',
} as const;
export type SituacaoResposta = keyof typeof SITUACAO_RESPOSTA_LABEL;

export const SITUACAO_RESPOSTA_SENTIDO: Record<SituacaoResposta, string> = {
  respondida: 'Há uma resposta.',
  nao_sabe: 'A opção selecionada é “não sabe”.',
  recusa: 'A opção selecionada é a recusa em responder; em uma pergunta de lugar, é “Não autorizou”.',
  sem_resposta:
    'A pergunta se aplicava e ficou em branco; em uma pergunta de lugar, o aparelho não encontrou o local.',
  nao_se_aplica: 'Pelas respostas anteriores, o questionário pula a pergunta.',
  fora_do_filtro: 'Há uma resposta, mas, pelas respostas anteriores, a pergunta seria pulada.',
  nao_alcancada: 'A entrevista foi interrompida ou encerrada antes da pergunta.',
  nao_reconhecida: 'A célula da planilha tem um texto não reconhecido: a resposta é desconhecida.',
  planilha_indisponivel:
    'A planilha foi apagada, e a coluna tinha células não reconhecidas: a resposta é desconhecida.',
  filtro_desconhecido:
    'Não há resposta, e a célula da condição não foi reconhecida: não é possível saber se a pergunta se aplicava.',
  fora_da_versao: 'A versão do questionário desta entrevista não tem a pergunta.',
};

type Familia = 'escolha' | 'multipla' | 'numero' | 'data' | 'texto' | 'lugar';
const FAMILIA: Record<TipoPergunta, Familia> = {
  escolha: 'escolha',
  multipla: 'multipla',
  numero: 'numero',
  escala: 'numero',
  data: 'data',
  texto: 'texto',
  lugar: 'lugar',
};

export const TIPO_PERGUNTA_LABEL: Record<TipoPergunta, string> = {
  escolha: 'Escolha única',
  multipla: 'Escolha múltipla',
  numero: 'Número',
  escala: 'Escala',
  data: 'Data',
  texto: 'Texto',
  lugar: 'Lugar',
};
export const OPCAO_ESPECIAL_LABEL: Record<OpcaoEspecial, string> = {
  nao_sabe: 'Não sabe',
  recusa: 'Recusa',
  outro: 'Outro',
};

/** Separates the codes or labels of several options; differs from CSV separators and decimal signs. */
const ENTRE = '|';

/** An option that means the same in all versions. */
type Opcao = {
  codigo: number;
  texto: string;
  especial: OpcaoEspecial | null;
  /** The column with 0 or 1 for an option of a 'multipla'. */
  coluna: string;
};
type Ocorrencia = {
  numero: number;
  pergunta: PerguntaCongelada;
  /** The question's options by their id in this version. */
  opcoes: ReadonlyMap<string, Opcao>;
};
export type Grupo = {
  /** First part of the question's column names: 'P1', 'P1_rotulo' … */
  nome: string;
  familia: Familia;
  /** True if any version has a free-text option. */
  temOutro: boolean;
  /** True if the question's options rotate in any version; `itemEmRodizio`: true for an item of a rotating battery. */
  emRodizio: boolean;
  itemEmRodizio: boolean;
  opcoes: readonly Opcao[];
  /** The question in each version, by version id, newest first. */
  ocorrencias: ReadonlyMap<string, Ocorrencia>;
};

export type Desenho = { grupos: readonly Grupo[]; versoes: ReadonlyMap<string, VersaoExportada> };

/**
 * Makes a column name for statistical programs (letters, digits, '_', first a letter). Adds the name and those of its
 * derived columns to `taken`.
 */
function columnName(
  text: string,
  taken: Set<string>,
  alternative: string,
  ends: readonly string[] = [],
): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  const base = /^[A-Za-z]/.test(plain) ? plain : `P${plain ? `_${plain}` : ''}`;
  for (let n = 0; ; n += 1) {
    const name = [base, `${base}_${alternative}`][n] ?? `${base}_${alternative}_${n}`;
    const all = ['', ...ends].map((end) => `${name}${end}`.toLowerCase());
    if (all.some((one) => taken.has(one))) continue;
    for (const one of all) taken.add(one);
    return name;
  }
}

/** Codes of the options: the questionnaire's codes if unique, else positions from 1. */
export function codesOf(opcoes: readonly Pick<OpcaoCongelada, 'valor'>[]): number[] {
  const values = opcoes.map(({ valor }) => valor);
  return new Set(values).size === values.length ? values : values.map((_, place) => place + 1);
}

const FIM = {
  rotulo: '_rotulo',
  outro: '_outro',
  situacao: '_situacao',
  veredito: '_veredito',
  por: '_veredito_por',
  latitude: '_latitude',
  longitude: '_longitude',
  precisao: '_precisao_m',
  ordem: '_ordem',
  item: '_ordem_item',
  correcao: '_apos_correcao',
  divergencia: '_divergencia',
} as const;

/**
 * Designs the columns for the questions of these versions.
 * @param versoes versions of a single questionnaire, newest first
 * @param reserved names of the interview's columns
 */
export function designOf(versoes: readonly VersaoExportada[], reserved: readonly string[]): Desenho {
  type Junta = { familia: Familia; ocorrencias: { versao: VersaoExportada; pergunta: PerguntaCongelada }[] };
  const byQuestion = new Map<string, Map<Familia, Junta>>();
  for (const versao of versoes) {
    for (const pergunta of versao.perguntas) {
      const familia = FAMILIA[pergunta.tipo];
      const kinds = byQuestion.get(pergunta.id) ?? new Map<Familia, Junta>();
      const known = kinds.get(familia) ?? { familia, ocorrencias: [] };
      known.ocorrencias.push({ versao, pergunta });
      kinds.set(familia, known);
      byQuestion.set(pergunta.id, kinds);
    }
  }
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  const groups = [...byQuestion.values()].flatMap((kinds) => [...kinds.values()]);
  // A question's code, like 'P1_situacao', may equal the name of a further column of P1; the question's name then gets
  // the version.
  const names = groups.map(({ ocorrencias: [newest] }) =>
    newest ? columnName(newest.pergunta.codigo, taken, `v${newest.versao.numero}`, Object.values(FIM)) : '',
  );
  const grupos = groups.map(({ familia, ocorrencias }, place): Grupo => {
    const nome = names[place] ?? '';
    const opcoes: Opcao[] = [];
    const found = new Map<string, Ocorrencia>();
    for (const { versao, pergunta } of ocorrencias) {
      const codes = codesOf(pergunta.opcoes);
      const own = new Map<string, Opcao>();
      for (const [at, opcao] of pergunta.opcoes.entries()) {
        const codigo = codes[at] ?? at + 1;
        const { texto, especial } = opcao;
        let known = opcoes.find(
          (one) => one.codigo === codigo && one.texto === texto && one.especial === especial,
        );
        if (!known) {
          const coluna =
            familia === 'multipla'
              ? columnName(`${nome}_${codigo < 0 ? `n${-codigo}` : codigo}`, taken, `v${versao.numero}`)
              : '';
          known = { codigo, texto, especial, coluna };
          opcoes.push(known);
        }
        own.set(opcao.id, known);
      }
      found.set(versao.id, { numero: versao.numero, pergunta, opcoes: own });
    }
    return {
      nome,
      familia,
      temOutro: opcoes.some(({ especial }) => especial === 'outro'),
      emRodizio: ocorrencias.some(({ pergunta }) => pergunta.rodizio !== undefined),
      itemEmRodizio: ocorrencias.some(({ pergunta }) => pergunta.bateria?.rodizio === true),
      opcoes,
      ocorrencias: found,
    };
  });
  return { grupos, versoes: new Map(versoes.map((versao) => [versao.id, versao])) };
}

const isChoiceGroup = ({ familia }: Grupo): boolean => familia === 'escolha' || familia === 'multipla';

export function columnsOf(grupo: Grupo): string[] {
  const { nome, familia, opcoes, temOutro, emRodizio, itemEmRodizio } = grupo;
  return [
    nome,
    ...(isChoiceGroup(grupo) ? [`${nome}${FIM.rotulo}`] : []),
    ...(familia === 'multipla' ? opcoes.map(({ coluna }) => coluna) : []),
    ...(temOutro ? [`${nome}${FIM.outro}`] : []),
    ...(familia === 'lugar' ? [FIM.latitude, FIM.longitude, FIM.precisao].map((end) => `${nome}${end}`) : []),
    ...(emRodizio ? [`${nome}${FIM.ordem}`] : []),
    ...(itemEmRodizio ? [`${nome}${FIM.item}`] : []),
    `${nome}${FIM.situacao}`,
    `${nome}${FIM.veredito}`,
    `${nome}${FIM.por}`,
    `${nome}${FIM.correcao}`,
    ...(familia === 'multipla' ? [`${nome}${FIM.divergencia}`] : []),
  ];
}

export type Exibida = [perguntaId: string, opcoes: readonly string[] | null];

export type EntrevistaExportada = {
  versaoId: string;
  situacao: SituacaoEntrevista;
  /** Typed answers by question id; `estado`: state of an unreadable cell of the sheet. */
  respostas: ReadonlyMap<string, RespostaDada & { estado?: EstadoCelula | null }>;
  /** Verdicts in force and marks, a letter per question of the interview's version; null before the audit. */
  codigos: string | null;
  marcas: string | null;
  /**
   * The AI's first verdicts in the same order. `correcoes`: by question, the correction that caused the verdict, as
   * text.
   */
  codigosIa?: string | null;
  correcoes?: ReadonlyMap<string, string>;
  /**
   * Questions in the order first shown, with their options in the order shown if these rotate; null: no device reported
   * the order.
   */
  exibidas?: readonly Exibida[] | null;
  /** Sentence on the options that differ, by question id. */
  divergencias: ReadonlyMap<string, string | null>;
};

export const DA_IA = 'IA';
export const DE_PESSOA = 'Pessoa';
export const APOS_CORRECAO = 'IA após correção da transcrição';
/** Value of the correction's column for a correction of unknown author and time. */
const SEM_AUTOR = 'Sim';

const hasAnswer = (resposta: RespostaDada | undefined): resposta is RespostaDada =>
  resposta !== undefined && (resposta.opcoes.length > 0 || (resposta.texto ?? '').trim() !== '');

/** Parses dd/mm/aaaa; a day without its year stays text. */
function dayOf(text: string): Valor {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  return match ? { dia: `${match[3]}-${match[2]}-${match[1]}` } : text;
}

function situationOf(
  resposta: (RespostaDada & { estado?: EstadoCelula | null }) | undefined,
  escolhidas: readonly Opcao[],
  { tipo, applies, reached }: { tipo: TipoPergunta; applies: Aplicabilidade; reached: boolean },
): SituacaoResposta {
  if (resposta?.estado) return resposta.estado;
  if (!hasAnswer(resposta)) {
    if (applies === 'nao') return 'nao_se_aplica';
    if (applies === 'desconhecida') return 'filtro_desconhecido';
    return reached ? 'sem_resposta' : 'nao_alcancada';
  }
  if (applies === 'nao') return 'fora_do_filtro';
  if (tipo === 'lugar' && resposta.texto === NAO_AUTORIZOU) return 'recusa';
  if (tipo === 'lugar' && resposta.texto === SEM_LOCAL) return 'sem_resposta';
  const [first, ...others] = escolhidas;
  if (first && others.length === 0 && (first.especial === 'nao_sabe' || first.especial === 'recusa')) {
    return first.especial;
  }
  return 'respondida';
}

/** The position of an item in its battery, in the order shown, from 1; null: unknown. */
function placeAmongItems(
  { id, bateria }: PerguntaCongelada,
  perguntas: readonly PerguntaCongelada[],
  exibidas: readonly Exibida[] | null,
): number | null {
  const items = new Set(perguntas.flatMap((one) => (one.bateria?.id === bateria?.id ? [one.id] : [])));
  const place = (exibidas ?? []).filter(([shown]) => items.has(shown)).findIndex(([shown]) => shown === id);
  return place < 0 ? null : place + 1;
}

/** An interview's values for the columns of all groups, in order. */
export function valuesOf(
  { grupos, versoes }: Desenho,
  {
    versaoId,
    situacao,
    respostas,
    codigos,
    marcas,
    codigosIa = codigos,
    correcoes,
    exibidas = null,
    divergencias,
  }: EntrevistaExportada,
): Valor[] {
  const perguntas = versoes.get(versaoId)?.perguntas ?? [];
  const places = new Map(perguntas.map(({ id }, place) => [id, place]));
  const unread = new Set([...respostas].flatMap(([id, { estado }]) => (estado ? [id] : [])));
  const applicable = applicabilityOf(perguntas, respostas, unread);
  // Questions after the last answer of an interrupted interview were never asked, so they do not count as blank.
  const last =
    situacao === 'interrompida'
      ? perguntas.findLastIndex(({ id }) => hasAnswer(respostas.get(id)))
      : Infinity;
  // Verdicts that differ in number from the questions belong to another version, and are not shown.
  const verdicts = codigos?.length === perguntas.length ? verdictsOf(codigos) : null;
  const values: Valor[] = [];
  for (const grupo of grupos) {
    const there = grupo.ocorrencias.get(versaoId);
    const multipla = grupo.familia === 'multipla';
    if (!there) {
      values.push(null);
      if (isChoiceGroup(grupo)) values.push(null);
      if (multipla) for (const _ of grupo.opcoes) values.push(null);
      if (grupo.temOutro) values.push(null);
      if (grupo.familia === 'lugar') values.push(null, null, null);
      if (grupo.emRodizio) values.push(null);
      if (grupo.itemEmRodizio) values.push(null);
      values.push(SITUACAO_RESPOSTA_LABEL.fora_da_versao, null, null, null);
      if (multipla) values.push(null);
      continue;
    }
    const { pergunta, opcoes } = there;
    const place = places.get(pergunta.id) ?? 0;
    const resposta = respostas.get(pergunta.id);
    const answered = hasAnswer(resposta);
    const texto = resposta?.texto?.trim() || null;
    const escolhidas = (resposta?.opcoes ?? []).flatMap((id) => opcoes.get(id) ?? []);
    if (isChoice(pergunta.tipo)) {
      if (multipla) {
        values.push(escolhidas.map(({ codigo }) => codigo).join(ENTRE) || null);
        values.push(escolhidas.map((one) => one.texto).join(` ${ENTRE} `) || null);
        const own = new Set(opcoes.values());
        for (const opcao of grupo.opcoes) {
          values.push(!answered || !own.has(opcao) ? null : escolhidas.includes(opcao) ? 1 : 0);
        }
      } else values.push(escolhidas[0]?.codigo ?? null, escolhidas[0]?.texto ?? null);
      if (grupo.temOutro) values.push(texto);
    } else if (texto === null) values.push(null);
    else if (grupo.familia === 'lugar') values.push(readPlace(texto) ? texto : null);
    else if (grupo.familia === 'numero') values.push(readTypedNumber(texto)?.valor ?? texto);
    else values.push(grupo.familia === 'data' ? dayOf(texto) : texto);
    if (grupo.familia === 'lugar') {
      const place = texto === null ? null : readPlace(texto);
      values.push(place?.latitude ?? null, place?.longitude ?? null, place?.precisao ?? null);
    }
    if (grupo.emRodizio) {
      const shown = exibidas?.find(([id]) => id === pergunta.id)?.[1] ?? [];
      values.push(shown.flatMap((id) => opcoes.get(id)?.codigo ?? []).join(ENTRE) || null);
    }
    if (grupo.itemEmRodizio) values.push(placeAmongItems(pergunta, perguntas, exibidas));
    const state = situationOf(resposta, escolhidas, {
      tipo: pergunta.tipo,
      applies: applicable.get(pergunta.id) ?? 'nao',
      reached: place <= last,
    });
    const veredito = verdicts?.[place];
    const mark = marcas?.[place];
    const corrected = veredito !== undefined && isAfterCorrection(codigos?.[place], codigosIa?.[place], mark);
    values.push(
      SITUACAO_RESPOSTA_LABEL[state],
      veredito === undefined ? null : VEREDITO_LABEL[veredito],
      veredito === undefined ? null : isByPerson(mark) ? DE_PESSOA : corrected ? APOS_CORRECAO : DA_IA,
      corrected ? (correcoes?.get(pergunta.id) ?? SEM_AUTOR) : null,
    );
    if (multipla) values.push(divergencias.get(pergunta.id) ?? null);
  }
  return values;
}

/** A codebook line of a question (without `opcao`) or of an option. */
export type LinhaDoLivro = {
  coluna: string;
  codigo: string;
  texto: string;
  tipo: TipoPergunta;
  /** Version numbers, like '1, 2'. */
  versoes: string;
  obrigatoria: boolean;
  lerOpcoes: boolean;
  /** True if the interviewer observes the answer: the question is not asked, so it has no verdict. */
  observada: boolean;
  /** The condition for asking the question; null: always asked. */
  condicao: string | null;
  unidade: string | null;
  minimo: number | null;
  maximo: number | null;
  opcao: { codigo: number; texto: string; especial: OpcaoEspecial | null; coluna: string | null } | null;
};

/** The condition of a question in a version, like 'P2 de 16 a 24; e P3 sem 9 (Nenhum)'. */
function conditionOf({ grupos }: Desenho, versaoId: string, { mostrarSe }: PerguntaCongelada): string | null {
  if (!mostrarSe) return null;
  const describe = (one: Teste): string => {
    const on = grupos.find(({ ocorrencias }) => ocorrencias.get(versaoId)?.pergunta.id === one.perguntaId);
    const there = on?.ocorrencias.get(versaoId);
    if (!on || !there) return 'uma pergunta que não está nesta versão';
    const options = optionsNamed(one)
      .flatMap((id) => there.opcoes.get(id) ?? [])
      .map(({ codigo, texto }) => `${codigo} (${texto})`)
      .join(' ou ');
    if ('opcoes' in one) return `${on.nome} = ${options}`;
    if ('exceto' in one) return `${on.nome}, exceto ${options}`;
    return 'contem' in one ? `${on.nome} com “${one.contem}”` : `${on.nome} ${describeRange(one)}`;
  };
  const { liga, testes } = testsOf(mostrarSe);
  return testes.map(describe).join(BETWEEN_TESTS[liga]);
}

/** The codebook of the questions: each wording once, newest first, with its versions and its options. */
export function codebookOf(desenho: Desenho): LinhaDoLivro[] {
  return desenho.grupos.flatMap((grupo) => {
    const wordings = new Map<string, { versoes: number[]; versaoId: string; there: Ocorrencia }>();
    for (const [versaoId, there] of grupo.ocorrencias) {
      const { pergunta, opcoes } = there;
      const condicao = conditionOf(desenho, versaoId, pergunta);
      const key = JSON.stringify([
        pergunta.codigo,
        wholeText(pergunta),
        pergunta.tipo,
        pergunta.obrigatoria,
        pergunta.lerOpcoes,
        pergunta.observada === true,
        pergunta.unidade,
        pergunta.minimo,
        pergunta.maximo,
        condicao,
        [...opcoes.values()],
      ]);
      const known = wordings.get(key);
      if (known) known.versoes.push(there.numero);
      else wordings.set(key, { versoes: [there.numero], versaoId, there });
    }
    return [...wordings.values()].flatMap(({ versoes, versaoId, there: { pergunta, opcoes } }) => {
      const line: LinhaDoLivro = {
        coluna: grupo.nome,
        codigo: pergunta.codigo,
        texto: wholeText(pergunta),
        tipo: pergunta.tipo,
        versoes: versoes.toSorted((a, b) => a - b).join(', '),
        obrigatoria: pergunta.obrigatoria,
        lerOpcoes: pergunta.lerOpcoes,
        observada: pergunta.observada === true,
        condicao: conditionOf(desenho, versaoId, pergunta),
        unidade: pergunta.unidade,
        minimo: pergunta.minimo,
        maximo: pergunta.maximo,
        opcao: null,
      };
      return [
        line,
        ...[...opcoes.values()].map(({ codigo, texto, especial, coluna }) => ({
          ...line,
          opcao: { codigo, texto, especial, coluna: coluna || null },
        })),
      ];
    });
  });
}

/** True if the options of a question, or the items of a battery, rotate: the order shown is then exported. */
export const rotates = ({ grupos }: Desenho): boolean =>
  grupos.some(({ emRodizio, itemEmRodizio }) => emRodizio || itemEmRodizio);
