// For tests of audits in the portal: sends an audit's four files in parts, and requests the worker's tasks on them.

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ColunaDoPreparoGravada,
  colunaDoPreparo,
  type EstadoPreparo,
  nadaContado,
  PAPEIS_ARQUIVO,
  type PapelArquivo,
  PREPARO_GUARDA_DIAS,
} from '@escuta/shared/domain/audit-preparation';
import { blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { noticesOf, warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { readStoredList } from '@escuta/shared/domain/text/stored';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { readFigures } from '@escuta/shared/services/portal/preparo-figures';
import { confirmPreparo } from '@escuta/shared/services/portal/preparos';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import { expect } from 'vitest';
import type { TestDeps } from './app.ts';
import { zipOf } from './archives.ts';

export type Arquivo = { nome: string; bytes: Buffer };

/** Makes a .wav file with a tone of `ms` (8 kHz, mono, 16 bits); tones of different `hz` have different bytes. */
export function wav(ms: number, hz = 440): Buffer {
  const samples = Math.round((8000 * ms) / 1000);
  const pcm = Buffer.alloc(samples * 2);
  for (let n = 0; n < samples; n += 1) {
    pcm.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * hz * n) / 8000)), n * 2);
  }
  return Buffer.concat([wavHeader(8000, pcm.length), pcm]);
}

export const QUESTOES = `Pesquisa de bairro

Apresentação: Bom dia, sou da Escuta Pesquisas. Podemos conversar?

1. O senhor mora neste bairro? (RU)
1 - Sim
2 - Não

2. Quantas pessoas moram na casa?

3. O que falta no bairro?
`;
export const CABECALHO = 'ID;Nome;Telefone;Entrevistador;Data;P1;P2;P3';

export const questionario = (text = QUESTOES): Arquivo => ({
  nome: 'questionario.txt',
  bytes: Buffer.from(text),
});
export const planilha = (linhas: readonly string[], cabecalho = CABECALHO): Arquivo => ({
  nome: 'respostas.csv',
  bytes: Buffer.from([cabecalho, ...linhas, ''].join('\r\n')),
});
export const arquivo = (entradas: readonly { nome: string; dados: Buffer }[]): Arquivo => ({
  nome: 'gravacoes.zip',
  bytes: zipOf(entradas),
});

/** Sends files in parts of `parte` bytes, as the API does, and requests their reading. @returns the preparation */
export async function sendPreparo(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  files: Record<PapelArquivo, Arquivo>,
  { automatico = false, autorId = null as string | null, parte = 1024 * 1024 } = {},
): Promise<{ id: string }> {
  const id = randomUUID();
  const { empresaId } = projeto;
  const expiraEm = new Date(Date.now() + PREPARO_GUARDA_DIAS * 86_400_000);
  await deps.prisma.auditoriaPreparo.create({
    data: { id, empresaId, projetoId: projeto.id, autorId, automatico, expiraEm },
  });
  for (const papel of PAPEIS_ARQUIVO) await sendFile(deps, { id, empresaId }, papel, files[papel], parte);
  await analyse(deps, { id, empresaId }, autorId);
  return { id };
}

/** Stores a file's parts as the API does. @returns the upload's id */
async function sendParts(
  deps: TestDeps,
  { id, empresaId }: { id: string; empresaId: string },
  papel: PapelArquivo,
  bytes: Buffer,
  parte = 1024 * 1024,
): Promise<string> {
  const envioId = randomUUID();
  const partes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += parte) partes.push(bytes.subarray(at, at + parte));
  await deps.prisma.envio.create({
    data: {
      id: envioId,
      empresaId,
      dono: 'preparo',
      donoId: id,
      papel,
      tipo: 'application/octet-stream',
      estado: 'concluido',
      tamanho: BigInt(bytes.length),
      partes: partes.length,
      expiraEm: new Date(Date.now() + 172_800_000),
    },
  });
  for (const [index, chunk] of partes.entries()) {
    const chave = `${empresaId}/envios/${envioId}/${randomUUID()}`;
    await deps.store.put(chave, Readable.from([chunk]), { contentType: 'application/octet-stream' });
    await deps.prisma.envioParte.create({
      data: {
        envioId,
        n: index + 1,
        empresaId,
        tamanho: chunk.length,
        sha256: createHash('sha256').update(chunk).digest('hex'),
        chaveObjeto: chave,
      },
    });
  }
  return envioId;
}

