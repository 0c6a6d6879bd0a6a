// Touch: on a phone each control of the busiest screens, and of their frame, is at least 44 px.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { createCall, createProject, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
let company: OwnCompany;

beforeAll(async () => {
  company = await registerCompany(baseUrl, `Rede Dedo ${Date.now()}`);
  const projeto = await createProject(company.gerente, 'Cobrança pelo telefone');
  await createCall(company.gerente, projeto, { numero: '11955550199' });
  await company.gerente.api('POST', '/suporte/tickets', {
    titulo: 'Botões pequenos',
    descricao: 'No telefone não acerto os botões da página.',
    tipo: 'erro',
    severidade: 'critica',
    origem: 'web',
  });
});

/**
 * Script that lists visible controls smaller than 44 px: name, size. Links in a sentence count as text (WCAG 2.5.8).
 */
const SMALL = `(() => {
  const controls = document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem], [role=switch], [role=checkbox]');
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const style = getComputedStyle(control);
    const box = control.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || control.closest('[aria-hidden=true], .sr-only')) return [];
    if (box.bottom <= 0 || box.right <= 0) return [];
    if (control.tagName === 'A' && style.display === 'inline') {
      const around = control.parentElement?.textContent?.trim() ?? '';
      if (around.length > (control.textContent ?? '').trim().length) return [];
    }
    // A control that covers its card or row has a positioned ::after.
    const after = getComputedStyle(control, '::after');
    if (after.content !== 'none' && after.position === 'absolute') return [];
    // Half a pixel may be missing by rounding.
    if (box.width >= 43.5 && box.height >= 43.5) return [];
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
    return [control.tagName + ' "' + name.slice(0, 40) + '" ' + Math.round(box.width) + 'x' + Math.round(box.height)];
  });
})()`;

async function open(path: string): Promise<Page> {
  const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signIn(page, company.gerente);
  await page.goto(path);
  return page;
}

async function expectFingerSized(page: Page): Promise<void> {
  await waitForRest(page);
  expect(await page.evaluate<string[]>(SMALL)).toEqual([]);
}

it('gives a finger room on Início, in its alerts and in the menu', async () => {
  const page = await open('/dashboard');
  await page.getByRole('heading', { level: 1, name: /^Olá/ }).waitFor();
  await page
    .getByRole('link', { name: /Botões pequenos/ })
    .or(page.getByRole('button', { name: /Botões pequenos/ }))
    .first()
    .waitFor();
  await expectFingerSized(page);
  await page.getByRole('button', { name: 'Ver pendências' }).click();
  await page.getByRole('dialog', { name: 'Pendências' }).waitFor();
  await expectFingerSized(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /menu/i }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Suporte' }).waitFor();
  await expectFingerSized(page);
});

it('gives a finger room on Suporte and in a ticket', async () => {
  const page = await open('/dashboard/suporte');
  await page.getByText('Botões pequenos').first().waitFor();
  await expectFingerSized(page);
  await page.getByText('Botões pequenos').first().click();
  await page.getByRole('dialog').getByRole('region', { name: 'Conversa' }).waitFor();
  await expectFingerSized(page);
});
