/** Forms that people write for ODK, KoboToolbox and SurveyCTO (XLSForm), and forms that the product writes. */
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { readXlsform } from '@escuta/shared/domain/survey-file/xlsform/read-xlsform';
import { writeXlsform } from '@escuta/shared/domain/survey-file/xlsform/write-xlsform';
import { isWorkbook, readFormWorkbook } from '../../worker/src/reading/formats/form-workbook.ts';
import type { Caso, CasosDoTipo } from './case.ts';
import { inFile, workbook } from './files.ts';

const XLSFORM = 'xlsform.org, referência do formato';
const PYXFORM = 'XLSForm/pyxform, aliases.py e issue 669';

/** Expands '{a}' to '${a}', an XLSForm's reference to the question `a`. */
const ruleOf = (text: string): string => text.replace(/\{(\w+)\}/gu, (_, name: string) => `\${${name}}`);
const form = (
  survey: readonly (readonly string[])[],
  choices: readonly (readonly string[])[] = [],
  settings: readonly (readonly string[])[] = [],
) =>
  readXlsform(
    [
      { nome: 'survey', linhas: survey },
      { nome: 'choices', linhas: choices },
      { nome: 'settings', linhas: settings },
    ].map(({ nome, linhas }) => ({
      nome,
      linhas: linhas.map((celulas, at) => ({ n: at + 1, celulas: celulas.map(ruleOf) })),
    })),
  );
const SIM_NAO = [
  ['list_name', 'name', 'label'],
  ['sn', 'sim', 'Sim'],
  ['sn', 'nao', 'Não'],
];
const shownQuestions = ({ perguntas }: { perguntas: readonly PerguntaLida[] }): string =>
  perguntas
    .map(({ codigo, tipo, opcoes }) => `${codigo} ${tipo}${opcoes.length > 0 ? ` ${opcoes.length}` : ''}`)
    .join('; ');
const shownConditions = ({ perguntas }: { perguntas: readonly PerguntaLida[] }): string =>
  perguntas
    .map(({ codigo, mostrar_se: condition, avisos }) => {
      const asked = condition && perguntas[condition.pergunta];
      const who = asked
        ? `se ${asked.codigo}=${condition.opcoes.map((at) => asked.opcoes[at]?.texto).join('/')}`
        : 'todos';
      return `${codigo} ${who}${avisos.length > 0 ? ' (conferir)' : ''}`;
    })
    .join('; ');

const TIPOS_DE_FORM = [
  [
    'type',
    'name',
    'label::English (en)',
    'label::Português (pt)',
    'hint::Português (pt)',
    'required',
    'constraint',
    'parameters',
  ],
  ['start', 'start', '', '', '', '', '', ''],
  ['note', 'intro', 'Hello', 'Bom dia. Posso gravar?', '', '', '', ''],
  ['select_one sn', 'mora', 'Do you live here?', 'Mora **neste** bairro?', 'Só a casa atual', 'yes', '', ''],
  ['select_multiple meios or_other', 'meios', 'How?', 'Como se informa?', '', '', '', ''],
  ['integer', 'idade', 'Age?', 'Qual a sua idade?', '', 'TRUE', '. >= 16 and . < 121', ''],
  ['decimal', 'renda', 'Income?', 'Qual a renda?', '', '', '', ''],
  ['range', 'nota', 'Grade?', 'Que nota dá?', '', '', '', 'start=0 end=10 step=1'],
  ['date', 'nasc', 'Birth?', 'Quando nasceu?', '', '', '', ''],
  ['text', 'obs', 'Notes?', 'O que melhorar?', '', '', '', ''],
  ['geopoint', 'gps', 'Place', 'Local', '', '', '', ''],
  ['calculate', 'soma', '', '', '', '', '', ''],
];
const ESCOLHAS = [
  ['list_name', 'name', 'label::English (en)', 'label::Português (pt)'],
  ['sn', '1', 'Yes', 'Sim'],
  ['sn', '2', 'No', 'Não'],
  ['meios', 'tv', 'TV', 'Televisão'],
  ['meios', 'radio', 'Radio', 'Rádio'],
];

