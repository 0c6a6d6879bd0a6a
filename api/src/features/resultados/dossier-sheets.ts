/** A dossier as a workbook and as CSV, in words for people; technical data are separate. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { numberText, shareText, usdText } from '@escuta/shared/services/dossiers/words';
import type { Cell, Row } from '@escuta/shared/services/exports/cells';
import { writeCsv } from '@escuta/shared/services/exports/csv';
import { type Planilha, writeXlsx } from '@escuta/shared/services/exports/xlsx';
import type { ConteudoDoDossie } from './dossier-content.ts';
import { costRows } from './dossier-costs.ts';
import {
  alertWords,
  type CriterioEmPalavras,
  type Fato,
  identification,
  insightWords,
  reviewRows,
  scoreOf,
  sentenceWords,
  soundFacts,
  technicalFacts,
} from './dossier-words.ts';
import type { EntrevistaDoDossie, PerguntaDoDossie } from './interview/interview-content.ts';
import { authorText, reviewFacts, verdictText } from './interview/interview-pages.ts';

/** Facts of the first page, a line each. */
function summary(conteudo: ConteudoDoDossie): Fato[] {
  const { emVigor, ia, revisao } = scoreOf(conteudo);
  const resumo = conteudo.analise_texto?.resumo ?? '';
  return [
    ...identification(conteudo),
    ...(conteudo.insights.length === 0
      ? []
      : [
          ['Pontuação', shareText(emVigor)] as const,
          ['Pontuação da IA', shareText(ia)] as const,
          ['Revisão', revisao ?? 'Nenhuma pessoa revisou a análise.'] as const,
        ]),
    ...(resumo === '' ? [] : [['Resumo', resumo] as const]),
    ...alertWords(conteudo).map(
      ({ titulo, descricao, gravidade }) =>
        ['Alerta da IA', `${titulo}. ${descricao} (${gravidade})`] as const,
    ),
    ...soundFacts(conteudo),
  ];
}

const answerOf = ({ resposta, ressalva }: CriterioEmPalavras): string =>
  ressalva === null ? resposta : `${resposta} (${ressalva})`;
const quotesOf = ({ citacoes }: CriterioEmPalavras): string =>
  citacoes
    .map(
      ({ quando, quem, texto, verificada }) =>
        `${[quando, quem].filter(Boolean).join(' ')}${quando || quem ? ': ' : ''}“${texto}”${verificada ? '' : ' (não está na transcrição)'}`,
    )
    .join('\n');
const moment = (iso: string): Cell => new Date(iso);

const sheet = (
  nome: string,
  colunas: readonly [titulo: string, largura: number][],
  linhas: Row[],
): Planilha => ({
  nome,
  colunas: colunas.map(([titulo, largura]) => ({ titulo, largura })),
  linhas: [linhas],
});

const typedCell = ({ digitado, celula }: PerguntaDoDossie): string =>
  digitado ?? (celula === null ? '-' : `Na planilha: “${celula}”`);

const interviewSheets = (entrevista: EntrevistaDoDossie): Planilha[] => [
  sheet(
    'Perguntas',
    [
      ['Código', 10],
      ['Pergunta', 70],
      ['Digitado', 40],
      ['Ouvido', 40],
      ['Veredito', 18],
      ['Autor', 40],
    ],
    entrevista.perguntas.map((one) => [
      one.codigo,
      one.texto,
      typedCell(one),
      one.ouvido ?? '-',
      verdictText(one.veredito),
      authorText(one),
    ]),
  ),
  sheet(
    'Revisão e verificação',
    [
      ['Decisão', 40],
      ['Autor e motivo', 90],
    ],
    reviewFacts(entrevista),
  ),
];

