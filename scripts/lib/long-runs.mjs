// The runs of npm run test:longo, each by name, and their short forms in npm test.
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Makes a run that executes test files completely, with ESCUTA_TESTES_LONGOS=1 (tests/support/longo.ts). Its short form
 * executes the same files without this variable, except *.longo.test.ts. `only`: only the tests with these names.
 */
const inFull = (projects, files, only) => ({
  command: [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...[projects].flat().flatMap((project) => ['--project', project]),
    ...[files].flat(),
    '--reporter=default',
    ...(only ? ['-t', only] : []),
  ],
  env: { ESCUTA_TESTES_LONGOS: '1' },
  files: [files].flat(),
  only,
  short: [files].flat().filter((file) => !file.includes('.longo.')),
});
const inE2e = (...names) =>
  inFull(
    'e2e',
    names.map((name) => `tests/e2e/${name}.test.ts`),
  );
const inIntegration = (...names) =>
  inFull(
    'integration',
    names.map((name) => `tests/integration/${name}.test.ts`),
  );
const faults = (...scenarios) => ({
  command: [join(ROOT, 'scripts/faults.mjs'), ...scenarios.flatMap((name) => ['--cenario', name])],
  env: {},
  files: [],
});

/**
 * `what`: shown to people; `files`: test files that run completely; `short`: their short form in npm test.
 * @type {Record<string, { what: string, command: string[], env: Record<string, string>, files: string[], only?: string,
 * short: string[] }>}
 */
