/** The pages of a call's dossier: two for decisions, then an appendix with all data. */
import { groupBy } from '@escuta/shared/domain/group-by';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { factsInColumns, section } from '@escuta/shared/services/dossiers/blocks';
import type { PaginasDoDossie } from '@escuta/shared/services/dossiers/dossier-file';
import {
  momentText,
  numberText,
  shareText,
  shortText,
  usdText,
} from '@escuta/shared/services/dossiers/words';
import type { PdfBloco, PdfCelula, PdfLinha } from '@escuta/shared/services/exports/pdf';
import type { ConteudoDoDossie } from './dossier-content.ts';
import { costRows } from './dossier-costs.ts';
import {
  alertWords,
  type CriterioEmPalavras,
  type Fato,
  type InsightEmPalavras,
  identification,
  insightWords,
  nounOf,
  phoneOf,
  reviewRows,
  scoreOf,
  sentenceWords,
  soundFacts,
  technicalFacts,
} from './dossier-words.ts';

/**
 * Detail of the first pages: characters of the summary, of a met criterion's quote and of its reason (0: none). Failed
 * criteria are always rows with quote or reason; the others are rows, names, or a count.
 */
type Detalhe = {
  resumo: number;
  citacao: number;
  justificativa: number;
  demais: 'linhas' | 'nomes' | 'contagem';
};
const DETALHES: readonly Detalhe[] = [
  { resumo: 900, citacao: 180, justificativa: 180, demais: 'linhas' },
  { resumo: 700, citacao: 100, justificativa: 0, demais: 'linhas' },
  { resumo: 500, citacao: 36, justificativa: 0, demais: 'linhas' },
  { resumo: 400, citacao: 0, justificativa: 0, demais: 'nomes' },
  { resumo: 400, citacao: 0, justificativa: 0, demais: 'contagem' },
];
/** Greatest number of characters of a failed criterion's quote, of its reason, and of an alert. */
const DA_FALHA = 110;
/** Alerts on the first pages, at most; the appendix contains the others. */
const ALERTAS_MAX = 4;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function dossierPages(conteudo: ConteudoDoDossie, provas: readonly Fato[]): PaginasDoDossie {
  const { nome, inicio, inicio_precisao: precisao } = conteudo.ligacao;
  const insights = insightWords(conteudo);
  return {
    titulo: `Dossiê da ${nounOf(conteudo)}`,
    abertura: insights.length > 0 ? [scoreBlock(conteudo, insights)] : [],
    subtitulo: [nome, phoneOf(conteudo), momentText(inicio, precisao)].filter(Boolean).join(' · '),
    frente: DETALHES.map((detalhe) => front(conteudo, insights, detalhe)),
    apendice: appendix(conteudo, insights, provas),
  };
}

function front(
  conteudo: ConteudoDoDossie,
  insights: readonly InsightEmPalavras[],
  detalhe: Detalhe,
): PdfBloco[] {
  const alerts = alertWords(conteudo);
  const resumo = conteudo.analise_texto?.resumo ?? '';
  return [
    factsInColumns(identification(conteudo)),
    ...(resumo === '' ? [] : section('Resumo', { tipo: 'texto', texto: shortText(resumo, detalhe.resumo) })),
    ...(alerts.length === 0
      ? []
      : section('Alertas da IA', {
          tipo: 'linhas',
          linhas: alertLines(alerts.slice(0, ALERTAS_MAX), DA_FALHA),
        })),
    ...(alerts.length > ALERTAS_MAX
      ? [{ tipo: 'texto' as const, discreto: true, texto: 'Os demais alertas da IA estão no apêndice.' }]
      : []),
    ...section('Critérios', ...insights.flatMap((insight) => criteriaBlocks(insight, detalhe))),
    // Only a call gets the note on missing insights, because an interview may be judged by its questions alone.
    ...(insights.length === 0 && nounOf(conteudo) === 'ligação'
      ? section('Critérios', { tipo: 'texto', texto: PROFILES.ligacao.pagina.semInsights })
      : []),
  ];
}

function scoreBlock(conteudo: ConteudoDoDossie, insights: readonly InsightEmPalavras[]): PdfBloco {
  const { emVigor, ia, revisao } = scoreOf(conteudo);
  const failed = insights
    .flatMap(({ criterios }) => criterios)
    .filter(({ critico, tom }) => critico && tom === 'mau').length;
  return {
    tipo: 'destaque',
    rotulo: revisao ? 'Pontuação revisada' : 'Pontuação da IA',
    valor: shareText(emVigor),
    linhas: [
      [
        {
          texto: revisao ? `${revisao}. A IA deu ${shareText(ia)}.` : 'Nenhuma pessoa revisou a análise.',
          tom: 'discreto',
        },
      ],
      ...(failed > 0 ? [[{ texto: criticalText(failed), tom: 'mau' as const }]] : []),
    ],
  };
}