export function dossierXlsx(
  conteudo: ConteudoDoDossie,
  entrevista: EntrevistaDoDossie | null,
  provas: readonly Fato[],
): Promise<Buffer> {
  const sheets = [
    sheet(
      'Resumo',
      [
        ['Campo', 28],
        ['Valor', 100],
      ],
      summary(conteudo).map(([campo, valor]) => [campo, valor]),
    ),
    ...(entrevista ? interviewSheets(entrevista) : []),
    sheet(
      'Critérios',
      [
        ['Template', 28],
        ['Pontuação', 12],
        ['Pontuação da IA', 16],
        ['Critério', 50],
        ['Peso', 8],
        ['Crítico', 9],
        ['Atendido', 18],
        ['Atendido, pela IA', 18],
        ['Justificativa', 60],
        ['Citações', 60],
        ['Revisão', 40],
      ],
      insightWords(conteudo).flatMap(({ template, pontuacao, ia, criterios, revisao, falha }) =>
        falha !== null
          ? [[template, pontuacao, ia, falha]]
          : criterios.map((one) => [
              template,
              pontuacao,
              ia,
              one.descricao,
              one.peso,
              one.critico ? 'Sim' : 'Não',
              answerOf(one),
              one.ia ?? one.resposta,
              one.justificativa,
              quotesOf(one),
              revisao,
            ]),
      ),
    ),
    sheet(
      'Falas',
      [
        ['Início', 10],
        ['Fim', 10],
        ['Falante', 16],
        ['Fala', 90],
        ['Transcrição original', 60],
        ['Falante (IA)', 16],
      ],
      sentenceWords(conteudo).map((one) => [
        one.inicio,
        one.fim,
        one.quem,
        one.texto,
        one.original,
        one.quemOriginal,
      ]),
    ),
    sheet(
      'Revisões',
      [
        ['Template', 28],
        ['Veredito', 14],
        ['Situação', 28],
        ['Pessoa', 24],
        ['Quando', 18],
        ['Mudanças', 60],
        ['Motivo e observações', 60],
      ],
      reviewRows(conteudo).map((one) => [
        one.template,
        one.veredito,
        one.situacao,
        one.por,
        moment(one.em),
        one.correcoes.join('\n'),
        one.texto,
      ]),
    ),
    sheet(
      'Custos',
      [
        ['Etapa', 24],
        ['Modelo', 24],
        ['Quantidade', 14],
        ['Unidade', 20],
        ['Preço (US$)', 14],
        ['Preço por', 18],
        ['Total (US$)', 14],
      ],
      costRows(conteudo).map((one) => [
        one.etapa,
        one.modelo,
        Number.isInteger(one.uso) ? one.uso : { numero: one.uso, casas: 1 },
        one.unidade,
        { numero: one.preco, casas: 4 },
        one.porQuanto,
        { numero: one.total, casas: 4 },
      ]),
    ),
    sheet(
      'Apêndice técnico',
      [
        ['Campo', 36],
        ['Valor', 100],
      ],
      technicalFacts(conteudo, provas).map(([campo, valor]) => [campo, valor]),
    ),
  ];
  return buffer(Readable.from(writeXlsx(sheets), { objectMode: false }));
}

/** The dossier as a single CSV table: part of the dossier, subject, value, and a note. */
export function dossierCsv(
  conteudo: ConteudoDoDossie,
  entrevista: EntrevistaDoDossie | null,
  provas: readonly Fato[],
): Promise<Buffer> {
  const rows: Row[] = [
    ...summary(conteudo).map(([campo, valor]) => ['Resumo', campo, valor, '']),
    ...(entrevista?.perguntas ?? []).map((one) => [
      'Perguntas',
      `${one.codigo} ${one.texto}`,
      verdictText(one.veredito),
      [`Digitado: ${typedCell(one)}`, `Ouvido: ${one.ouvido ?? '-'}`, authorText(one)]
        .filter(Boolean)
        .join('\n'),
    ]),
    ...(entrevista ? reviewFacts(entrevista) : []).map(([campo, valor]) => [
      'Revisão e verificação',
      campo,
      valor,
      '',
    ]),
    ...insightWords(conteudo).flatMap(({ template, pontuacao, ia, revisao, falha, criterios }) => [
      ['Critérios', template, falha ?? pontuacao, [`IA: ${ia}`, revisao].filter(Boolean).join('. ')],
      ...criterios.map((one) => [
        'Critérios',
        `${one.descricao} (peso ${numberText(one.peso)}${one.critico ? ', crítico' : ''})`,
        answerOf(one),
        [one.ia === null ? '' : `IA: ${one.ia}`, one.justificativa, quotesOf(one)].filter(Boolean).join('\n'),
      ]),
    ]),
    ...sentenceWords(conteudo).map(({ inicio, quem, texto, original }) => [
      'Transcrição',
      `${inicio} ${quem}`,
      texto,
      original === '' ? '' : `Transcrição original: ${original}`,
    ]),
    ...reviewRows(conteudo).map(({ template, veredito, situacao, por, em, correcoes, texto }) => [
      'Revisões',
      `${template}: ${veredito}, ${situacao}`,
      moment(em),
      [por, ...correcoes, texto].filter(Boolean).join('\n'),
    ]),
    ...costRows(conteudo).map(({ etapa, modelo, uso, unidade, total }) => [
      'Custos',
      `${etapa} (${modelo})`,
      usdText(total),
      `${numberText(uso)} ${unidade}`,
    ]),
    ...technicalFacts(conteudo, provas).map(([campo, valor]) => ['Apêndice técnico', campo, valor, '']),
  ];
  return buffer(
    Readable.from(writeCsv(['Parte', 'Assunto', 'Valor', 'Detalhe'], [rows]), { objectMode: false }),
  );
}
