/** Sheets and archives in the default forms of KoboToolbox, ODK, SurveyCTO and LimeSurvey. */

import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { momentOf } from '@escuta/shared/domain/survey-file/rows/day';
import { warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { isShown } from '../../worker/src/reading/archive/entries.ts';
import { readSheetFile } from '../../worker/src/reading/sheet/read-sheet-file.ts';
import type { Caso, CasosDoTipo } from './case.ts';
import { inFile, workbook } from './files.ts';
import {
  alignedOf,
  answersOf,
  type Envio,
  opcao,
  pairsOf,
  pergunta,
  rolesAndPairs,
  rolesOf,
  whyOf,
} from './pesquisa-lida.ts';

const KOBO_MULTIPLA = 'kobotoolbox/docs, pull request 451; kobotoolbox/xls-import, issue 7';
const KOBO_URL = 'kobotoolbox/formpack, pull request 258; kobotoolbox/kpi, pull request 3502';
const KOBO_AUDIT = 'support.kobotoolbox.org, artigo 2648050 (audit logging)';
const KOBO_EXPORT = 'kobotoolbox/kpi, docs da API de exportação (lang, group_sep, multiple_select)';
const CENTRAL = 'getodk/central-backend, lib/data/briefcase.js';
const CENTRAL_ZIP = 'getodk/docs, pull request 1132 (central-submissions)';
const CENTRAL_ENVIO = 'getodk/central-backend, pull requests 169 e 432';
const SCTO = 'surveycto.com, ajuda: Exporting and publishing data, data format';
const SCTO_AUDIO = 'docs.surveycto.com, 03ze field types audio audit';
const LIME = 'LimeSurvey/LimeSurvey, application/helpers/export_helper.php; manual, Export responses';

const MEIOS = 'Por quais meios o(a) senhor(a) se informa sobre a cidade?';
const opcoesDeMeios = (nomes: readonly string[] = []) =>
  ['Televisão', 'Rádio local', 'Jornal impresso', 'Redes sociais'].map((texto, at) =>
    opcao(texto, at + 1, nomes[at] === undefined ? {} : { nome: nomes[at] as string }),
  );
const questionario = (nomes = false): PerguntaLida[] => [
  pergunta('P1', 'Como o(a) senhor(a) avalia o atendimento da prefeitura?', {
    ...(nomes ? { nome: 'avaliacao' } : {}),
    opcoes: [
      opcao('Bom', 1, nomes ? { nome: 'bom' } : {}),
      opcao('Regular', 2, nomes ? { nome: 'regular' } : {}),
      opcao('Ruim', 3, nomes ? { nome: 'ruim' } : {}),
    ],
  }),
  pergunta('P2', MEIOS, {
    ...(nomes ? { nome: 'meios' } : {}),
    tipo: 'multipla',
    opcoes: [
      ...opcoesDeMeios(nomes ? ['tv', 'radio', 'jornal', 'redes'] : []),
      opcao('Outro. Qual?', 5, { especial: 'outro', ...(nomes ? { nome: 'other' } : {}) }),
    ],
  }),
  pergunta('P3', 'Quantas pessoas moram na sua casa?', {
    ...(nomes ? { nome: 'moradores' } : {}),
    tipo: 'numero',
  }),
];

const UUIDS = ['8c1d1f00-1b2c-4d3e-9f40-000000000001', '8c1d2f00-1b2c-4d3e-9f40-000000000002'];
const [A = ''] = UUIDS;

/** A KoboToolbox export: labels, multiple choice in one column and one per option, media addresses, Kobo's columns. */
const kobo: Envio = {
  perguntas: questionario(),
  cabecalho: [
    ...['start', 'end', 'Gravação da entrevista', 'Gravação da entrevista_URL'],
    ...['Como o(a) senhor(a) avalia o atendimento da prefeitura?', MEIOS],
    ...['Televisão', 'Rádio local', 'Jornal impresso', 'Redes sociais', 'Outro. Qual?'].map(
      (texto) => `${MEIOS}/${texto}`,
    ),
    ...[
      'Quantas pessoas moram na sua casa?',
      '_id',
      '_uuid',
      '_submission_time',
      '_status',
      '_submitted_by',
      '_index',
    ],
  ],
  linhas: UUIDS.map((uuid, at) => [
    ...[`2026-11-20T09:1${at}:05.120-03:00`, `2026-11-20T09:2${at}:41.300-03:00`, `17320${at}555001.m4a`],
    `https://kc.exemplo.org/media/original?media_file=campo/attachments/aa/${uuid}/17320${at}555001.m4a`,
    ...(at === 0
      ? ['Bom', 'Televisão Rádio local', '1', '1', '0', '0', '0', '3']
      : ['Ruim', 'Redes sociais', '0', '0', '0', '1', '0', '2']),
    ...[String(4001 + at), uuid, '2026-11-20T12:30:00', 'submitted_via_web', 'campo', String(at + 1)],
  ]),
  gravacoes: UUIDS.map((uuid, at) => `campo/attachments/aa/${uuid}/17320${at}555001.m4a`),
};

/** Makes a sheet about the same two interviews from other columns: each heading with its cells. */
const sheet = (colunas: Record<string, readonly string[]>, fields: Partial<Envio> = {}): Envio => ({
  perguntas: questionario(),
  cabecalho: Object.keys(colunas),
  linhas: UUIDS.map((_, at) => Object.values(colunas).map((cells) => cells[at] ?? '')),
  ...fields,
});

const shown = (nome: string): boolean =>
  isShown({ indice: 0, nome, pasta: false, tamanho: 1, compactado: 1 });

const casosKobo: Caso[] = [
  {
    nome: 'Kobo: rótulos, seleção múltipla junta e separada, _URL e _uuid, de um .xlsx',
    fonte: `${KOBO_MULTIPLA}; ${KOBO_URL}`,
    esperado:
      'arquivo=Gravação da entrevista data=start identificador=_uuid · P1 Bom; P2 Televisão + Rádio local; P3 3 | P1 Ruim; P2 Redes sociais; P3 2 · 2 de 2',
    obtido: async () => {
      const bytes = await workbook([
        { nome: 'Pesquisa', linhas: [kobo.cabecalho, ...kobo.linhas] },
        {
          nome: 'moradores',
          linhas: [
            ['Nome', 'Idade', '_parent_index'],
            ['x', '3', '1'],
          ],
        },
      ]);
      return inFile(bytes, 'respostas.xlsx', async (arquivo) => {
        const linhas: string[][] = [];
        const lida = await readSheetFile(arquivo, 'respostas.xlsx', async (rows) => {
          linhas.push(...rows.map(({ celulas }) => celulas));
        });
        const envio = { ...kobo, cabecalho: lida.cabecalho, linhas };
        return [rolesOf(envio), answersOf(envio), pairsOf(envio)].join(' · ');
      });
    },
  },
  {
    nome: 'Kobo: a segunda aba, de um grupo que se repete, é dita',
    fonte: KOBO_EXPORT,
    esperado: 'Só a aba "Pesquisa" foi lida. Também há dados em: "moradores" (de um grupo que se repete).',
    obtido: async () => {
      const bytes = await workbook([
        { nome: 'Pesquisa', linhas: [kobo.cabecalho, ...kobo.linhas] },
        {
          nome: 'moradores',
          linhas: [
            ['Nome', 'Idade', '_parent_index'],
            ['x', '3', '1'],
          ],
        },
      ]);
      return inFile(bytes, 'r.xlsx', async (arquivo) =>
        (await readSheetFile(arquivo, 'r.xlsx', async () => undefined)).avisos.join(' '),
      );
    },
  },
  {
    nome: 'Kobo: o que se lê melhor fica, e a outra coluna diz por quê',
    fonte: KOBO_MULTIPLA,
    esperado: 'P2 é lida nas colunas das opções. Nesta coluna: “Televisão e rádio” não é uma opção de P2.',
    obtido: () =>
      whyOf(
        {
          ...kobo,
          linhas: kobo.linhas.map((celulas) => celulas.with(5, 'Televisão e rádio')),
        },
        MEIOS,
      ),
  },
  {
    nome: 'Kobo: só a coluna junta, com os rótulos separados por espaço',
    fonte: KOBO_MULTIPLA,
    esperado: 'P2 Televisão + Rádio local | P2 Jornal impresso + Redes sociais',
    obtido: () =>
      answersOf(sheet({ _uuid: UUIDS, [MEIOS]: ['Televisão Rádio local', 'Jornal impresso Redes sociais'] })),
  },
  {
    nome: 'Kobo: valores e cabeçalhos XML, com grupos, de um XLSForm',
    fonte: KOBO_EXPORT,
    esperado: 'P1 Bom; P2 Televisão + Rádio local; P3 3 | P1 Ruim; P2 Redes sociais; P3 2',
    obtido: () =>
      answersOf(
        sheet(
          {
            'bloco_a/avaliacao': ['bom', 'ruim'],
            'bloco_a/meios': ['tv radio', 'redes'],
            'bloco_a/meios/tv': ['1', '0'],
            'bloco_a/meios/radio': ['1', '0'],
            'bloco_a/meios/jornal': ['0', '0'],
            'bloco_a/meios/redes': ['0', '1'],
            'bloco_a/casa/moradores': ['3', '2'],
            _uuid: UUIDS,
          },
          { perguntas: questionario(true) },
        ),
      ),
  },
  {
    nome: 'Kobo: grupos diante do texto da pergunta',
    fonte: KOBO_EXPORT,
    esperado: 'P1 Bom; P2 Televisão; P3 3 | P1 Ruim; P2 Redes sociais; P3 2',
    obtido: () =>
      answersOf(
        sheet({
          'Bloco A/Como o(a) senhor(a) avalia o atendimento da prefeitura?': ['Bom', 'Ruim'],
          [`Bloco A/${MEIOS}/Televisão`]: ['1', '0'],
          [`Bloco A/${MEIOS}/Rádio local`]: ['0', '0'],
          [`Bloco A/${MEIOS}/Jornal impresso`]: ['0', '0'],
          [`Bloco A/${MEIOS}/Redes sociais`]: ['0', '1'],
          'Casa/Quantas pessoas moram na sua casa?': ['3', '2'],
          _uuid: UUIDS,
        }),
      ),
  },
  {
    nome: 'Kobo: sem coluna de arquivo, a pasta tem o _uuid',
    fonte: KOBO_URL,
    esperado: 'identificador=_uuid · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          { _id: ['4001', '4002'], _uuid: UUIDS, 'Quantas pessoas moram na sua casa?': ['3', '2'] },
          { gravacoes: UUIDS.map((uuid) => `campo/attachments/aa/${uuid}/audio.m4a`) },
        ),
      ),
  },
  {
    nome: 'Kobo: o questionário tem número seu, e a pasta tem o _uuid',
    fonte: KOBO_URL,
    esperado: 'identificador=Nº do questionário · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          { 'Nº do questionário': ['0107', '0108'], _uuid: UUIDS },
          { gravacoes: UUIDS.map((uuid) => `campo/attachments/aa/${uuid}/audio.m4a`) },
        ),
      ),
  },
  {
    nome: 'Kobo: todas as gravações têm um nome só, o endereço as distingue',
    fonte: KOBO_URL,
    esperado: 'arquivo=Áudio_URL identificador=_uuid · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          {
            Áudio: ['audio.m4a', 'audio.m4a'],
            Áudio_URL: UUIDS.map(
              (uuid) =>
                `https://kc.exemplo.org/media/original?media_file=campo/attachments/aa/${uuid}/audio.m4a`,
            ),
            _uuid: UUIDS,
          },
          { gravacoes: UUIDS.map((uuid) => `campo/attachments/aa/${uuid}/audio.m4a`) },
        ),
      ),
  },
  {
    nome: 'Kobo: audit.csv ao lado de cada gravação não é gravação que falhou',
    fonte: KOBO_AUDIT,
    esperado: 'audit.csv não; audio.m4a sim; notas.csv sim',
    obtido: () =>
      [`a/${A}/audit.csv`, `a/${A}/audio.m4a`, `a/${A}/notas.csv`]
        .map((nome) => `${nome.split('/').at(-1)} ${shown(nome) ? 'sim' : 'não'}`)
        .join('; '),
  },
  {
    nome: 'Kobo: uma conta em todas as linhas não é o entrevistador',
    fonte: KOBO_EXPORT,
    esperado: 'Todas as linhas têm a mesma conta (“campo”), que não identifica o entrevistador.',
    obtido: () => whyOf(kobo, '_submitted_by'),
  },
];

