// A mono recording, transcribed by a model that separates voices: the page shows the speaker of each sentence, by name
// if the words reveal it, else by voice.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS, useBrowser } from '../support/browser.ts';
import { SAMPLES } from '../support/pipeline.ts';
import { registerCompany } from '../support/web-companies.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  type Session,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let folder: string;
let gerente: Session;
let projeto: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vozes-'));
  const admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  const company = await registerCompany(baseUrl, `Vozes ${randomUUID().slice(0, 8)}`);
  gerente = company.gerente;
  const empresaId = company.id;
  await admin.api('POST', '/creditos/ajustes', { empresaId, quantidade: 5, descricao: 'Teste' });
  const rotulo = `vozes-${randomUUID().slice(0, 8)}`;
  await admin.api('POST', '/admin/modelos', {
    rotulo,
    finalidade: 'transcricao',
    provedor: 'openai',
    modelo: 'gpt-4o-transcribe-diarize',
  });
  await admin.api('PUT', '/processing-config/advanced', {
    empresaId,
    transcriptionConfig: { modelo: rotulo },
  });
  projeto = await createProject(gerente, 'Uma só voz por canal');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Transcribes a sample mixed to mono.
 * @returns the item's id
 */
async function hear(sample: string): Promise<string> {
  const file = join(folder, `${sample}.wav`);
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-i', join(SAMPLES, `${sample}.mp3`), '-ac', '1', file],
  ]);
  const itemId = await createCall(gerente, projeto, { numero: '11955550199', nome: 'Uma voz' });
  await uploadAudio(baseUrl, gerente, itemId, {
    name: `${sample}.wav`,
    bytes: new Uint8Array(await readFile(file)),
  });
  await gerente.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId });
  type Result = { auditoriaItem: { status: string } };
  const status = async () =>
    (await gerente.api<Result>('GET', `/auditoria-items/${itemId}/resultados`)).auditoriaItem.status;
  await expect.poll(status, { timeout: PATIENCE_MS }).toBe('concluido');
  return itemId;
}

async function openAnalysis(itemId: string): Promise<Page> {
  const page = await newPage();
  await signIn(page, gerente);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  return page;
}

it('shows the voices that nobody can name apart from each other, and gives what each said in one piece', async () => {
  const itemId = await hear('teste-curta');
  const page = await openAnalysis(itemId);
  const sentences = page.getByRole('list', { name: 'Frases da gravação' });
  await expect.poll(() => sentences.getByText('Voz 1', { exact: true }).count()).toBe(2);
  await expect.poll(() => sentences.getByText('Voz 2', { exact: true }).count()).toBe(1);
  expect(await sentences.getByText('Agente', { exact: true }).count()).toBe(0);
  await page.getByText('Texto completo', { exact: true }).click();
  const whole = page.getByRole('region', { name: 'Texto completo: Voz 1' });
  await whole.getByText('Lumavia, boa tarde. Claro, envio agora.').waitFor();
  await expectNoSeriousViolation(page);
});

it('names agent and client where their words tell who is who', async () => {
  const itemId = await hear('amostra-principal');
  const page = await openAnalysis(itemId);
  const sentences = page.getByRole('list', { name: 'Frases da gravação' });
  await expect.poll(() => sentences.getByText('Agente', { exact: true }).count()).toBeGreaterThan(2);
  await expect.poll(() => sentences.getByText('Cliente', { exact: true }).count()).toBeGreaterThan(2);
  expect(await sentences.getByText(/^Voz \d$/).count()).toBe(0);
});
