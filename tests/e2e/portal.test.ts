// A survey collected by an institute: its four files are sent, read, corrected, confirmed, audited, and mapped.
import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { answerSheet } from '../../scripts/lib/sample-uploads.mjs';
import { PATIENCE_MS, useBrowser, waitForRest } from '../support/browser.ts';
import { docxOf, paragraph } from '../support/documents.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, openSession, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const SAMPLES = new URL('../../samples/entrevistas/', import.meta.url);
const sample = (name: string) => readFile(new URL(name, SAMPLES));
const readJson = async (name: string) => JSON.parse((await sample(name)).toString());

type Pergunta = { codigo: string; texto: string; tipo: string; opcoes?: { texto: string }[] };
type Amostra = { nome: string; telefone: string; passos: { codigo: string; digitada: string[] }[] };

let company: OwnCompany;
let projetoId: string;
beforeAll(async () => {
  company = await registerCompany(baseUrl, `Instituto Portal ${Date.now()}`);
  const admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  await admin.api('POST', '/creditos/ajustes', {
    empresaId: company.id,
    quantidade: 5,
    descricao: 'Para o teste do portal',
  });
  const { id } = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Ônibus do Recife',
    tipo_projeto: 'pesquisa',
  });
  projetoId = id;
});

/** Makes a questionnaire as institutes send it, as a Word document. */
function questionnaire(perguntas: readonly Pergunta[]): Buffer {
  const lines = perguntas.flatMap(({ codigo, texto, tipo, opcoes }) => [
    `${codigo}. ${texto}${tipo === 'multipla' ? ' (RM)' : tipo === 'escolha' ? ' (RU)' : ''}`,
    ...(opcoes ?? []).map((opcao) => `( ) ${opcao.texto}`),
  ]);
  return docxOf(['Transporte público do Recife', ...lines].map((line) => paragraph(line)).join(''));
}

/** Builds the four files that the form takes; the name of the second recording matches no row of the answers' sheet. */
async function fourFiles() {
  const { perguntas } = (await readJson('pesquisa.json')) as { perguntas: Pergunta[] };
  const asked = { ...((await readJson('entrevista-09.json')) as Amostra), arquivo: 'entrevista-09.mp3' };
  const typed = { ...((await readJson('entrevista-11.json')) as Amostra), arquivo: '' };
  const zip = new JSZip()
    .file('campo/entrevista-09.mp3', await sample('entrevista-09.mp3'))
    .file('campo/sem nome.mp3', await sample('entrevista-11.mp3'));
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  return {
    nomes: [asked.nome, typed.nome] as const,
    arquivos: {
      audio: file('modelo.mp3', 'audio/mpeg', await sample('entrevista-01.mp3')),
      perguntas: file('questionario.docx', 'application/octet-stream', questionnaire(perguntas)),
      planilha_respostas: file(
        'respostas.csv',
        'text/csv',
        Buffer.from(`\u{feff}${answerSheet(perguntas, [asked, typed])}`),
      ),
      zip_audios: file(
        'gravacoes.zip',
        'application/zip',
        await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' }),
      ),
    },
  };
}

/** Goes from the project to the form, and sends the four files. */
async function send(page: Page, arquivos: Awaited<ReturnType<typeof fourFiles>>['arquivos']): Promise<void> {
  await page.goto(`/dashboard/projects/${projetoId}`);
  await page.getByRole('main').getByRole('link', { name: 'Enviar auditoria' }).first().click();
  await page.getByRole('button', { name: 'Projeto: Ônibus do Recife' }).waitFor();
  await page.getByRole('button', { name: 'Enviar auditoria', exact: true }).click();
  await page.getByText('Por favor, anexe todos os quatro arquivos obrigatórios.').waitFor();
  await expectNoSeriousViolation(page);
  for (const [papel, file] of Object.entries(arquivos)) {
    await page.getByTestId(`arquivo-${papel}`).setInputFiles(file);
    await page.getByText(file.name, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Enviar auditoria', exact: true }).click();
  await page.getByRole('heading', { name: 'Auditoria de Ônibus do Recife' }).waitFor();
}

it('leads from four files over a pair that a person makes to the heat map, and takes no credit before it is confirmed', async () => {
  const { nomes, arquivos } = await fourFiles();
  const page = await newPage();
  await signIn(page, company.gerente);
  const saldo = async () =>
    (await company.gerente.api<{ saldo: number }>('GET', `/creditos/saldo/${company.id}`)).saldo;
  const before = await saldo();
  await send(page, arquivos);

  const preparo = new URL(page.url()).pathname.split('/').at(-1);
  type State = { estado: string; motivo: string | null };
  const state = async () => {
    const { estado, motivo } = await company.gerente.api<State>('GET', `/auditorias/preparos/${preparo}`);
    return motivo ?? estado;
  };
  await expect.poll(state, { timeout: 2 * PATIENCE_MS, interval: 500 }).toBe('pronto');
  const rows = page.getByRole('list', { name: 'Linhas da planilha' });
  await rows.waitFor();
  const [first, second] = nomes;
  const rowOf = (nome: string) => rows.getByRole('listitem').filter({ hasText: nome });
  await rowOf(first).getByText('nome exato do arquivo na planilha').waitFor();
  await page.getByText('De qual linha é o áudio principal?').waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Só referência (não cobrada)' }).click();
  await page.getByText('De qual linha é o áudio principal?').waitFor({ state: 'hidden' });

  await rowOf(second)
    .getByRole('button', { name: /Selecionar gravação$/ })
    .click();
  await page.getByRole('option', { name: /sem nome\.mp3/ }).click();
  await rowOf(second).getByText('definido por uma pessoa').waitFor();
  expect(await saldo()).toBe(before);

  // The document lacks the presentation: a person writes it, and the sheet is read again; recordings stay matched.
  await page.getByRole('button', { name: 'Questionário: 1 ponto' }).click();
  await page
    .getByRole('textbox', { name: 'Apresentação (consentimento)' })
    .fill('Bom dia, posso fazer algumas perguntas?');
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Salvar perguntas' }).click();
  await page.getByText('Perguntas e colunas lidas sem avisos.').waitFor({ timeout: 2 * PATIENCE_MS });
  await page.getByRole('tab', { name: /^Pares/ }).click();
  await rowOf(second).getByText('definido por uma pessoa').waitFor();

  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  const told = page
    .getByText('Sua auditoria foi enviada. Você receberá um e-mail assim que o processo for concluído.')
    .waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirmar por 2 créditos/ })
    .click();
  await told;
  await expect.poll(state, { timeout: 2 * PATIENCE_MS, interval: 500 }).toBe('concluido');
  await page.getByRole('heading', { name: 'Auditoria concluída' }).waitFor();
  expect(await saldo()).toBe(before - 2);

  await page.getByRole('link', { name: 'Ver resultados da pesquisa' }).click();
  await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
  const pesquisaId = new URL(page.url()).pathname.split('/').at(-1);
  const { linhas } = await company.gerente.api<{ linhas: { nome: string; c: string }[] }>(
    'GET',
    `/pesquisas/${pesquisaId}/mapa`,
  );
  const letters = Object.fromEntries(linhas.map(({ nome, c }) => [nome, c]));
  expect([letters[first]?.[2], letters[second]?.[3]]).toEqual(['N', 'D']);
});
