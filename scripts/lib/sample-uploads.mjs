// Uploads files through the API like an external client: four files of an audit, a sheet of calls.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tsImport } from 'tsx/esm/api';
import { UserError } from './console.mjs';
import { ROOT } from './paths.mjs';

const SAMPLES = join(ROOT, 'samples/entrevistas');
/** Interviews to upload: NAMED's row names its recording; UNNAMED's does not, so a person must choose the recording. */
const NAMED = 'entrevista-09';
const UNNAMED = 'entrevista-11';
const REFERENCE = 'entrevista-01';

const sample = (name) => readFile(join(SAMPLES, name));

/** The questionnaire as typed text. */
const questionnaire = ({ titulo, perguntas }) =>
  [
    titulo,
    ...perguntas.flatMap(({ codigo, texto, tipo, opcoes = [] }) => [
      '',
      `${codigo}. ${texto}${{ multipla: ' (RM)', escolha: ' (RU)' }[tipo] ?? ''}`,
      ...opcoes.map((opcao) => `( ) ${opcao.texto}`),
    ]),
  ].join('\n');

/**
 * The answers as a sheet, a row per interview.
 * @param {readonly { codigo: string }[]} perguntas
 * @param {readonly { nome: string, telefone: string, arquivo: string, passos: { codigo: string, digitada: string[] }[]
 * }[]} rows
 * @returns {string}
 */
export const answerSheet = (perguntas, rows) =>
  [
    ['ID', 'Nome', 'Telefone', 'Arquivo', ...perguntas.map(({ codigo }) => codigo)],
    ...rows.map(({ nome, telefone, arquivo, passos }, n) => [
      `Q00${n + 1}`,
      nome,
      telefone,
      arquivo,
      ...perguntas.map(
        ({ codigo }) => passos.find((one) => one.codigo === codigo)?.digitada.join(', ') ?? '',
      ),
    ]),
  ]
    .map((cells) => cells.join(';'))
    .join('\r\n');

async function sampleForm(projetoId) {
  const { zipOf } = await tsImport('../../tests/support/archives.ts', import.meta.url);
  const survey = JSON.parse(await sample('pesquisa.json'));
  const interview = async (slug, arquivo) => ({ ...JSON.parse(await sample(`${slug}.json`)), arquivo });
  const rows = [await interview(NAMED, `${NAMED}.mp3`), await interview(UNNAMED, '')];
  const zip = zipOf([
    { nome: `campo/${NAMED}.mp3`, dados: await sample(`${NAMED}.mp3`), metodo: 0 },
    { nome: 'campo/sem nome.mp3', dados: await sample(`${UNNAMED}.mp3`), metodo: 0 },
  ]);
  const form = new FormData();
  form.set('projeto_id', projetoId);
  form.set('observacoes', 'Segunda onda, bairros da zona norte');
  const file = (role, bytes, type, name) => form.set(role, new Blob([bytes], { type }), name);
  file('audio', await sample(`${REFERENCE}.mp3`), 'audio/mpeg', 'modelo.mp3');
  file('perguntas', questionnaire(survey), 'text/plain', 'questionario.txt');
  file('planilha_respostas', answerSheet(survey.perguntas, rows), 'text/csv', 'respostas.csv');
  file('zip_audios', zip, 'application/zip', 'gravacoes.zip');
  return form;
}

/**
 * Waits until the upload has been read.
 * @throws UserError if that fails, or takes too long
 */
async function untilRead(read, isRead, limitMs = 120_000) {
  for (const until = Date.now() + limitMs; ; await delay(250)) {
    const { estado, motivo } = await read();
    if (isRead(estado)) return;
    if (estado === 'falhou') throw new UserError(`O que foi enviado não pôde ser lido: ${motivo}`);
    if (Date.now() > until) throw new UserError(`O que foi enviado não foi lido a tempo (${estado}).`);
  }
}

/**
 * Prepares an audit from four files, without confirming it: nothing is charged.
 * @param {ReturnType<import('./api-client.mjs').apiClient>} ask client of the uploading person
 * @returns {Promise<string>} the prepared audit's id
 */
export async function prepareSample(ask, projetoId) {
  const { id } = await ask('POST', '/auditorias', await sampleForm(projetoId));
  await untilRead(
    () => ask('GET', `/auditorias/preparos/${id}`),
    (estado) => estado === 'pronto',
  );
  return id;
}

const CALLS = [
  'Telefone;Nome do cliente;Atendente;Data da ligação;Protocolo',
  '(11) 98877-1001;Marta Lins;Diego Prado;02/03/2026 10:15;A-1001',
  '(11) 98877-1002;Hélio Matos;Diego Prado;02/03/2026 10:42;A-1002',
  '11 9887;Sueli Braga;Paula Reis;02/03/2026 11:05;A-1003',
].join('\r\n');

/**
 * Uploads a sheet of calls, up to the confirmation of its columns.
 * @param {ReturnType<import('./api-client.mjs').apiClient>} ask client of the uploading person
 * @returns {Promise<string>} the import's id
 */
export async function importSample(ask, projetoId) {
  const [id, envioId] = [randomUUID(), randomUUID()];
  const bytes = Buffer.from(CALLS);
  await ask('POST', `/projetos/${projetoId}/importacoes`, {
    id,
    nome: 'ligacoes-marco.csv',
    tamanho: bytes.length,
  });
  await ask('POST', '/envios', { id: envioId, papel: 'importacao', importacao_id: id });
  await ask('PUT', `/envios/${envioId}/partes/1`, bytes, {
    'content-type': 'application/octet-stream',
    'x-parte-sha256': createHash('sha256').update(bytes).digest('hex'),
  });
  await ask('POST', `/envios/${envioId}/concluir`, { partes: 1 });
  await ask('POST', `/importacoes/${id}/ler`);
  await untilRead(
    () => ask('GET', `/importacoes/${id}`),
    (estado) => estado === 'mapear',
  );
  return id;
}
