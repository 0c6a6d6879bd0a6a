// Runs that only people start, in parts of at most 80 min: long runs, rollout, Helm chart, unused code, Node versions.
import { join } from 'node:path';
import { RUNS } from './long-runs.mjs';
import { ROOT } from './paths.mjs';

const OTHERS = {
  rollout: {
    what: 'da versão mais antiga que se atualiza a esta, sob carga: migrações, depois um processo por vez',
    command: [join(ROOT, 'scripts/distribuido.mjs'), 'rollout', '--itens', '120'],
    env: {},
  },
  sobras: {
    what: 'arquivos, exportações e dependências que nada usa, e dependências que ninguém declara',
    command: [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress'],
    env: {},
  },
  chart: {
    what: 'o chart do Helm com cada conjunto de valores, contra os esquemas do Kubernetes',
    command: [join(ROOT, 'scripts/chart.mjs')],
    env: {},
  },
  'node-22': {
    what: 'npm test inteiro com o Node 22',
    command: [join(ROOT, 'scripts/other-node.mjs'), '22'],
    env: {},
  },
  'node-24': {
    what: 'npm test inteiro com o Node 24, o das imagens',
    command: [join(ROOT, 'scripts/other-node.mjs'), '24'],
    env: {},
  },
};

/** Each run by name, with its purpose and command. */
export const NIGHT_RUNS = { ...RUNS, ...OTHERS };

/** Longest duration of a part of the nightly runs, minutes. */
export const PART_MINUTES = 80;

/**
 * The runs of each part, by name, with their minutes on two idle cores, rounded up. `npm run noite` prints actual
 * minutes: a run that takes longer moves to a part with room.
 */
export const PARTS = [
  {
    falhas: 14,
    'telas-entrevistas': 10,
    'telas-todas': 8,
    'valores-hostis': 6,
    entrevistas: 6,
    preparo: 6,
    gravacoes: 5,
    portal: 5,
    'verdade-som': 4,
    semana: 3,
    leitura: 3,
    'lote-quedas': 2,
    acessos: 2,
    migracoes: 1,
    exemplo: 1,
    chart: 1,
    sobras: 1,
  },
  {
    quedas: 12,
    'telas-ligacoes': 10,
    campo: 7,
    rollout: 6,
    ligacoes: 6,
    vida: 6,
    operacao: 6,
    som: 5,
    'exportacao-quedas': 4,
    'linhas-estranhas': 4,
    verdade: 3,
    sinais: 3,
    'importacao-quedas': 3,
    intervalos: 2,
    casos: 1,
    'ia-de-demonstracao': 1,
  },
  { 'node-22': 11, 'node-24': 11 },
];