const casosOdk: Caso[] = [
  {
    nome: 'ODK Central: grupos com hífen, seleção separada, KEY e meta-instanceID',
    fonte: CENTRAL,
    esperado:
      'data=start identificador=KEY · P1 Bom; P2 Televisão + Rádio local; P3 3 | P1 Ruim; P2 Redes sociais; P3 2',
    obtido: () => {
      const envio = sheet(
        {
          SubmissionDate: ['2026-11-20T12:30:00.000Z', '2026-11-20T13:30:00.000Z'],
          start: ['2026-11-20T09:10:05.120-03:00', '2026-11-20T10:10:05.120-03:00'],
          'bloco-avaliacao': ['bom', 'ruim'],
          'bloco-meios': ['tv radio', 'redes'],
          'bloco-meios/tv': ['1', '0'],
          'bloco-meios/radio': ['1', '0'],
          'bloco-meios/jornal': ['0', '0'],
          'bloco-meios/redes': ['0', '1'],
          'casa-moradores': ['3', '2'],
          'meta-instanceID': UUIDS.map((uuid) => `uuid:${uuid}`),
          KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
          Status: ['', ''],
          Edits: ['0', '0'],
        },
        { perguntas: questionario(true) },
      );
      return `${rolesOf(envio)} · ${answersOf(envio)}`;
    },
  },
  {
    nome: 'ODK Central: quem enviou, onde são mais de um',
    fonte: CENTRAL_ENVIO,
    esperado: 'data=SubmissionDate entrevistador=SubmitterName identificador=KEY',
    obtido: () =>
      rolesOf(
        sheet({
          KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
          SubmitterID: ['5', '6'],
          SubmitterName: ['Ana', 'Bruno'],
          DeviceID: ['collect:1', 'collect:2'],
          FormVersion: ['1', '1'],
          SubmissionDate: ['2026-11-20T12:30:00.000Z', '2026-11-20T13:30:00.000Z'],
        }),
      ),
  },
  {
    nome: 'ODK Central: o momento do envio é de Greenwich',
    fonte: CENTRAL,
    esperado: '2026-11-20T01:30:00.000Z instante',
    obtido: () => {
      const moment = momentOf('2026-11-20T01:30:00.000Z');
      return `${moment?.em.toISOString()} ${moment?.precisao}`;
    },
  },
  {
    nome: 'ODK Central: a gravação na pasta media, pelo nome na coluna',
    fonte: CENTRAL_ZIP,
    esperado: 'arquivo=audio data=SubmissionDate identificador=KEY · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          {
            audio: ['1763631005120.m4a', '1763634605120.m4a'],
            KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
            SubmissionDate: ['2026-11-20T12:30:00.000Z', '2026-11-20T13:30:00.000Z'],
          },
          { gravacoes: ['media/1763631005120.m4a', 'media/1763634605120.m4a'] },
        ),
      ),
  },
  {
    nome: 'ODK Central: a planilha do grupo que se repete não é a das entrevistas',
    fonte: CENTRAL,
    esperado: 'linhas_de_grupo impede',
    obtido: () => {
      const perguntas = questionario(true);
      const { colunas } = alignedOf(
        sheet(
          {
            moradores: ['3', '2'],
            PARENT_KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
            KEY: UUIDS.map((uuid) => `uuid:${uuid}/casa[1]`),
          },
          { perguntas },
        ),
      );
      const [alerta] = warningsOf({ apresentacao: 'x', perguntas }, colunas).filter(
        ({ tipo }) => tipo === 'linhas_de_grupo',
      );
      return `${alerta?.tipo} ${alerta?.gravidade}`;
    },
  },
  {
    nome: 'ODK Central: o registro de eventos do formulário não é gravação',
    fonte: CENTRAL_ZIP,
    esperado: 'não não',
    obtido: () =>
      ['pesquisa - audit.csv', 'submission.xml'].map((nome) => (shown(nome) ? 'sim' : 'não')).join(' '),
  },
];

