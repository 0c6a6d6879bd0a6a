import { activeMs } from '@escuta/shared/domain/interview/device/active-time';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import { DESFECHO_LABEL } from '@escuta/shared/domain/interview/questionnaire/screening';
import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { countsInFigures, REVISAO_LABEL } from '@escuta/shared/domain/interview/verdicts/review-state';
import { VEREDITOS, type Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { RESULTADO_VERIFICACAO_LABEL } from '@escuta/shared/domain/interview/verdicts/verification';
import type { Cell, Row } from '@escuta/shared/services/exports/cells';
import type { Coluna } from '@escuta/shared/services/exports/xlsx';
import { correctionText } from '../corrections/correction-of-cell.ts';
import { optionDifference } from '../option-difference.ts';
import {
  APOS_CORRECAO,
  codebookOf,
  columnsOf,
  DA_IA,
  DE_PESSOA,
  type Desenho,
  OPCAO_ESPECIAL_LABEL,
  SITUACAO_RESPOSTA_LABEL,
  SITUACAO_RESPOSTA_SENTIDO,
  TIPO_PERGUNTA_LABEL,
  valuesOf,
} from './microdata.ts';
import type { EntrevistaRow } from './microdata-repo.ts';

const SITUACAO_LABEL: Record<SituacaoEntrevista, string> = {
  em_andamento: 'Em andamento',
  concluida: 'Concluída',
  interrompida: 'Interrompida',
};
const CONSENTIMENTO_LABEL: Record<string, string> = {
  aceito: 'Aceito',
  recusou_gravacao: 'Recusou a gravação',
  recusou: 'Recusou',
};
const GRAVACAO_LABEL: Record<string, string> = {
  esperada: 'Com gravação',
  recusada: 'Recusada',
  sem_gravacao: 'Sem gravação',
};
const ORIGEM_LABEL: Record<string, string> = { coleta: 'Coleta', planilha: 'Planilha' };
const SORTEADA = 'Sorteada, a verificar';

/** Duration of a finished interview, s, pauses excluded; null if a clock ran backwards, or start or end is unknown. */
function durationOf({ inicio, fim, pausas, fimMs }: EntrevistaRow): number | null {
  const ms = fim === null || inicio === null ? -1 : (fimMs ?? fim.getTime() - inicio.getTime());
  return ms < 0 ? null : Math.round(activeMs(pausas ?? [], ms) / 1000);
}

type ColunaDaEntrevista = {
  nome: string;
  largura?: number;
  /** Meaning of the column, for the codebook. */
  sentido: string;
  /** True if the column identifies the respondent, and is exported only on request. */
  identifica?: true;
  valor: (row: EntrevistaRow, de: { questionario: string; versao: number }) => Cell;
};

const COLUNAS: readonly ColunaDaEntrevista[] = [
  { nome: 'entrevista', largura: 38, sentido: 'Identificador da entrevista.', valor: ({ id }) => id },
  {
    nome: 'questionario',
    largura: 24,
    sentido: 'Questionário.',
    valor: (_, { questionario }) => questionario,
  },
  {
    nome: 'versao',
    sentido: 'Versão do questionário com que a entrevista foi feita.',
    valor: (_, { versao }) => versao,
  },
  {
    nome: 'codigo_externo',
    sentido: 'Identificador da linha na planilha de origem.',
    valor: ({ codigoExterno }) => codigoExterno,
  },
  {
    nome: 'linha_planilha',
    sentido: 'Linha na planilha de origem.',
    valor: ({ linhaPlanilha }) => linhaPlanilha,
  },
  {
    nome: 'origem',
    sentido: 'Origem da entrevista: Coleta (feita na plataforma) ou Planilha.',
    valor: ({ origem }) => ORIGEM_LABEL[origem] ?? origem,
  },
  {
    nome: 'entrevistado',
    largura: 28,
    sentido: 'Nome do entrevistado.',
    identifica: true,
    valor: ({ nome }) => nome,
  },
  {
    nome: 'telefone',
    largura: 18,
    sentido: 'Telefone do entrevistado.',
    identifica: true,
    valor: ({ telefone }) => telefone,
  },
  {
    nome: 'entrevistador',
    largura: 24,
    sentido: 'Entrevistador.',
    valor: ({ entrevistador }) => entrevistador,
  },
  {
    nome: 'dia',
    largura: 12,
    sentido: 'Dia da entrevista, no horário de São Paulo; vazio quando a planilha não informa.',
    valor: ({ dia }) => (dia === null ? null : { dia }),
  },
  {
    nome: 'inicio',
    largura: 17,
    sentido: 'Início da entrevista, no horário de São Paulo; vazio quando a planilha não informa a hora.',
    valor: ({ inicio }) => inicio,
  },
  {
    nome: 'fim',
    largura: 17,
    sentido: 'Fim da entrevista, no horário de São Paulo; vazio em entrevistas interrompidas ou de planilha.',
    valor: ({ fim }) => fim,
  },
  {
    nome: 'duracao_s',
    sentido:
      'Duração da entrevista, em segundos, sem o tempo em que ela esteve pausada ou fechada; vazio quando falta o início ou o fim.',
    valor: durationOf,
  },
  {
    nome: 'duracao_gravacao_s',
    sentido: 'Duração da gravação, em segundos.',
    valor: ({ gravacaoS }) => gravacaoS,
  },
  {
    nome: 'situacao',
    sentido: 'Situação da entrevista: Concluída ou Interrompida.',
    valor: ({ situacao }) => SITUACAO_LABEL[situacao],
  },
  {
    nome: 'desfecho',
    largura: 18,
    sentido:
      'Fora do perfil (uma resposta encerrou a entrevista) ou Cota preenchida, em entrevistas que não contam; vazio nas demais.',
    valor: ({ desfecho }) => desfecho && DESFECHO_LABEL[desfecho],
  },
  {
    nome: 'consentimento',
    sentido:
      'Consentimento do entrevistado: Aceito, Recusou a gravação ou Recusou; vazio quando não foi pedido.',
    valor: ({ consentimento }) => consentimento && (CONSENTIMENTO_LABEL[consentimento] ?? consentimento),
  },
  {
    nome: 'gravacao',
    sentido: 'Situação da gravação: Com gravação (enviada ou esperada), Recusada ou Sem gravação.',
    valor: ({ gravacao }) => GRAVACAO_LABEL[gravacao] ?? gravacao,
  },
  {
    nome: 'revisao',
    sentido: 'Decisão sobre a entrevista: Pendente, Aprovada, Em espera ou Rejeitada.',
    valor: ({ revisao }) => REVISAO_LABEL[revisao],
  },
  {
    nome: 'nas_contas',
    sentido:
      '1: entra nas respostas e nas cotas; 0: foi interrompida, recusada ou rejeitada, está em espera ou tem um desfecho (fora do perfil ou cota preenchida).',
    // An interview whose respondent refused to take part, or that ended by one of its rules, counts as interrupted too.
    valor: ({ situacao, revisao }) => (situacao === 'concluida' && countsInFigures(revisao) ? 1 : 0),
  },
  {
    nome: 'auditada',
    sentido: '1: as respostas foram confrontadas com a gravação; 0: não foram.',
    valor: ({ codigos }) => (codigos === null ? 0 : 1),
  },
  {
    nome: 'verificacao',
    largura: 24,
    sentido: `Resultado da verificação por uma pessoa; “${SORTEADA}” quando falta verificar; vazio fora da amostra.`,
    valor: ({ verificacao }) =>
      verificacao && (verificacao.resultado ? RESULTADO_VERIFICACAO_LABEL[verificacao.resultado] : SORTEADA),
  },
  {
    nome: 'verificada_em',
    largura: 17,
    sentido: 'Data e hora da verificação, no horário de São Paulo.',
    valor: ({ verificadaEm }) => verificadaEm,
  },
];

/** Names of the interview's own columns, which questions may not use. */
export const COLUNAS_RESERVADAS = COLUNAS.map(({ nome }) => nome);

const given = (identificacao: boolean) => COLUNAS.filter(({ identifica }) => identificacao || !identifica);

/** Author and time of the correction that caused each verdict, by question. */
const correctionsOf = ({ corrigidas }: EntrevistaRow): Map<string, string> =>
  new Map(
    (corrigidas ?? []).flatMap(([perguntaId, correcao]) =>
      correcao ? [[perguntaId, correctionText(correcao)] as const] : [],
    ),
  );

/** A file's columns, and the function from an interview to a row. */
export function answersTable(
  desenho: Desenho,
  questionario: string,
  identificacao: boolean,
): { colunas: Coluna[]; row: (interview: EntrevistaRow) => Row } {
  const own = given(identificacao);
  return {
    colunas: [
      ...own.map(({ nome, largura }) => ({ titulo: nome, ...(largura ? { largura } : {}) })),
      ...desenho.grupos.flatMap(columnsOf).map((titulo) => ({ titulo })),
    ],
    row: (interview) => {
      const versao = desenho.versoes.get(interview.versaoId)?.numero ?? 0;
      return [
        ...own.map(({ valor }) => valor(interview, { questionario, versao })),
        ...valuesOf(desenho, {
          ...interview,
          correcoes: correctionsOf(interview),
          divergencias: new Map(
            (interview.divergencias ?? []).map(([id, naoMarcadas, naoDitas]) => [
              id,
              optionDifference(naoMarcadas, naoDitas),
            ]),
          ),
          respostas: new Map(
            (interview.respostas ?? []).map(([id, opcoes, texto, estado]) => [id, { opcoes, texto, estado }]),
          ),
        }),
      ];
    },
  };
}

const VEREDITO_SENTIDO: Record<Veredito, string> = {
  confere: 'A resposta digitada é igual à falada.',
  diverge: 'A resposta falada é diferente da digitada.',
  nao_perguntada: 'A pergunta não foi feita.',
  induzida: 'O entrevistador sugeriu a resposta.',
  inaudivel: 'O trecho não é audível.',
  a_revisar: 'Falta a revisão de uma pessoa.',
  nao_se_aplica: 'A pergunta não se aplicava, ou o entrevistador só observa a resposta, sem perguntar.',
};

export const COLUNAS_DO_LIVRO: readonly Coluna[] = [
  { titulo: 'coluna', largura: 18 },
  { titulo: 'codigo', largura: 10 },
  { titulo: 'pergunta', largura: 60 },
  { titulo: 'tipo', largura: 16 },
  { titulo: 'versoes', largura: 10 },
  { titulo: 'obrigatoria', largura: 12 },
  { titulo: 'opcoes_lidas', largura: 12 },
  { titulo: 'observada', largura: 12 },
  { titulo: 'condicao', largura: 36 },
  { titulo: 'unidade', largura: 10 },
  { titulo: 'minimo', largura: 10 },
  { titulo: 'maximo', largura: 10 },
  { titulo: 'valor', largura: 10 },
  { titulo: 'rotulo', largura: 40 },
  { titulo: 'especial', largura: 12 },
  { titulo: 'coluna_0_1', largura: 18 },
];

const yesOrNo = (is: boolean): string => (is ? 'Sim' : 'Não');
/** A codebook line for a column that belongs to no question. */
const about = (coluna: string, pergunta: string, rotulo: string | null = null): Row => [
  coluna,
  null,
  pergunta,
  ...Array<null>(10).fill(null),
  rotulo,
  null,
  null,
];

/** The codebook: the columns of the interview, the columns beside each question, then each question. */
export function codebookRows(desenho: Desenho, identificacao: boolean): Row[] {
  return [
    ...given(identificacao).map(({ nome, sentido }) => about(nome, sentido)),
    about('…_rotulo', 'Texto da opção selecionada; quando há várias, os textos são separados por " | ".'),
    about('…_outro', 'Texto da opção “outro”.'),
    about('…_latitude, …_longitude', 'Local de uma pergunta de lugar, em graus decimais.'),
    about('…_precisao_m', 'Margem de erro provável do local, em metros, em uma pergunta de lugar.'),
    about('…_ordem', 'Valores das opções na ordem exibida nesta entrevista, quando há rodízio.'),
    about('…_ordem_item', 'Posição do item na bateria, na ordem exibida nesta entrevista.'),
    about('…_situacao', 'Situação da pergunta:'),
    ...Object.entries(SITUACAO_RESPOSTA_LABEL).map(([state, label]) =>
      about('…_situacao', SITUACAO_RESPOSTA_SENTIDO[state as keyof typeof SITUACAO_RESPOSTA_SENTIDO], label),
    ),
    about('…_veredito', 'Veredito da resposta, depois da revisão, se houve; vazio quando não foi auditada:'),
    ...VEREDITOS.toReversed().map((veredito) =>
      about('…_veredito', VEREDITO_SENTIDO[veredito], VEREDITO_LABEL[veredito]),
    ),
    about('…_veredito_por', `Autor do veredito: ${DA_IA}, ${DE_PESSOA} ou ${APOS_CORRECAO}.`),
    about(
      '…_apos_correcao',
      'Autor e data da correção da transcrição que mudou o veredito da IA; vazio nos outros casos.',
    ),
    about(
      '…_divergencia',
      'Em perguntas de escolha múltipla: opções ditas e não marcadas, ou marcadas e não ditas, quando há prova.',
    ),
    ...codebookOf(desenho).map(
      (line): Row => [
        line.coluna,
        line.codigo,
        line.texto,
        TIPO_PERGUNTA_LABEL[line.tipo],
        line.versoes,
        yesOrNo(line.obrigatoria),
        yesOrNo(line.lerOpcoes),
        yesOrNo(line.observada),
        line.condicao,
        line.unidade,
        line.minimo,
        line.maximo,
        line.opcao?.codigo ?? null,
        line.opcao?.texto ?? null,
        line.opcao?.especial ? OPCAO_ESPECIAL_LABEL[line.opcao.especial] : null,
        line.opcao?.coluna ?? null,
      ],
    ),
  ];
}
