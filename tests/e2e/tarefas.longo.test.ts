// Long work in a browser: a retry of several failures is followed, stopped and resumed. The test locks a call's row in
// the database, so that the task waits at this call.

import { createPrisma } from '@escuta/prisma/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { TestDeps } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { createDeadLetter } from '../support/dead-letters.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const;

let admin: Session;
let company: OwnCompany;
let items: string[];
let holder: pg.Client;

beforeAll(async () => {
  admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  company = await registerCompany(baseUrl, `Tarefas ${Date.now()}`);
  await admin.api('POST', '/creditos/ajustes', { empresaId: company.id, quantidade: 20, descricao: 'Teste' });
  const prisma = createPrisma({ databaseUrl: inject('databaseUrl'), poolSize: 2 });
  const deps = { prisma } as unknown as TestDeps;
  const empresaId = company.id;
  const projeto = await prisma.projeto.create({
    data: { empresaId, nome: 'Falhas de uma manhã', tipoProjeto: 'call_center' },
  });
  const auditoria = await prisma.auditoria.create({
    data: { empresaId, projetoId: projeto.id, nome: 'Ligações', padrao: true },
  });
  items = [];
  for (let n = 0; n < 3; n += 1) {
    const createdAt = new Date(Date.UTC(2026, 4, 4, 12, n));
    items.push((await createDeadLetter(deps, auditoria, { createdAt })).item.id);
  }
  await prisma.$disconnect();
  holder = new pg.Client(inject('databaseUrl').split('?')[0]);
  await holder.connect();
});
afterAll(() => holder.end());

it('follows a batch of failures, stops it, resumes it and tells what came of it', async () => {
  await holder.query('begin');
  await holder.query('select from auditoria_itens where id = $1 for update', [items[1]]);
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto('/admin/falhas');
  await page.getByRole('button', { name: 'Reprocessar todas' }).click();
  await page
    .getByRole('alertdialog', { name: 'Reprocessar 3 falhas abertas?' })
    .getByRole('button', { name: 'Reprocessar todas' })
    .click();
  const progress = page.getByRole('region', { name: 'Reprocessamento em lote' });
  await progress.getByText('1 de 3 falhas…').waitFor();
  await progress.getByRole('link', { name: 'Ver em Tarefas' }).click();

  await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
  const row = page.getByRole('row', { name: /Reprocessar falhas/ });
  await row.getByText('Em andamento').waitFor();
  await row.getByText('1 de 3').waitFor();
  await expectNoSeriousViolation(page);
  await row.getByRole('button', { name: 'Cancelar Reprocessar falhas' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancelar esta tarefa?' });
  await question.getByText('A parte concluída é mantida').waitFor();
  await expectNoSeriousViolation(page);
  await question.getByRole('button', { name: 'Cancelar a tarefa' }).click();
  await row.getByText('Cancelando').waitFor();
  await holder.query('rollback');
  // Events update the row: the page does not poll.
  await row.getByText('Cancelada', { exact: true }).waitFor();
  await row.getByText('2 de 3').waitFor();
  await row.getByText('2 falhas voltaram ao processamento.').waitFor();

  await row.getByRole('button', { name: 'Continuar: Reprocessar falhas' }).click();
  await page.getByText('A tarefa continua de onde parou').waitFor();
  await row.getByText('Concluída').waitFor();
  await row.getByText('3 de 3').waitFor();
  await row.getByRole('button', { name: /^Detalhes de Reprocessar falhas/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Reprocessar falhas' });
  await sheet.getByText('3 falhas voltaram ao processamento.').waitFor();
  await sheet.getByText('Gerente de Teste').waitFor();
  await expectNoSeriousViolation(page);
  await expect.poll(() => row.getByRole('button', { name: /^Cancelar/ }).count()).toBe(0);
});

longo.test(
  'shows an administrator those of every company, with their names, and fits a phone in the dark',
  async () => {
    const page = await newPage(PHONE);
    await signIn(page, admin);
    await page.goto(`/dashboard/tarefas?empresa=${company.id}`);
    const list = page.getByRole('list', { name: 'Tarefas' });
    await list.getByText(company.nome).waitFor();
    await list.getByText('3 de 3').waitFor();
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectNoSeriousViolation(page);
    await page.goto(`/dashboard/tarefas?empresa=${company.id}&situacao=abertas`);
    await page.getByText('Nenhuma tarefa encontrada').waitFor();
  },
);