const casosScto: Caso[] = [
  {
    nome: 'SurveyCTO: junta e em colunas com código, negativo entre eles',
    fonte: SCTO,
    esperado: 'P2 Televisão + Rádio local | P2 Não sabe',
    obtido: () =>
      answersOf(
        sheet(
          {
            KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
            instanceID: UUIDS.map((uuid) => `uuid:${uuid}`),
            formdef_version: ['2610', '2610'],
            p2: ['1 2', '-99'],
            p2_1: ['1', '0'],
            p2_2: ['1', '0'],
            p2__99: ['0', '1'],
          },
          {
            perguntas: [
              pergunta('P2', MEIOS, {
                tipo: 'multipla',
                opcoes: [...opcoesDeMeios().slice(0, 2), opcao('Não sabe', -99, { especial: 'nao_sabe' })],
              }),
            ],
          },
        ),
      ),
  },
  {
    nome: 'Survey Solutions: uma coluna por código, atrás de dois traços',
    fonte: 'surveysolutions/surveysolutions, issue 1684 (varname__CODE)',
    esperado: 'P2 Televisão + Rádio local | P2 Redes sociais',
    obtido: () =>
      answersOf(
        sheet({
          interview__key: ['12-34', '56-78'],
          P2__1: ['1', '0'],
          P2__2: ['1', '0'],
          P2__3: ['0', '0'],
          P2__4: ['0', '1'],
        }),
      ),
  },
  {
    nome: 'SurveyCTO: o telefone do aparelho não é o do entrevistado',
    fonte: SCTO,
    esperado:
      'entrevistador=username identificador=KEY · É do aparelho do entrevistador, não do entrevistado.',
    obtido: () => {
      const envio = sheet({
        KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
        formdef_version: ['2610', '2610'],
        devicephonenum: ['11969742319', '11947168701'],
        username: ['ana', 'bruno'],
      });
      return `${rolesOf(envio)} · ${whyOf(envio, 'devicephonenum')}`;
    },
  },
  {
    nome: 'SurveyCTO: gravação da auditoria em media\\AA_…',
    fonte: SCTO_AUDIO,
    esperado: 'arquivo=audio_audit identificador=KEY · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          {
            KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
            formdef_version: ['2610', '2610'],
            audio_audit: UUIDS.map((uuid) => `media\\AA_${uuid}_inicio.m4a`),
          },
          { gravacoes: UUIDS.map((uuid) => `media/AA_${uuid}_inicio.m4a`) },
        ),
      ),
  },
  {
    nome: 'SurveyCTO: gravação dita por um endereço com parâmetros',
    fonte: SCTO_AUDIO,
    esperado: 'arquivo=audio_audit identificador=KEY · 2 de 2',
    obtido: () =>
      rolesAndPairs(
        sheet(
          {
            KEY: UUIDS.map((uuid) => `uuid:${uuid}`),
            formdef_version: ['2610', '2610'],
            audio_audit: UUIDS.map(
              (uuid) =>
                `https://exemplo.surveycto.com/view/submission-attachment/AA_${uuid.slice(0, 8)}.m4a?uuid=uuid%3A${uuid}`,
            ),
          },
          { gravacoes: UUIDS.map((uuid) => `media/AA_${uuid.slice(0, 8)}.m4a`) },
        ),
      ),
  },
  {
    nome: 'SurveyCTO: datas em inglês',
    fonte: SCTO,
    esperado: '2026-11-20T12:10:00.000Z 2026-11-21T00:10:00.000Z',
    obtido: () =>
      ['Nov 20, 2026 9:10:05 AM', 'Nov 20, 2026 9:10:05 PM']
        .map((cell) => momentOf(cell)?.em.toISOString())
        .join(' '),
  },
];