const criticalText = (count: number): string =>
  count === 1 ? '1 critério crítico não atendido' : `${count} critérios críticos não atendidos`;

const alertLines = (alerts: ReturnType<typeof alertWords>, max: number): PdfLinha[] =>
  alerts.map(({ titulo, descricao, gravidade, grave }) => [
    { texto: `${titulo}. `, tom: grave ? 'mau' : 'forte' },
    { texto: `${shortText(descricao, max)} ` },
    { texto: gravidade, tom: 'discreto' },
  ]);

const headingOf = ({ template, pontuacao, ia, revisao }: InsightEmPalavras) => ({
  titulo: `${template}: ${pontuacao}`,
  nota: [
    {
      texto: revisao ? `${revisao}. A IA deu ${ia}.` : 'Pela IA',
      tom: 'discreto' as const,
    },
  ],
});

const answerCell = ({ resposta, tom, ia, ressalva }: CriterioEmPalavras): PdfCelula => ({
  linhas: [
    [{ texto: resposta, tom }],
    ...(ia === null ? [] : [[{ texto: `IA: ${ia}`, tom: 'discreto' as const }]]),
    ...(ressalva === null ? [] : [[{ texto: ressalva, tom: 'discreto' as const }]]),
  ],
});

const criterionCell = ({ descricao, peso, critico, tom }: CriterioEmPalavras): PdfCelula => ({
  linhas: [
    [
      { texto: descricao },
      { texto: `  peso ${numberText(peso)}`, tom: 'discreto' },
      ...(critico ? [{ texto: '  crítico', tom: tom === 'mau' ? tom : ('discreto' as const) }] : []),
    ],
  ],
});

const quoteLine = (
  { quando, quem, texto, verificada }: CriterioEmPalavras['citacoes'][number],
  max: number,
): PdfLinha => [
  { texto: [quando, quem].filter(Boolean).join(' '), tom: 'forte' },
  { texto: `${quando || quem ? ': ' : ''}“${shortText(texto, max)}”` },
  ...(verificada ? [] : [{ texto: ' não está na transcrição', tom: 'alerta' as const }]),
];

const isFailure = ({ tom }: CriterioEmPalavras): boolean => tom === 'mau' || tom === 'alerta';

/** The first quote found in the transcript, else the reason. */
function proofCell(criterio: CriterioEmPalavras, { citacao, justificativa }: Detalhe): PdfCelula {
  const atLeast = isFailure(criterio) ? DA_FALHA : 0;
  const [quoteMax, reasonMax] = [Math.max(citacao, atLeast), Math.max(justificativa, atLeast)];
  const quote = criterio.citacoes.find(({ verificada }) => verificada);
  if (quote) return { linhas: quoteMax > 0 ? [quoteLine(quote, quoteMax)] : [] };
  const reason = reasonMax > 0 ? shortText(criterio.justificativa, reasonMax) : '';
  return { linhas: reason === '' ? [] : [[{ texto: reason, tom: 'discreto' }]] };
}

const COLUNAS_DOS_CRITERIOS = [
  { titulo: 'Critério', largura: '*' },
  { titulo: 'Atendido', largura: 74 },
  { titulo: 'Trecho da conversa', largura: 214 },
] as const;

/** An insight's criteria with their proof, and a text on the criteria without a row. */
function criteriaBlocks(insight: InsightEmPalavras, detalhe: Detalhe): PdfBloco[] {
  if (insight.falha !== null) {
    return [{ tipo: 'quadro', titulo: insight.template, nota: insight.falha, blocos: [] }];
  }
  const rows = detalhe.demais === 'linhas' ? insight.criterios : insight.criterios.filter(isFailure);
  const others = insight.criterios.filter((criterio) => !rows.includes(criterio));
  return [
    {
      tipo: 'tabela',
      ...headingOf(insight),
      colunas: rows.length > 0 ? COLUNAS_DOS_CRITERIOS : [{ titulo: '', largura: '*' }],
      linhas: rows.map((criterio) => [
        criterionCell(criterio),
        answerCell(criterio),
        proofCell(criterio, detalhe),
      ]),
    },
    ...(others.length === 0
      ? []
      : [{ tipo: 'texto' as const, discreto: true, texto: othersText(others, detalhe.demais) }]),
  ];
}