const casos: Caso[] = [
  {
    nome: 'XLSForm: tipos, a língua portuguesa entre duas, o que fica de fora dito',
    fonte: XLSFORM,
    esperado:
      'mora escolha 2; meios multipla 3; idade numero; renda numero; nota escala; nasc data; obs texto · Mora neste bairro? · Bom dia. Posso gravar? · Local (localização): a resposta não pode ser conferida na gravação. 1 campo calculado pelo formulário. Textos em English (en): a Escuta leu os textos em Português (pt).',
    obtido: () => {
      const lido = form(TIPOS_DE_FORM, ESCOLHAS);
      return [shownQuestions(lido), lido.perguntas[0]?.texto, lido.apresentacao, lido.sobras.join(' ')].join(
        ' · ',
      );
    },
  },
  {
    nome: 'XLSForm: obrigatória, instrução, limites, nomes e códigos das opções',
    fonte: XLSFORM,
    esperado:
      'true Só a casa atual · 16 a 120 · 0 a 10 · 1 Sim, 2 Não · 1 Televisão tv, 2 Rádio radio, 3 Outro other',
    obtido: () => {
      const [mora, meios, idade, , nota] = form(TIPOS_DE_FORM, ESCOLHAS).perguntas;
      const list = (one?: PerguntaLida) =>
        one?.opcoes
          .map(({ texto, valor, nome }) =>
            [valor, texto, nome].filter((part) => part !== undefined).join(' '),
          )
          .join(', ');
      return [
        `${mora?.obrigatoria} ${mora?.instrucao}`,
        `${idade?.minimo} a ${idade?.maximo}`,
        `${nota?.minimo} a ${nota?.maximo}`,
        list(mora),
        list(meios),
      ].join(' · ');
    },
  },
  {
    nome: 'XLSForm: relevant que cabe na regra da Escuta',
    fonte: XLSFORM,
    esperado: 'mora todos; a se mora=Sim; b se mora=Não; c se mora=Sim/Não; m todos; d se m=Televisão',
    obtido: () =>
      shownConditions(
        form(
          [
            ['type', 'name', 'label', 'relevant', 'required'],
            ['select_one sn', 'mora', 'Mora?', '', 'yes'],
            ['text', 'a', 'A?', "{mora} = '1'", ''],
            ['text', 'b', 'B?', "{mora} != '1'", ''],
            ['text', 'c', 'C?', '{mora}=\'1\' or {mora}="2"', ''],
            ['select_multiple meios', 'm', 'M?', '', ''],
            ['text', 'd', 'D?', "selected({m}, 'tv')", ''],
          ],
          [
            ['list_name', 'name', 'label'],
            ['sn', '1', 'Sim'],
            ['sn', '2', 'Não'],
            ['meios', 'tv', 'Televisão'],
            ['meios', 'radio', 'Rádio'],
          ],
        ),
      ),
  },
  {
    nome: 'XLSForm: relevant que não cabe é dito, e não inventado',
    fonte: XLSFORM,
    esperado:
      'mora todos; idade todos; a todos (conferir); b todos (conferir); c se mora=Sim (conferir); d todos (conferir)',
    obtido: () =>
      shownConditions(
        form(
          [
            ['type', 'name', 'label', 'relevant'],
            ['select_one sn', 'mora', 'Mora?', ''],
            ['integer', 'idade', 'Idade?', ''],
            ['text', 'a', 'A?', '{idade} >= 18'],
            ['text', 'b', 'B?', "{mora} = 'sim' or {idade} > 60"],
            ['text', 'c', 'C?', "{mora} = 'sim' and {idade} > 60"],
            ['text', 'd', 'D?', "not({mora} = 'sim')"],
          ],
          SIM_NAO,
        ),
      ),
  },
  {
    nome: 'XLSForm: a regra do grupo vale para as perguntas dele',
    fonte: XLSFORM,
    esperado: 'mora todos; gosta se mora=Sim; porque se gosta=Não; fim todos',
    obtido: () =>
      shownConditions(
        form(
          [
            ['type', 'name', 'label', 'relevant'],
            ['select_one sn', 'mora', 'Mora?', ''],
            ['begin group', 'bairro', 'O bairro', "{mora} = 'sim'"],
            ['select_one sn', 'gosta', 'Gosta?', ''],
            ['text', 'porque', 'Por quê?', "{gosta} = 'nao'"],
            ['end group', '', '', ''],
            ['text', 'fim', 'Algo mais?', ''],
          ],
          SIM_NAO,
        ),
      ),
  },
  {
    nome: 'XLSForm: grupo que se repete fica de fora, dito',
    fonte: XLSFORM,
    esperado: 'mora escolha 2 · Perguntas de um grupo que se repete: Nome do morador; Idade.',
    obtido: () => {
      const lido = form(
        [
          ['type', 'name', 'label'],
          ['select_one sn', 'mora', 'Mora?'],
          ['begin_repeat', 'casa', 'Moradores'],
          ['text', 'nome', 'Nome do morador'],
          ['integer', 'idade', 'Idade'],
          ['end_repeat', '', ''],
        ],
        SIM_NAO,
      );
      return `${shownQuestions(lido)} · ${lido.sobras.join(' ')}`;
    },
  },
  {
    nome: 'XLSForm do Kobo: bateria (begin_score), uma pergunta por linha',
    fonte: 'kobotoolbox/kpi, replace_with_autofields (begin_score, score__row, kobo--score-choices)',
    esperado: 'luz escolha 2; agua escolha 2 · Como avalia: a água',
    obtido: () => {
      const lido = form(
        [
          ['type', 'name', 'label', 'kobo--score-choices'],
          ['begin_score', 'nota', 'Como avalia:', 'sn'],
          ['score__row', 'luz', 'a luz', ''],
          ['score__row', 'agua', 'a água', ''],
          ['end_score', '', '', ''],
        ],
        SIM_NAO,
      );
      return `${shownQuestions(lido)} · ${lido.perguntas[1]?.texto}`;
    },
  },
  {
    nome: 'XLSForm: “qual outro” é o texto da opção, não outra pergunta',
    fonte: XLSFORM,
    esperado: 'meios multipla 2; fim texto · outro',
    obtido: () => {
      const lido = form(
        [
          ['type', 'name', 'label', 'relevant'],
          ['select_multiple meios', 'meios', 'Como?', ''],
          ['text', 'meios_other', 'Qual?', "selected({meios}, 'other')"],
          ['text', 'fim', 'Algo mais?', ''],
        ],
        [
          ['list name', 'name', 'label'],
          ['meios', 'tv', 'Televisão'],
          ['meios', 'other', 'Outro'],
        ],
      );
      return `${shownQuestions(lido)} · ${lido.perguntas[0]?.opcoes[1]?.especial}`;
    },
  },
  {
    nome: 'XLSForm: escrito e lido de novo é o mesmo questionário',
    fonte: PYXFORM,
    esperado: 'igual',
    obtido: () => {
      const { perguntas } = form(TIPOS_DE_FORM, ESCOLHAS);
      const own = perguntas.map(({ nome: _, opcoes, ...one }) => ({
        ...one,
        unidade: one.tipo === 'numero' ? 'anos' : null,
        ler_opcoes: one.tipo !== 'multipla',
        opcoes: opcoes.map(({ nome: _nome, ...rest }) => rest),
      }));
      const abas = writeXlsform({ titulo: 'Bairro', apresentacao: 'Bom dia.', perguntas: own });
      const again = readXlsform(
        abas.map(({ nome, colunas, linhas }) => ({
          nome,
          linhas: [colunas, ...linhas].map((celulas, at) => ({ n: at + 1, celulas })),
        })),
      );
      const bare = again.perguntas.map(({ nome: _, ...one }) => one);
      return JSON.stringify(sortKeys(bare)) === JSON.stringify(sortKeys(own)) &&
        again.titulo === 'Bairro' &&
        again.apresentacao === 'Bom dia.'
        ? 'igual'
        : JSON.stringify(bare);
    },
  },
  {
    nome: 'XLSForm: de um .xlsx, e uma planilha qualquer é recusada com o que enviar',
    fonte: XLSFORM,
    esperado:
      'true mora escolha 2 · A planilha não é um XLSForm: falta a aba “survey”, com as colunas type e name. Envie o questionário em PDF, Word ou texto, ou um XLSForm.',
    obtido: async () => {
      const survey = [
        ['type', 'name', 'label'],
        ['select_one sn', 'mora', 'Mora?'],
      ];
      const good = await workbook([
        { nome: 'survey', linhas: survey },
        { nome: 'choices', linhas: SIM_NAO },
      ]);
      const other = await workbook([
        {
          nome: 'Respostas',
          linhas: [
            ['ID', 'P1'],
            ['1', 'Sim'],
          ],
        },
      ]);
      const lido = await inFile(
        good,
        'f.xlsx',
        async (arquivo) =>
          `${await isWorkbook(arquivo)} ${shownQuestions(await readFormWorkbook(arquivo, 'f.xlsx'))}`,
      );
      const refused = await inFile(other, 'r.xlsx', (arquivo) =>
        readFormWorkbook(arquivo, 'r.xlsx').then(
          () => 'lida',
          (error: Error) => error.message,
        ),
      );
      return `${lido} · ${refused}`;
    },
  },
];

/** Sorts keys, so that equal questions are equal texts. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([key, one]) => [key, sortKeys(one)]),
        )
      : value;

export const FORMULARIOS: CasosDoTipo = { tipo: 'planilha de pesquisa', casos };
