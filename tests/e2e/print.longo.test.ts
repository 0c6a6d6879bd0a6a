// A print uses light colours in both themes, and includes scrolled and folded parts.
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { openSession, processSample, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let session: Session;

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
});

/**
 * Finds surfaces that would print dark, and text too light for paper (0 is black, 1 is white); text on a coloured
 * background of its own is exempt.
 */
const DARK_ON_PAPER = `(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return { light: (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255, solid: a / 255 };
  };
  const found = [];
  for (const element of document.querySelectorAll('html, body, body *')) {
    const box = element.getBoundingClientRect();
    if (box.width * box.height < 100 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const name = element.tagName + '.' + String(element.getAttribute('class')).slice(0, 60);
    const ground = read(style.backgroundColor);
    if (ground.solid > 0.5 && ground.light < 0.6 && box.width * box.height > 4000) found.push('ground ' + name);
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (says && ground.solid < 0.5 && read(style.color).light > 0.62) found.push('words ' + name);
  }
  return { found, scheme: getComputedStyle(document.documentElement).colorScheme };
})()`;

async function openDark(path: string): Promise<Page> {
  const page = await newPage();
  await page.addInitScript(`localStorage.setItem('tema', 'escuro')`);
  await signIn(page, session);
  await page.goto(path);
  return page;
}

async function expectLightPaper(page: Page): Promise<void> {
  await waitForRest(page);
  // The check must find faults on the dark screen: otherwise it could never fail.
  const screen = await page.evaluate<{ found: string[]; scheme: string }>(DARK_ON_PAPER);
  expect(screen.scheme).toBe('dark');
  expect(screen.found.length).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.evaluate(DARK_ON_PAPER)).toEqual({ found: [], scheme: 'light' });
}

it('prints a call in the dark theme on light paper, without its player', async () => {
  const page = await openDark(demo.amostra.pagina);
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
  const player = page.getByRole('slider', { name: /posição/i }).first();
  await player.waitFor();
  await expectLightPaper(page);
  await expect.poll(() => player.isVisible()).toBe(false);
});

it('prints the call report in the dark theme on light paper', async () => {
  const page = await openDark(`/dashboard/projects/${demo.amostra.projetoId}/ligacoes`);
  await page.getByRole('row').nth(1).waitFor();
  await expectLightPaper(page);
});

/** Prints the page with Chromium. @returns the printed text and the number of sheets */
async function printed(page: Page): Promise<{ text: string; pages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
  const { text } = await extractText(pdf, { mergePages: true });
  return { text: text.replace(/\s+/gu, ' '), pages: pdf.numPages };
}

it('prints a call whole on four pages: each sentence, criterion and quote, the waveform, one summary, no button', async () => {
  const { itemId, pagina } = demo.amostra;
  const resultado = await session.api<ResultadoCompleto>('GET', `/auditoria-items/${itemId}/resultados`);
  const { left, right } = resultado.auditoriaItem.ui_payload ?? {};
  const sentences = [...(left?.sentences ?? []), ...(right?.sentences ?? [])];
  const page = await newPage();
  await signIn(page, session);
  await page.goto(pagina);
  await page
    .getByRole('slider', { name: /posição/i })
    .first()
    .waitFor();
  await waitForRest(page);
  const { text, pages } = await printed(page);
  const lacks = (texts: readonly string[]) =>
    texts.filter((one) => !text.includes(one.replace(/\s+/gu, ' ')));
  expect(sentences.length).toBeGreaterThan(20);
  expect(lacks(sentences.map((sentence) => sentence.text))).toEqual([]);
  expect(text.match(/\d:\d\d–\d:\d\d/gu)).toHaveLength(sentences.length);
  const criterios = resultado.insightTemplatesUsados.flatMap((usado) => usado.resultado.insight.criterios);
  expect(lacks(criterios.flatMap(({ descricao, justificativa }) => [descricao, justificativa]))).toEqual([]);
  expect(lacks(criterios.flatMap(({ evidencias }) => evidencias.map(({ citacao }) => citacao)))).toEqual([]);
  expect(text).not.toMatch(/Aprovar|Rejeitar|Comentar|Copiar/u);
  // The summary of the call is printed once, although every insight's summary repeats it.
  const resumo = resultado.analiseTexto?.resumo?.replace(/\s+/gu, ' ') ?? '';
  expect(resumo.length).toBeGreaterThan(40);
  expect(text.split(resumo)).toHaveLength(2);
  expect(text).not.toContain('Parâmetros');
  expect(pages).toBeLessThanOrEqual(4);

  // The screen is unchanged; the printed waveform is on paper only.
  const waveform = page.getByRole('img', { name: /Forma de onda/u });
  expect(await waveform.count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
  expect(await waveform.isVisible()).toBe(true);
});

it('prints a report with its chart, within the page', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.goto('/dashboard/relatorios');
  await page.locator('.recharts-surface').first().waitFor();
  await waitForRest(page);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.emulateMedia({ media: 'print' });
  // Tables for screen readers are exempt.
  const beyond = await page.evaluate<string[]>(`[...document.querySelectorAll('svg.recharts-surface, table')]
    .filter((one) => !one.closest('.sr-only'))
    .map((one) => [one.tagName, one.getBoundingClientRect()])
    .filter(([tag, { right, width }]) => right > innerWidth + 1 || (tag === 'svg' && width < 100))
    .map(([tag]) => tag)`);
  expect(beyond).toEqual([]);
});