const casosLime: Caso[] = [
  {
    nome: 'LimeSurvey: códigos, uma coluna por subquestão e a de outro',
    fonte: LIME,
    esperado: 'P2 Televisão + Redes sociais | P2 Rádio local + Outro. Qual? + Vizinhos',
    obtido: () =>
      answersOf(
        sheet({
          id: ['1', '2'],
          submitdate: ['2026-11-20 09:10:05', '2026-11-20 10:10:05'],
          startlanguage: ['pt-BR', 'pt-BR'],
          'P2[SQ001]': ['Y', ''],
          'P2[SQ002]': ['', 'Y'],
          'P2[SQ003]': ['', ''],
          'P2[SQ004]': ['Y', ''],
          'P2[other]': ['', 'Vizinhos'],
        }),
      ),
  },
  {
    nome: 'LimeSurvey: texto da pergunta e da subquestão',
    fonte: LIME,
    esperado: 'P1 Bom; P2 Televisão | P1 Ruim; P2 Jornal impresso',
    obtido: () =>
      answersOf(
        sheet({
          'ID da resposta': ['1', '2'],
          'Como o(a) senhor(a) avalia o atendimento da prefeitura?': ['Bom', 'Ruim'],
          [`${MEIOS} [Televisão]`]: ['Sim', 'Não'],
          [`${MEIOS} [Rádio local]`]: ['Não', 'Não'],
          [`${MEIOS} [Jornal impresso]`]: ['Não', 'Sim'],
          [`${MEIOS} [Redes sociais]`]: ['Não', 'Não'],
        }),
      ),
  },
  {
    nome: 'LimeSurvey: código e texto, a subquestão com outro número que o da opção',
    fonte: LIME,
    esperado: 'P2 Rádio local | P2 Televisão',
    obtido: () =>
      answersOf(
        sheet({
          'id. ID da resposta': ['1', '2'],
          'submitdate. Data de envio': ['2026-11-20 09:10:05', '2026-11-20 10:10:05'],
          [`P2[SQ003]. ${MEIOS} [Televisão]`]: ['', 'Y'],
          [`P2[SQ001]. ${MEIOS} [Rádio local]`]: ['Y', ''],
        }),
      ),
  },
  {
    nome: 'LimeSurvey: escolha com outro, o texto em coluna própria',
    fonte: LIME,
    esperado: 'P1 Sim | P1 Outro + Às vezes',
    obtido: () =>
      answersOf(
        sheet(
          { id: ['1', '2'], lastpage: ['1', '1'], P1: ['Sim', '-oth-'], 'P1[other]': ['', 'Às vezes'] },
          {
            perguntas: [
              pergunta('P1', 'Usa o posto?', {
                opcoes: [opcao('Sim', 1), opcao('Não', 2), opcao('Outro', 3, { especial: 'outro' })],
              }),
            ],
          },
        ),
      ),
  },
  {
    nome: 'LimeSurvey: comentário de subquestão não é resposta',
    fonte: LIME,
    esperado: 'P2 Televisão | P2 Rádio local · A coluna acompanha P2, mas não contém a resposta.',
    obtido: () => {
      const envio = sheet({
        id: ['1', '2'],
        lastpage: ['1', '1'],
        'P2[SQ001]': ['Y', ''],
        'P2[SQ001comment]': ['todo dia', ''],
        'P2[SQ002]': ['', 'Y'],
      });
      return `${answersOf(envio)} · ${whyOf(envio, 'P2[SQ001comment]')}`;
    },
  },
  {
    nome: 'LimeSurvey: envio sem data marcada não vira 1980',
    fonte: LIME,
    esperado: 'nenhuma',
    obtido: () => momentOf('1980-01-01 00:00:00')?.em.toISOString() ?? 'nenhuma',
  },
];