/** Replaces one of the preparation's files. */
export async function sendFile(
  deps: TestDeps,
  { id, empresaId }: { id: string; empresaId: string },
  papel: PapelArquivo,
  { nome, bytes }: Arquivo,
  parte = 1024 * 1024,
): Promise<void> {
  await deps.prisma.preparoArquivo.deleteMany({ where: { preparoId: id, papel } });
  await deps.prisma.envio.deleteMany({ where: { donoId: id, papel } });
  const envioId = await sendParts(deps, { id, empresaId }, papel, bytes, parte);
  await deps.prisma.preparoArquivo.create({
    data: { preparoId: id, papel, empresaId, nome, tamanho: BigInt(bytes.length), envioId },
  });
}

/** Requests reading of the preparation's files, or new matching of recordings and rows. @returns the task's id */
export const analyse = (
  { db: pool }: Pick<TestDeps, 'db'>,
  { id, empresaId }: { id: string; empresaId: string },
  usuarioId: string | null = null,
): Promise<string> =>
  pool.transaction(async (tx) => {
    const actor = { ...SYSTEM_ACTOR, usuarioId, via: 'pessoa' as const };
    const tarefaId = await createTask(tx, {
      tipo: 'ler_auditoria',
      empresaId,
      actor,
      parametros: { preparoId: id },
    });
    await tx.query(
      `update auditoria_preparos set estado = 'analisando', motivo = null, tarefa_id = $2 where id = $1`,
      [id, tarefaId],
    );
    return tarefaId;
  });

/** Confirms the preparation at its present cost. @throws what confirmPreparo throws */
export async function confirm(
  deps: TestDeps,
  { id, empresaId }: { id: string; empresaId: string },
  given: {
    usuarioId?: string | null;
    incluir?: boolean;
    creditos?: number;
    versao?: number;
    avisos?: number;
    titulo?: string;
  } = {},
): Promise<number> {
  const { CREDITO_ENTREVISTA_MINUTOS: entrevistaMinutos } = deps.env;
  return deps.db.transaction(async (tx) => {
    const { creditos } = await readFigures(tx, id, entrevistaMinutos);
    const { rows } = await tx.query<{ versao: number; questionario: QuestionarioLido; colunas: unknown }>(
      'select versao, questionario, colunas from auditoria_preparos where id = $1',
      [id],
    );
    const { questionario: lido, colunas } = rows[0]!;
    const alertas = warningsOf(lido, readStoredList(colunaDoPreparo, colunas));
    await confirmPreparo(
      tx,
      { notices: deps, entrevistaMinutos },
      {
        scope: { kind: 'empresa', empresaId },
        preparoId: id,
        actor: { ...SYSTEM_ACTOR, usuarioId: given.usuarioId ?? null },
        versao: given.versao ?? rows[0]!.versao,
        creditos: given.creditos ?? creditos,
        avisos: given.avisos ?? noticesOf(alertas).length,
        incluirLinhasSemGravacao: given.incluir ?? true,
        titulo: given.titulo ?? null,
      },
    );
    return creditos;
  });
}

export const preparoOf = (deps: TestDeps, id: string) =>
  deps.prisma.auditoriaPreparo.findUniqueOrThrow({ where: { id } });
export const gravacoesOf = (deps: TestDeps, preparoId: string) =>
  deps.prisma.preparoGravacao.findMany({
    where: { preparoId },
    orderBy: [{ origem: 'asc' }, { indice: 'asc' }],
  });