/** Text like 'Sim: o agente agradece; …', or only the number of criteria. */
function othersText(criterios: readonly CriterioEmPalavras[], demais: Detalhe['demais']): string {
  if (demais === 'contagem') {
    return criterios.length === 1
      ? 'Outro critério, atendido ou que não se aplica, está no apêndice.'
      : `Outros ${criterios.length} critérios, atendidos ou que não se aplicam, estão no apêndice.`;
  }
  const named = groupBy(criterios, ({ resposta }) => resposta);
  return [...named]
    .map(
      ([resposta, ones]) =>
        `${resposta}: ${ones.map(({ descricao }) => descricao.replace(/\.$/, '')).join('; ')}.`,
    )
    .join(' ');
}

const TUDO = Number.POSITIVE_INFINITY;

function appendix(
  conteudo: ConteudoDoDossie,
  insights: readonly InsightEmPalavras[],
  provas: readonly Fato[],
): PdfBloco[] {
  const sentences = sentenceWords(conteudo);
  const alerts = alertWords(conteudo);
  const reviews = reviewRows(conteudo);
  const costs = costRows(conteudo);
  const sound = soundFacts(conteudo);
  const resumo = conteudo.analise_texto?.resumo ?? '';
  return [
    { tipo: 'secao', titulo: 'Apêndice' },
    ...(resumo.length > (DETALHES.at(-1)?.resumo ?? 0)
      ? section('Resumo completo', { tipo: 'texto', texto: resumo })
      : []),
    ...section('Critérios com todas as citações', ...insights.flatMap(wholeInsight)),
    ...(alerts.length > 0
      ? section('Alertas da IA', { tipo: 'linhas', linhas: alertLines(alerts, TUDO) })
      : []),
    ...(reviews.length > 0
      ? section('Revisões', {
          tipo: 'tabela',
          colunas: [
            { titulo: 'Quando', largura: 80 },
            { titulo: 'Pessoa', largura: 90 },
            { titulo: 'Veredito', largura: 100 },
            { titulo: 'Mudanças e motivo', largura: '*' },
          ],
          linhas: reviews.map(({ em, por, template, veredito, situacao, correcoes, texto }) => [
            momentText(em),
            por,
            { linhas: [[{ texto: veredito }], [{ texto: `${template}, ${situacao}`, tom: 'discreto' }]] },
            { linhas: [...correcoes, ...(texto ? [texto] : [])].map((one) => [{ texto: one }]) },
          ]),
        })
      : []),
    ...(sentences.length > 0
      ? section('Transcrição', {
          tipo: 'tabela',
          colunas: [
            { titulo: 'Tempo', largura: 40, direita: true },
            { titulo: 'Falante', largura: 70 },
            { titulo: 'Fala', largura: '*' },
          ],
          linhas: sentences.map(({ inicio, quem, texto, original, quemOriginal }) => [
            inicio,
            { linhas: [[{ texto: quem }], ...correction('era', quemOriginal)] },
            { linhas: [[{ texto }], ...correction('Transcrição original:', original)] },
          ]),
        })
      : []),
    ...(sound.length > 0 ? section(`Som da ${nounOf(conteudo)}`, { tipo: 'fatos', fatos: sound }) : []),
    ...(costs.length > 0
      ? section('Processamento', {
          tipo: 'tabela',
          colunas: [
            { titulo: 'Etapa', largura: '*' },
            { titulo: 'Modelo', largura: 130 },
            { titulo: 'Uso', largura: 130, direita: true },
            { titulo: 'Custo', largura: 80, direita: true },
          ],
          linhas: costs.map(({ etapa, modelo, uso, unidade, total }) => [
            etapa,
            modelo,
            `${numberText(uso)} ${unidade}`,
            usdText(total),
          ]),
        })
      : []),
    ...section('Dados técnicos', {
      tipo: 'fatos',
      fatos: technicalFacts(conteudo, provas).map(([rotulo, valor]) => [capital(rotulo), valor] as const),
    }),
  ];
}

const correction = (label: string, text: string): PdfLinha[] =>
  text === '' ? [] : [[{ texto: `${label} ${text}`, tom: 'discreto' }]];

function wholeInsight(insight: InsightEmPalavras): PdfBloco[] {
  const { template, versao, modelo, falha, resumo, criterios } = insight;
  if (falha !== null) return [{ tipo: 'quadro', titulo: template, nota: falha, blocos: [] }];
  return [
    {
      tipo: 'tabela',
      titulo: `${template} (versão ${versao}${modelo ? `, ${modelo}` : ''})`,
      nota: [{ texto: resumo, tom: 'discreto' }],
      colunas: COLUNAS_DOS_CRITERIOS,
      linhas: criterios.map((criterio) => [
        criterionCell(criterio),
        answerCell(criterio),
        {
          linhas: [
            ...(criterio.justificativa === '' ? [] : [[{ texto: criterio.justificativa }]]),
            ...criterio.citacoes.map((one) => quoteLine(one, TUDO)),
          ],
        },
      ]),
    },
  ];
}