export const RUNS = {
  'telas-entrevistas': {
    what: 'no navegador, o que as telas de pesquisas, mapa, campo, sinais e arquivos fazem além do seu caminho principal',
    ...inE2e(
      ...[
        'arquivos.longo',
        'campo.longo',
        'entrevista-auditada.longo',
        'mapa',
        'pesquisas.longo',
        'projetos.longo',
      ],
    ),
    short: ['entrevista-em-campo', 'mapa', 'ways-in'].map((name) => `tests/e2e/${name}.test.ts`),
  },
  'telas-ligacoes': {
    what: 'no navegador, o que as telas de ligações fazem além do seu caminho principal',
    ...inE2e(
      ...[
        'call-analysis',
        'direct-sound.longo',
        'erasure.longo',
        'exemplo.longo',
        'hearing.longo',
        'importacao',
        'lote.longo',
      ],
      ...['print.longo', 'revisao', 'run-again.longo', 'tarefas.longo', 'voices.longo', 'work-sheet.longo'],
    ),
    short: ['call-analysis', 'dashboard', 'revisao', 'ways-in'].map((name) => `tests/e2e/${name}.test.ts`),
  },
  'telas-todas': {
    what: 'no navegador, o que listas, formulários, menus e a navegação cumprem em qualquer tela',
    ...inE2e(
      ...['company', 'creditos', 'dashboard', 'formularios', 'lists.longo', 'loading.longo'],
      ...['navigation.longo', 'palette.longo', 'roles', 'touch.longo'],
    ),
  },
  entrevistas: {
    what: 'entrevistas, confronto, sinais, verificações e campo: os casos além dos principais de cada regra',
    ...inIntegration(
      ...[
        'campo',
        'confrontos',
        'entrevistas',
        'envios',
        'exportacao',
        'interview-confront',
        'interview-credits',
      ],
      ...[
        'interview-freeze',
        'interview-voices',
        'montagem',
        'pipeline-resilience',
        'questionarios',
        'sinais',
      ],
      ...['survey-results', 'verificacoes', 'voices'],
    ),
  },
  ligacoes: {
    what: 'ligações, lotes, importações, busca, relatórios e exportações: os casos além dos principais de cada regra',
    ...inIntegration(
      ...['agentes', 'busca', 'chamadas-rollups', 'erasure', 'gravacoes', 'importacao'],
      ...['list-pages', 'lotes', 'microdados', 'regras', 'relatorios', 'second-chance'],
    ),
  },
  semana: {
    what: 'a semana de um instituto: questionário do Word, 60 entrevistas com e sem internet, um fraudador, auditoria, verificação, consequências e dossiê',
    ...inIntegration('semana'),
  },
  vida: {
    what: 'todos os pares de atos de duas pessoas sobre um item e sobre uma entrevista, em cada estado deles',
    ...inIntegration('item-life', 'interview-life'),
  },
  preparo: {
    what: 'a auditoria que começa por arquivos: os casos além dos principais, e um worker morto também no meio das entrevistas',
    ...inIntegration(
      ...['portal-api', 'portal-criar', 'portal-form', 'portal-kill', 'portal-ler', 'portal-second-time'],
    ),
  },
  operacao: {
    what: 'tarefas, filas, vários processos, servidores parados e partidas recusadas: os casos além dos principais',
    ...inIntegration(
      ...[
        'connections',
        'disk-full',
        'fairness',
        'kubernetes',
        'priority',
        'provider-outage',
        'redis-sentinels',
        'several-processes',
      ],
      ...['standing-still', 'start-refusal', 'tasks', 'tasks-kill'],
    ),
  },
  'linhas-estranhas': {
    what: 'cada coisa estranha em cada coluna JSON: toda leitura responde como antes',
    ...inIntegration('odd-rows'),
  },
  migracoes: {
    what: 'migrações que já foram feitas, cada uma sobre as linhas que encontra',
    ...inIntegration('sheet-times-migration.longo'),
    short: [
      'tests/integration/baseline.test.ts',
      'tests/integration/upgrade.test.ts',
      'tests/integration/migrated-rows.test.ts',
    ],
  },
  exemplo: {
    what: 'o exemplo dos primeiros passos e a pesquisa da demonstração são o que uma execução das mesmas gravações encontra',
    ...inIntegration('example-recorded.longo', 'demo-survey.longo'),
    short: ['tests/integration/example.test.ts', 'tests/e2e/dashboard.test.ts'],
  },
  'valores-hostis': {
    what: 'cada valor hostil em cada campo de cada contrato, por cada tipo de quem chama',
    ...inFull('integration', 'tests/access/hostile-values.test.ts'),
  },
  acessos: {
    what: 'cada token que não é nosso, e uma conta desativada na hora, em cada contrato',
    ...inFull('integration', 'tests/access/every-contract.test.ts'),
  },
  som: {
    what: 'o motor de som em cada gravação de exemplo, formato e nome de arquivo, a espera em cada música, codec e ruído, e a amostra inteira pelo worker',
    ...inIntegration('audio-engine', 'hold-music', 'pipeline-samples'),
  },
  'importacao-quedas': {
    what: 'um worker morto em sete pontos ao acaso de uma importação de 21.000 linhas',
    ...inFull('integration', 'tests/integration/importacao-kill.test.ts'),
  },
  'lote-quedas': {
    what: 'workers mortos em sete pontos ao acaso de um lote de 42 ligações: itens = execuções = capturas',
    ...inFull('integration', 'tests/integration/tasks-kill.test.ts', 'a batch whose worker dies'),
  },
  'exportacao-quedas': {
    what: 'workers mortos em sete pontos ao acaso de exportações de 100.000 linhas em cada formato: o mesmo arquivo',
    ...inFull('integration', 'tests/integration/tasks-kill.test.ts', 'an export whose worker dies'),
  },
  quedas: {
    what: 'workers mortos e congelados em cada etapa e no meio de uma tarefa, com 200 ligações e entrevistas',
    ...faults('worker-*'),
    short: ['tests/integration/pipeline-resilience.test.ts', 'tests/integration/tasks-kill.test.ts'],
  },
  falhas: {
    what: 'PostgreSQL, Redis, provedor e armazenamento parados e mortos, com 200 ligações e entrevistas',
    ...faults('postgres-*', 'redis-*', 'provedor-*', 'item-*', 'armazenamento'),
    short: [
      'tests/integration/provider-outage.test.ts',
      'tests/integration/standing-still.test.ts',
      'tests/integration/interview-freeze.test.ts',
    ],
  },
  campo: {
    what: 'um celular derrubado em 200 momentos de uma entrevista: o registro do servidor é o do aparelho',
    ...inFull('e2e', 'tests/e2e/entrevista-em-campo.test.ts'),
    short: ['tests/e2e/entrevista-em-campo.test.ts', 'web/src/field/sync/sync-interview.test.ts'],
  },
  portal: {
    what: 'um arquivo de 500 MB com 1.000 gravações lido por um worker que morre no meio: memória, e nada duas vezes',
    ...inIntegration('portal-escala.longo'),
    short: ['tests/integration/portal-ler.test.ts', 'tests/integration/portal-kill.test.ts'],
  },
  gravacoes: {
    what: '1.000 gravações em lote, 500 MB: envio cortado, memória, workers mortos lendo e anexando',
    ...inFull('integration', 'tests/integration/gravacoes-kill.test.ts'),
  },
  'ia-de-demonstracao': {
    what: 'a IA de demonstração conhece também uma entrevista por um microfone só',
    ...inFull('unit', 'demo-ai/src/server.test.ts'),
  },
  leitura: {
    what: 'arquivos de gravações em cada formato, lidos uma gravação por vez; perguntas achadas com 0 a 20 % das palavras mal ouvidas',
    ...inFull('unit', [
      'worker/src/reading/archive/archive.test.ts',
      'shared/src/domain/interview/comparison/alignment.test.ts',
    ]),
  },
  casos: {
    what: 'todos os casos de npm run casos: o que programas do ramo gravam de verdade, e o que o produto entende',
    ...inFull('unit', 'scripts/casos/casos.test.ts'),
  },
  verdade: {
    what: 'o confronto de entrevistas inventadas cuja verdade é conhecida, com 0 a 20 % das palavras mal ouvidas, e a estrada até ele: questionários e planilhas de muitos estilos pelo portal',
    ...inFull('unit', ['scripts/verdade/verdade.test.ts', 'scripts/verdade/road/road.test.ts']),
  },
  intervalos: {
    what: 'quantas vezes os intervalos de 95 % contêm o que se procura: médias, partes, taxas por entrevista e kappa, de 10 a 1.000',
    ...inFull('unit', 'shared/src/domain/intervals/coverage.test.ts'),
  },
  sinais: {
    what: 'sinais de 40 pesquisas de 300 entrevistas honestas, das mesmas com cinco que inventam, e de 9.000 entrevistas com hábitos',
    ...inFull('unit', 'shared/src/domain/interview/signals/survey-signals.test.ts'),
  },
  'verdade-som': {
    what: 'npm run verdade, com doze entrevistas faladas diante de um microfone: quem falou cada trecho',
    command: [
      join(ROOT, 'scripts/run.mjs'),
      'scripts/verdade-command.ts',
      '--som',
      '--sem-demo',
      '--sem-estrada',
    ],
    env: {},
    files: [],
    short: [
      'shared/src/domain/interview/confront/voice-roles.test.ts',
      'worker/src/audio/voice-features.test.ts',
    ],
  },
};