/** Waits until the preparation is in one of these states. @returns the preparation */
export async function waitForState(deps: TestDeps, id: string, ...estados: EstadoPreparo[]) {
  await expect
    .poll(async () => estados.includes((await preparoOf(deps, id)).estado as EstadoPreparo), {
      timeout: 150_000,
      interval: 30,
    })
    .toBe(true);
  return preparoOf(deps, id);
}

/**
 * Creates the result of reading QUESTOES, CABECALHO and these rows, without reading: a preparation that waits for a
 * person.
 */
export async function createReady(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  linhas: readonly string[],
  gravacoes: readonly { nome: string; linha: number | null; bytes?: Buffer; ms?: number }[],
  { autorId = null as string | null } = {},
): Promise<{ id: string; empresaId: string; projetoId: string }> {
  const id = randomUUID();
  const { empresaId } = projeto;
  const lido = readQuestionnaire(blocksOfText(QUESTOES));
  const papeis = ['identificador', 'nome', 'telefone', 'entrevistador', 'data'] as const;
  const colunas: ColunaDoPreparoGravada[] = CABECALHO.split(';').map((cabecalho, n) => ({
    n,
    cabecalho,
    papel: papeis[n] ?? 'pergunta',
    pergunta: n < papeis.length ? null : n - papeis.length,
    opcao: null,
    regra: 'texto igual',
    exemplos: ['Ana'],
    amostra: [{ linha: 2, texto: 'Ana' }],
    nao_reconhecidas: {
      ...nadaContado(),
      n: 1,
      de: 20,
      exemplos: [{ linha: 4, texto: 'Ana', motivo: 'Ana' }],
    },
  }));
  const store = async (bytes: Buffer) => {
    const chave = `${empresaId}/preparos/${id}/${randomUUID()}`;
    await deps.store.put(chave, Readable.from([bytes]), { contentType: 'audio/wav' });
    return {
      chaveObjeto: chave,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      tamanho: BigInt(bytes.length),
    };
  };
  const document = await store(Buffer.from(QUESTOES));
  const sheet = await store(planilha(linhas).bytes);
  const archive = await store(Buffer.from('o arquivo compactado'));
  await deps.prisma.auditoriaPreparo.create({
    data: {
      id,
      empresaId,
      projetoId: projeto.id,
      autorId,
      estado: 'pronto',
      versao: 1,
      questionario: lido,
      colunas,
      avisos: ['Ana'],
      expiraEm: new Date(Date.now() + PREPARO_GUARDA_DIAS * 86_400_000),
      arquivos: {
        create: [
          {
            papel: 'perguntas',
            empresaId,
            nome: 'questionario.txt',
            lidoEm: new Date(),
            ...document,
          },
          {
            papel: 'planilha_respostas',
            empresaId,
            nome: 'respostas.csv',
            lidoEm: new Date(),
            ...sheet,
          },
          {
            papel: 'zip_audios',
            empresaId,
            nome: 'gravacoes.zip',
            lidoEm: new Date(),
            ...archive,
          },
        ],
      },
      linhas: {
        create: linhas.map((linha, index) => ({ n: index + 2, empresaId, celulas: linha.split(';') })),
      },
    },
  });
  await sendParts(deps, { id, empresaId }, 'zip_audios', Buffer.from('partes do arquivo'));
  for (const [indice, { nome, linha, bytes = wav(1500, 440 + indice), ms = 1500 }] of gravacoes.entries()) {
    await deps.prisma.preparoGravacao.create({
      data: {
        id: randomUUID(),
        preparoId: id,
        empresaId,
        origem: 'zip_audios',
        indice,
        nome,
        tipo: 'audio/wav',
        ...(await store(bytes)),
        duracaoMs: ms,
        som: Buffer.alloc(400, indice + 1),
        ...(linha === null ? {} : { linhaN: linha, regra: 'identificador' }),
      },
    });
  }
  return { id, empresaId, projetoId: projeto.id };
}
