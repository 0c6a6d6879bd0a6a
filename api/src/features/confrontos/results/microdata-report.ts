import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { AppError } from '@escuta/shared/domain/errors';
import { type Proporcao, proportion } from '@escuta/shared/domain/intervals/proportion';
import { applicableCells } from '@escuta/shared/domain/interview/verdicts/figures';
import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { PAPEL, VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import { leftOutText } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { TaxaCorrigida } from '@escuta/shared/domain/interview/verdicts/verification';
import type { Scope } from '@escuta/shared/domain/scope';
import { type PdfBloco, type PdfDocumento, writePdf } from '@escuta/shared/services/exports/pdf';
import type { Snapshot } from '@escuta/shared/services/exports/snapshot';
import type { Recorte } from '../../../field/target.ts';
import { countOptionDifferences, type DivergenciaRow } from '../answers/answers-repo.ts';
import { answersOf } from '../answers/answers-service.ts';
import { correctionDay } from '../corrections/correction-of-cell.ts';
import { correctedRateOf, resultsOf } from './figures-service.ts';
import { TIPO_PERGUNTA_LABEL } from './microdata.ts';
import { fieldPeriod, type PesquisaExportada, type VersaoRow } from './microdata-repo.ts';
import { proportionText } from './overall-analysis.ts';

/** Greatest number of interviews that a report counts, the newest. */
const ENTREVISTAS_MAX = 100_000;
/**
 * An answer in words is quoted only if at least this many people gave it, because a rarer answer could identify its
 * author.
 */
const IGUAIS_MIN = 3;

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const day = (iso: string) => iso.split('-').reverse().join('/');
/** The 95 % interval of a share as text; '-' if the data are too few. */
const interval = ({ de, ate }: Pick<Proporcao, 'de' | 'ate'>) =>
  de === null || ate === null ? '-' : `${percent.format(de)} a ${percent.format(ate)}`;

type Pergunta = Distribuicao['perguntas'][number];
type Linha = { texto: string; n: number };

/** A table of answers with their shares of all respondents who answered. */
function shares(linhas: readonly Linha[], d: number, primeira: string): PdfBloco {
  return {
    tipo: 'tabela',
    colunas: [
      { titulo: primeira, largura: '*' },
      { titulo: 'n', largura: 40, direita: true },
      { titulo: '%', largura: 44, direita: true },
      { titulo: 'Intervalo de 95%', largura: 92, direita: true },
      { titulo: '', largura: 92 },
    ],
    linhas: linhas.map(({ texto, n }) => {
      const share = proportion(n, d);
      return [
        texto,
        number.format(n),
        share ? percent.format(share.valor) : '-',
        share ? interval(share) : '-',
        { parte: share?.valor ?? 0 },
      ];
    }),
  };
}

function numbersOf({ numeros, unidade, respondidas }: Pergunta): PdfBloco[] {
  if (!numeros?.todas) return [];
  const { media, mediana, q1, q3, minimo, maximo } = numeros.todas;
  const unit = unidade ? ` ${unidade}` : '';
  return [
    {
      tipo: 'texto',
      texto: `Média ${number.format(media)}${unit}; mediana ${number.format(mediana)}; metade das respostas entre ${number.format(q1)} e ${number.format(q3)}; valores de ${number.format(minimo)} a ${number.format(maximo)}.`,
    },
    shares(
      numeros.faixas.map(({ de, ate, todas }) => ({
        texto: de === ate ? number.format(de) : `${number.format(de)} a menos de ${number.format(ate)}`,
        n: todas,
      })),
      respondidas.todas,
      'Valor',
    ),
  ];
}

function textsOf({ textos, textos_diferentes, tipo, opcoes }: Pergunta): PdfBloco[] {
  const often = textos.filter(({ todas }) => todas >= IGUAIS_MIN);
  if (textos_diferentes === 0) return [];
  const what = opcoes.length > 0 ? 'Respostas em “outro”' : 'Respostas em texto';
  return [
    {
      tipo: 'texto',
      discreto: true,
      texto: `${what}: ${number.format(textos_diferentes)} ${textos_diferentes === 1 ? 'resposta' : 'diferentes'}.${
        often.length > 0
          ? ` As mais frequentes, dadas por ${IGUAIS_MIN} pessoas ou mais: ${often.map(({ texto, todas }) => `${texto} (${number.format(todas)})`).join('; ')}.`
          : tipo === 'texto'
            ? ` Nenhuma resposta foi dada por ${IGUAIS_MIN} pessoas ou mais; todas estão nos microdados.`
            : ''
      }`,
    },
  ];
}

function differencesOf({ opcoes }: Pergunta, divergencias: readonly DivergenciaRow[]): PdfBloco[] {
  const own = divergencias.filter(({ opcao }) => opcoes.some(({ texto }) => texto === opcao));
  const listed = (key: 'naoMarcada' | 'naoDita') =>
    own
      .filter((one) => one[key] > 0)
      .map((one) => `“${one.opcao}” (${number.format(one[key])})`)
      .join(', ');
  const parts = [
    ['Dita e não marcada', listed('naoMarcada')],
    ['Marcada e não dita', listed('naoDita')],
  ].flatMap(([label, options]) => (options ? [`${label}: ${options}.`] : []));
  return parts.length === 0
    ? []
    : [
        {
          tipo: 'texto',
          discreto: true,
          texto: `Número de entrevistas com divergência, por opção. ${parts.join(' ')}`,
        },
      ];
}

function questionOf(pergunta: Pergunta, divergencias: readonly DivergenciaRow[]): PdfBloco {
  const { codigo, texto, tipo, versoes, redacao_anterior, base, respondidas, opcoes } = pergunta;
  const confirmed = proportion(respondidas.conferem, respondidas.auditadas);
  const nota = [
    TIPO_PERGUNTA_LABEL[tipo],
    `base ${number.format(base)}`,
    `${number.format(respondidas.todas)} ${respondidas.todas === 1 ? 'respondeu' : 'responderam'}`,
    redacao_anterior
      ? `redação anterior (${versoes.length > 1 ? 'versões' : 'versão'} ${versoes.toSorted((a, b) => a - b).join(', ')})`
      : null,
    confirmed
      ? `${percent.format(confirmed.valor)} conferem com a gravação (${number.format(confirmed.n)} de ${number.format(confirmed.d)} auditadas; intervalo: ${interval(confirmed)})`
      : null,
  ].filter((one) => one !== null);
  return {
    tipo: 'quadro',
    titulo: `${codigo}. ${texto}`,
    nota: `${nota.join(' · ')}${tipo === 'multipla' ? ' · a soma pode passar de 100%' : ''}`,
    blocos: [
      ...(opcoes.length > 0
        ? [
            shares(
              opcoes.map(({ texto: label, todas }) => ({ texto: label, n: todas })),
              respondidas.todas,
              'Resposta',
            ),
          ]
        : []),
      ...numbersOf(pergunta),
      ...textsOf(pergunta),
      ...differencesOf(pergunta, divergencias),
    ],
  };
}

const orNone = (share: Proporcao | null): string => (share ? proportionText(share) : 'não há');

/** Text like '3, após correção de Rita Alves em 28/11/2026 (2 respostas); …'. */
function correctedCells(n: number, correcoes: ResultadosDaPesquisa['correcoes']): string {
  const by = correcoes.map(({ por, celulas, de, ate }) => {
    const dates = [...new Set([de, ate].map(correctionDay))].join(' a ');
    return `${por} em ${dates} (${number.format(celulas)} ${celulas === 1 ? 'resposta' : 'respostas'})`;
  });
  return by.length > 0 ? `${number.format(n)}, após correção de ${by.join('; ')}` : number.format(n);
}

/** Verdicts after review with their share of applicable answers, in the colours of the map. */
function verdictsTable(porVeredito: ResultadosDaPesquisa['revisada']['porVeredito']): PdfBloco {
  const aplicaveis = applicableCells(porVeredito);
  return {
    tipo: 'tabela',
    colunas: [
      { titulo: 'Veredito, após revisão', largura: '*' },
      { titulo: 'n', largura: 40, direita: true },
      { titulo: '%', largura: 44, direita: true },
      { titulo: '', largura: 92 },
    ],
    linhas: VEREDITOS_EM_ORDEM.filter((veredito) => veredito !== 'nao_se_aplica').map((veredito) => {
      const share = aplicaveis > 0 ? porVeredito[veredito] / aplicaveis : 0;
      return [
        VEREDITO_LABEL[veredito],
        number.format(porVeredito[veredito]),
        aplicaveis > 0 ? percent.format(share) : '-',
        { parte: share, cor: PAPEL[veredito] },
      ];
    }),
  };
}

function auditOf(
  { entrevistas, correcoes, ia, revisada, verificacao, analise_geral_pesquisa }: ResultadosDaPesquisa,
  corrigida: TaxaCorrigida | null,
  { contadas, auditadas }: Distribuicao,
): PdfBloco[] {
  const audited = proportion(auditadas, contadas);
  const small = verificacao.amostraPequena ? ' (amostra pequena)' : '';
  return [
    { tipo: 'secao', titulo: 'Auditoria das entrevistas' },
    {
      tipo: 'fatos',
      fatos: [
        ['Entrevistas auditadas', orNone(audited)],
        ['Conversas audíveis', orNone(revisada.audiveis)],
        ['Respostas validadas', orNone(revisada.validadas)],
        ['Conferem entre as validadas', orNone(revisada.corretas)],
        ['Conferem entre as validadas, só pela IA', orNone(ia.corretas)],
        ['Vereditos revistos por pessoas', number.format(entrevistas.revisadas)],
        [
          'Vereditos que mudaram após correção da transcrição',
          correctedCells(entrevistas.corrigidas, correcoes),
        ],
        [
          'Erro da IA, na amostra de verificação',
          verificacao.taxa
            ? `${proportionText(verificacao.taxa)}, em ${number.format(verificacao.entrevistas)} ${verificacao.entrevistas === 1 ? 'entrevista ouvida' : 'entrevistas ouvidas'}${small}`
            : 'não há entrevistas ouvidas na amostra',
        ],
        ...(corrigida
          ? ([
              ['Conferem entre as aplicáveis, só pela IA', percent.format(corrigida.bruta)],
              [
                'Conferem entre as aplicáveis, com correção pela amostra',
                `${percent.format(corrigida.valor)} (intervalo de ${interval(corrigida)}; ${number.format(corrigida.entrevistas)} entrevistas ouvidas${small})`,
              ],
            ] as const)
          : verificacao.entrevistas > 0
            ? ([
                [
                  'Conferem entre as aplicáveis, com correção pela amostra',
                  `- (poucas entrevistas ouvidas: ${number.format(verificacao.entrevistas)})`,
                ],
              ] as const)
            : []),
      ],
    },
    verdictsTable(revisada.porVeredito),
    ...(analise_geral_pesquisa ? [{ tipo: 'texto', texto: analise_geral_pesquisa } as const] : []),
  ];
}

const METODO = [
  'Cada pergunta é contada nas entrevistas concluídas em que deveria ser feita (base). As porcentagens são calculadas sobre as respostas; “não sabe” e recusa só entram na conta quando são opções do questionário. Se o texto ou as opções de uma pergunta mudaram de uma versão para outra, cada versão é contada à parte.',
  'Os intervalos são de 95%, de Student, com um caso e meio a mais em cada extremo (como Agresti e Coull, 1998). Com menos de dez casos, aparece “-”. Os intervalos supõem uma amostra simples: não levam em conta ponderação, cotas nem o agrupamento por entrevistador ou região, e não valem para pessoas não entrevistadas. Onde se contam respostas a várias perguntas, o caso é a entrevista, porque as respostas de uma mesma gravação são relacionadas.',
  'Auditoria: a gravação é transcrita e confrontada, pergunta a pergunta, com a resposta digitada. Um veredito de falha precisa de prova na gravação; sem prova, a resposta fica “a revisar”. “Só pela IA” conta os vereditos que a IA deu primeiro, antes de qualquer correção; um veredito que mudou porque alguém corrigiu a transcrição conta como erro da IA. “Validadas” são as respostas com veredito conclusivo; o veredito de uma pessoa prevalece sobre o da IA.',
  'Erro da IA: vereditos que pessoas mudaram, inclusive ao corrigir a transcrição, nas entrevistas sorteadas para verificação e ouvidas por inteiro. A taxa corrigida soma à da IA a diferença média que essas entrevistas mostram (estimador de diferença). Nas duas, cada entrevista pesa o inverso da chance que teve no sorteio, e o intervalo toma a entrevista como unidade; com menos de dez entrevistas ouvidas, ou se poucas concentram quase todo o peso, não há intervalo nem taxa corrigida.',
];

function chosenBy(
  { versao_id, agente_id, de, ate, aprovadas }: Recorte,
  versoes: readonly VersaoRow[],
): string {
  const parts = [
    aprovadas ? 'só entrevistas aprovadas' : null,
    versao_id ? `versão ${versoes.find(({ id }) => id === versao_id)?.numero ?? '?'}` : null,
    agente_id ? 'um só entrevistador' : null,
    de ? `desde ${day(de)}` : null,
    ate ? `até ${day(ate)}` : null,
  ].filter((one) => one !== null);
  return parts.length > 0 ? parts.join('; ') : 'todas as entrevistas concluídas';
}

type Pedido = {
  pesquisa: PesquisaExportada;
  questionario: { id: string; nome: string };
  recorte: Recorte;
  versoes: readonly VersaoRow[];
};

/**
 * Writes a questionnaire's report for a client, from a single snapshot.
 * @throws AppError regra_violada
 */
export async function writeReport(
  snapshot: Snapshot,
  scope: Scope,
  { pesquisa, questionario, recorte, versoes }: Pedido,
): Promise<{ pdf: Buffer; entrevistas: number }> {
  const alvo = { tipo: 'pesquisa', id: pesquisa.id } as const;
  const of = { db: snapshot.db };
  const distribuicao = await answersOf(of, scope, alvo, recorte, ENTREVISTAS_MAX);
  if (distribuicao.contadas === 0) {
    throw new AppError(
      'regra_violada',
      'Nenhuma entrevista concluída corresponde à seleção. Altere a seleção.',
    );
  }
  const resultados = await resultsOf(of, scope, alvo, recorte);
  const corrigida = await correctedRateOf(of, alvo, recorte, resultados);
  const divergencias = await countOptionDifferences(snapshot.db, { alvo, recorte, limite: ENTREVISTAS_MAX });
  const periodo = await fieldPeriod(snapshot.db, pesquisa.id, recorte);
  await snapshot.close();
  const { total, contadas, perguntas } = distribuicao;
  const fora = leftOutText(resultados.entrevistas);
  const numeros = versoes.map(({ numero }) => numero).toSorted((a, b) => a - b);
  const documento: PdfDocumento = {
    titulo: pesquisa.titulo,
    subtitulo: `${questionario.nome} · ${pesquisa.empresa}`,
    rodape: `${pesquisa.titulo} · ${pesquisa.empresa}`,
    blocos: [
      {
        tipo: 'fatos',
        fatos: [
          ['Período de campo', periodo ? [...new Set([periodo.de, periodo.ate])].map(day).join(' a ') : '-'],
          [
            'Entrevistas concluídas (n)',
            total > contadas
              ? `${number.format(contadas)}, as mais recentes de ${number.format(total)}`
              : number.format(contadas),
          ],
          ['Recorte', chosenBy(recorte, versoes)],
          ...(fora ? ([['Entrevistas fora dos números', fora]] as const) : []),
          [numeros.length > 1 ? 'Versões do questionário' : 'Versão do questionário', numeros.join(', ')],
          [
            'Data do relatório',
            new Intl.DateTimeFormat('pt-BR', {
              timeZone: 'America/Sao_Paulo',
              dateStyle: 'short',
              timeStyle: 'short',
            }).format(new Date()),
          ],
        ],
      },
      ...auditOf(resultados, corrigida, distribuicao),
      { tipo: 'secao', titulo: 'Respostas' },
      ...perguntas.map((pergunta) =>
        questionOf(
          pergunta,
          divergencias.filter(({ perguntaId }) => perguntaId === pergunta.id),
        ),
      ),
      { tipo: 'secao', titulo: 'Método' },
      ...METODO.map((texto) => ({ tipo: 'texto', texto, discreto: true }) as const),
    ],
  };
  return { pdf: await writePdf(documento), entrevistas: contadas };
}