const MARCAS = pergunta('P2', 'Quais marcas conhece?', {
  tipo: 'multipla',
  opcoes: [opcao('Alfa', 1), opcao('Beta', 2), opcao('Gama', 3), opcao('Outra', 4, { especial: 'outro' })],
});
const MENCOES = 'IBM, SPSS Statistics: Multiple Response (multiple category variables)';

const casosMencoes: Caso[] = [
  {
    nome: 'uma coluna por menção, com códigos',
    fonte: MENCOES,
    esperado: 'P2 Alfa + Gama | P2 Beta',
    obtido: () =>
      answersOf({
        perguntas: [MARCAS],
        cabecalho: ['P2 - 1ª menção', 'P2 - 2ª menção', 'P2 - 3ª menção'],
        linhas: [
          ['1', '3', ''],
          ['2', '', ''],
        ],
      }),
  },
  {
    nome: 'uma coluna por menção, pelo texto da pergunta, e a de outra ao lado',
    fonte: MENCOES,
    esperado: 'P2 Alfa + Gama | P2 Beta + Outra + Delta',
    obtido: () =>
      answersOf({
        perguntas: [MARCAS],
        cabecalho: ['Quais marcas conhece? (1ª menção)', 'Quais marcas conhece? (2ª menção)', 'P2 outra'],
        linhas: [
          ['Alfa', 'Gama', ''],
          ['Beta', 'Outra', 'Delta'],
        ],
      }),
  },
  {
    nome: 'LimeSurvey: a coluna de comentário de outra não é a resposta',
    fonte: LIME,
    esperado: 'P2 Alfa | P2 Beta + Outra + Delta',
    obtido: () =>
      answersOf({
        perguntas: [MARCAS],
        cabecalho: [
          'id',
          'submitdate',
          'P2[SQ001]',
          'P2[SQ002]',
          'P2[SQ003]',
          'P2[other]',
          'P2[othercomment]',
        ],
        linhas: [
          ['1', '2026-01-01', 'Y', '', '', '', ''],
          ['2', '2026-01-01', '', 'Y', '', 'Delta', 'boa'],
        ],
      }),
  },
  {
    nome: 'Kobo: a aba das entrevistas é lida, ainda que a do grupo venha antes',
    fonte: KOBO_EXPORT,
    esperado: 'Só a aba "Pesquisa" foi lida. Também há dados em: "moradores" (de um grupo que se repete).',
    obtido: async () => {
      const bytes = await workbook([
        {
          nome: 'moradores',
          linhas: [
            ['Nome', 'Idade', '_parent_index'],
            ['x', '3', '1'],
          ],
        },
        { nome: 'Pesquisa', linhas: [kobo.cabecalho, ...kobo.linhas] },
      ]);
      return inFile(bytes, 'r.xlsx', async (arquivo) =>
        (await readSheetFile(arquivo, 'r.xlsx', async () => undefined)).avisos.join(' '),
      );
    },
  },
];

export const PESQUISAS: CasosDoTipo = {
  tipo: 'planilha de pesquisa',
  casos: [...casosKobo, ...casosOdk, ...casosScto, ...casosLime, ...casosMencoes],
};
