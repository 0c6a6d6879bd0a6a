// The answer of each `npm run` script to `--help`, before it installs, starts or changes anything.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Usage of the scripts, by name: `sobre` says what the script does; if it takes arguments, `uso` shows them after the
 * command, and `opcoes` explains them.
 */
export const USAGE = {
  start: {
    uso: '[--tempos]',
    sobre: 'Sobe o produto inteiro nesta máquina. Ctrl+C encerra.',
    opcoes: { '--tempos': 'mostra, no fim, quanto cada etapa levou' },
  },
  test: {
    uso: '[trecho …]',
    sobre: 'Confere estilo e tipos e roda todos os testes.',
    opcoes: { trecho: 'só os arquivos de teste com este trecho no caminho' },
  },
  'test:chart': {
    uso: '[trecho …]',
    sobre: 'Confere o chart do Helm, sem cluster.',
    opcoes: { trecho: 'só os arquivos de teste com este trecho no caminho' },
  },
  'test:faults': {
    uso: '[--cenario nome …] [--itens n]',
    sobre: 'Derruba banco, Redis, provedor, armazenamento e workers durante o processamento.',
    opcoes: {
      '--cenario nome': 'só estes cenários; “worker-*” são todos com este começo',
      '--itens n': 'ligações por cenário, no lugar de 200',
    },
  },
  'test:distribuido': {
    uso: '[camada …] [--itens n] [--de commit]',
    sobre: 'Vários processos atrás do HAProxy, enquanto servidores caem.',
    opcoes: {
      camada: 'só estas camadas',
      '--itens n': 'ligações por camada, no lugar de 500',
      '--de commit': 'versão anterior à atualização',
    },
  },
  'test:longo': {
    uso: '[rodada …]',
    sobre: 'As rodadas longas, que o npm test faz só em parte.',
    opcoes: { rodada: 'só estas rodadas; um nome desconhecido lista todas' },
  },
  'test:repetir': {
    uso: '[trecho …] [--vezes n] [--sem-carga]',
    sobre: 'Repete os testes para achar os que dependem do momento.',
    opcoes: {
      trecho: 'só os arquivos de teste com este trecho no caminho',
      '--vezes n': 'vezes de cada arquivo',
      '--sem-carga': 'não ocupa os núcleos',
    },
  },
  noite: {
    uso: '[1 | 2 | 3 | rodada …] [--de-novo]',
    sobre: 'Todas as rodadas longas e o npm test em duas versões do Node.',
    opcoes: {
      '1, 2, 3': 'só esta parte',
      rodada: 'só estas rodadas',
      '--de-novo': 'repete também as que já passaram nestas fontes',
    },
  },
  bench: {
    uso: '[parte …]',
    sobre: 'Mede as promessas de desempenho, em servidores só para a medida.',
    opcoes: { parte: 'só estas partes, como listas, telas, relatorios' },
  },
  seed: {
    uso: 'demo | vazio | volume',
    sobre: 'Preenche o banco com um cenário.',
    opcoes: {},
  },
  onde: {
    uso: 'id',
    sobre: 'Mostra em que fila uma entrevista está, desde quando e por quê.',
    opcoes: { id: 'identificador da entrevista ou do item' },
  },
  doctor: {
    uso: '[--json]',
    sobre: 'Examina a instalação e diz como consertar cada falha.',
    opcoes: { '--json': 'responde em JSON' },
  },
  backup: {
    uso: '--para destino',
    sobre: 'Copia banco e gravações.',
    opcoes: { '--para destino': 'pasta ou arquivo .tar' },
  },
  restore: {
    uso: '--de origem [--substituir]',
    sobre: 'Restaura uma cópia do npm run backup.',
    opcoes: {
      '--de origem': 'pasta ou arquivo .tar',
      '--substituir': 'apaga os dados atuais, depois de perguntar',
    },
  },
  alinhar: {
    uso: '[--mover] [--apagar-quarentena]',
    sobre: 'Compara o banco com o armazenamento de gravações.',
    opcoes: {
      '--mover': 'move para a quarentena os arquivos sem registro',
      '--apagar-quarentena': 'apaga os arquivos da quarentena',
    },
  },
  reindex: {
    uso: '[--empresa id]',
    sobre: 'Pede a reconstrução do índice da busca.',
    opcoes: { '--empresa id': 'só desta empresa' },
  },
  telas: {
    uso: '[nome] [--site]',
    sobre:
      'Fotografa as telas a 1280 e 390 px, claras e escuras, na pasta telas/. Falha se uma página mostra erro.',
    opcoes: {
      nome: 'só as telas com este trecho no nome',
      '--site': 'as imagens da página inicial, da Documentação e do README (3 minutos)',
    },
  },
  verdade: {
    uso: '[--entrevistas n] [--semente n] [--erros] [--sem-demo] [--sem-som | --som] [--sem-estrada] [--provedor [modelo]]',
    sobre: 'Mede a auditoria de entrevistas em casos com a verdade conhecida.',
    opcoes: {
      '--entrevistas n': 'número de entrevistas, no lugar de 72',
      '--semente n': 'outro sorteio',
      '--erros': 'mostra cada resposta errada',
      '--sem-demo, --sem-som, --sem-estrada': 'deixa esta parte fora',
      '--som': 'falha se faltar o espeak-ng ou o ffmpeg',
      '--provedor [modelo]': 'mede também o provedor configurado, o que custa dinheiro',
    },
  },
  casos: {
    uso: '[texto …] [--so-errados]',
    sobre: 'Lê arquivos na forma exata em que os programas do ramo os gravam.',
    opcoes: {
      texto: 'só os casos com este texto no tipo, no nome ou na fonte',
      '--so-errados': 'mostra só os casos errados',
    },
  },
  textos: {
    uso: '[semente] [quantos]',
    sobre: 'Sorteia textos do produto para leitura.',
    opcoes: {
      semente: 'a mesma semente sorteia os mesmos textos',
      quantos: 'número de textos, no lugar de 300',
    },
  },
  vida: {
    uso: '[pares]',
    sobre: 'Mostra as tabelas de estados dos itens e das entrevistas.',
    opcoes: { pares: 'também cada par de atos de duas pessoas' },
  },
  medidas: {
    uso: '[--antes arquivo] [--gravar arquivo] [--commit c]',
    sobre: 'Mostra o tamanho das fontes por pacote.',
    opcoes: {
      '--antes arquivo': 'compara com as medidas deste arquivo',
      '--gravar arquivo': 'grava as medidas',
      '--commit c': 'mede um commit',
    },
  },
  somas: {
    uso: '[AAAAMMDDhhmmss]',
    sobre: 'Escreve a migração dos totais a partir de prisma/rollups/table.ts.',
    opcoes: { AAAAMMDDhhmmss: 'momento de uma migração nova; sem ele, reescreve a mais nova' },
  },
  openapi: { sobre: 'Escreve api/openapi.json.' },
  amostras: { sobre: 'Gera as gravações de samples/. Precisa do espeak-ng e do ffmpeg.' },
  registro: { sobre: 'Mostra o que cada operação deixa no registro de ações.' },
  instrucoes: { sobre: 'Escreve docs/dev/statements.tsv.' },
  desenho: { sobre: 'Escreve docs/dev/system.md.' },
};

/** npm's own names need no `run`. */
const commandOf = (name) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);

/** A script's usage in lines. */
export function usageText(name) {
  const { uso, sobre, opcoes = {} } = USAGE[name];
  const width = Math.max(0, ...Object.keys(opcoes).map((option) => option.length));
  const lines = Object.entries(opcoes).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`);
  return [
    `Uso: ${commandOf(name)}${uso ? ` -- ${uso}` : ''}`,
    sobre,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n');
}

/** Prints the script's usage and ends the process if its arguments ask for help. */
export function answerHelp(name, args = process.argv.slice(2)) {
  if (!(name in USAGE) || !args.some((arg) => arg === '--help' || arg === '-h')) return;
  console.log(usageText(name));
  process.exit(0);
}

/** Commands of package.json by name. */
const commands = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** Name of the script that runs a file through scripts/run.mjs; undefined for a file without one. */
export const scriptOf = (file) =>
  Object.entries(commands()).find(([, command]) => command === `node scripts/run.mjs ${file}`)?.[0];
