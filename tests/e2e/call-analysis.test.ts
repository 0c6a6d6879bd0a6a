// The call analysis: player, transcript that follows the sound, search, keyboard, failures, access.

import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { follow, useBrowser, waitForRest } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let session: Session;

/** Processes the sample call once for all tests of this file. */
beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
});

async function openAnalysis(itemId: string, options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  return page;
}

/** Position of the player, seconds. */
async function position(page: Page): Promise<number> {
  const [minutes, seconds] = (
    ((await page.getByTestId('tempo-do-player').textContent()) ?? '').split(' / ')[0] ?? ''
  )
    .split(':')
    .map(Number);
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
}

/** Makes a recording in which nobody speaks: `seconds` of digital silence, WAV, 8 kHz, mono, 16 bits. */
function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const data = seconds * 16_000;
  return new Uint8Array(Buffer.concat([wavHeader(8000, data), Buffer.alloc(data)]));
}

const current = (page: Page) =>
  page.getByRole('list', { name: 'Frases da gravação' }).locator('[aria-current="true"]');

it('follows the sound, stops following a person who scrolls, and comes back', async () => {
  const page = await newPage();
  // Slow playback, because the test is slow: a sentence of two seconds lasts half a minute.
  await page.addInitScript(`
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'playbackRate');
    Object.defineProperty(HTMLMediaElement.prototype, 'playbackRate', {
      get,
      set(rate) {
        set.call(this, rate / 16);
      },
    });
  `);
  await signIn(page, session);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  await page.getByRole('button', { name: 'Tocar', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ouvir a partir de 0:49' }).click();
  await expect.poll(() => current(page).textContent()).toContain('Entendo, o senhor tem razão.');

  const box = page.getByRole('region', { name: 'Transcrição', exact: true }).last();
  await box.hover();
  await page.mouse.wheel(0, -4000);
  const back = page.getByRole('button', { name: 'Voltar ao trecho atual' });
  await back.click();
  await back.waitFor({ state: 'detached' });
  const isInside = async () => {
    const [scroller, sentence] = await Promise.all([box.boundingBox(), current(page).boundingBox()]);
    if (!scroller || !sentence) return false;
    return sentence.y >= scroller.y && sentence.y + sentence.height <= scroller.y + scroller.height;
  };
  await expect.poll(isInside).toBe(true);
});

it('skips the hold, jumps, changes speed and mutes by keyboard', async () => {
  const page = await openAnalysis(demo.amostra.itemId);
  await page.getByRole('slider', { name: 'Posição na gravação' }).waitFor();
  // Keys work once the page is interactive.
  await waitForRest(page);
  // At 0:32 the client waits on hold for 7 s; the key S skips this silence within two seconds of sound.
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Pular silêncios', pressed: true }).waitFor();
  await page.getByRole('button', { name: /^Dados da ligação e indicadores do som/ }).click();
  await page.getByRole('button', { name: /^Ouvir silêncio em 0:3/ }).click();
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(39);

  await page.getByRole('button', { name: 'Pausar' }).click();
  // Waits until the player has stopped, because its clock may advance until then.
  await page.getByRole('button', { name: 'Tocar', exact: true }).waitFor();
  const before = await position(page);
  await page.keyboard.press('j');
  await expect.poll(() => position(page)).toBe(before - 5);
  await page.getByRole('slider', { name: 'Posição na gravação' }).press('Home');
  await expect.poll(() => position(page)).toBe(0);
  await page.keyboard.press('+');
  await expect.poll(() => page.getByRole('combobox', { name: 'Velocidade' }).textContent()).toBe('1,25×');
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Volume dos canais' }).click();
  await page.getByRole('button', { name: 'Silenciar cliente', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Silenciar agente', pressed: false }).waitFor();
  await page.keyboard.press('Escape');
  // The closed dialog returns the focus to its opener, so that keys go there.
  await page.getByRole('button', { name: 'Silenciar cliente' }).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Volume dos canais');

  // Keys typed into the search are words, not shortcuts.
  await page.getByRole('searchbox', { name: 'Buscar na transcrição' }).pressSequentially('protocolo');
  await page.getByText('1 de 1').waitFor();
  await expect.poll(() => page.locator('mark', { hasText: 'protocolo' }).count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: 'Tocar', exact: true }).count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Buscar na transcrição' }).fill('xyz');
  await page.getByText('Nada', { exact: true }).waitFor();
});

longo.test('says first what the call came to, on a page that is read at a glance', async () => {
  const page = await openAnalysis(demo.amostra.itemId, { viewport: { width: 1280, height: 900 } });
  const cards = page.getByRole('article');
  await expect.poll(() => cards.count()).toBe(4);
  // The score is the mean of the four scores on the cards.
  const percent = (text: string) => [...text.matchAll(/(\d+)%/g)].map(([, value]) => Number(value));
  const scores = (await cards.getByText(/^Pontuação: \d+%$/).allTextContents()).flatMap(percent);
  const overview = page.getByRole('region', { name: 'Visão geral' });
  await overview.getByText('média de 4 templates').waitFor();
  const [overall] = percent((await overview.textContent()) ?? '');
  expect(Math.abs(overall! - scores.reduce((sum, one) => sum + one, 0) / 4)).toBeLessThanOrEqual(1);
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollHeight'))
    .toBeLessThanOrEqual(1500);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const player = page.getByRole('region', { name: 'Player da gravação' });
    await expect
      .poll(async () => (await player.locator('..').boundingBox())?.height)
      .toBeLessThanOrEqual(120);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(width);
  }
});

longo.test('opens at the moment that its address names, and gives the address of a moment', async () => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, session);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}?t=0:49`);
  await page.getByRole('button', { name: 'Tocar', exact: true }).waitFor();
  await expect.poll(() => position(page)).toBe(49);
  await page.keyboard.press('j');
  await expect.poll(() => position(page)).toBe(44);
  await page.getByRole('button', { name: 'Copiar o link deste momento' }).click();
  await page.getByText('Endereço copiado').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(new URL(copied).searchParams.get('t')).toBe('44');
});

it('asks for a new address when the signed one has run out', async () => {
  const page = await newPage();
  await signIn(page, session);
  // Refuses the first download address, as the server refuses an expired address.
  let refused = 0;
  await page.route('**/download?*', (route) => {
    if (refused === 0) {
      refused += 1;
      return route.fulfill({ status: 401, body: '' });
    }
    return route.continue();
  });
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  await page.getByRole('button', { name: 'Tocar', exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(0);
  expect(refused).toBe(1);
});

it.each([
  { name: 'light', options: { colorScheme: 'light' as const } },
  { name: 'dark', options: { colorScheme: 'dark' as const } },
  { name: 'a phone', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
])('passes axe and fits the screen: $name', async ({ options }) => {
  const page = await openAnalysis(demo.amostra.itemId, options);
  await page.getByRole('slider', { name: 'Posição na gravação' }).waitFor();
  await page.getByRole('button', { name: /Análise de custos/ }).click();
  await page.getByRole('button', { name: /Linha do tempo/ }).click();
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
  await expectNoSeriousViolation(page);
});

it('draws only what is seen of a long transcript, and finds its last sentence', async () => {
  const page = await newPage();
  await signIn(page, session);
  // Repeats the sample's sentences thirty times, which gives 840 sentences.
  await page.route('**/auditoria-items/*/resultados', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const payload = answer.data.auditoriaItem.ui_payload;
    const total = payload.left.sentences.length + payload.right.sentences.length;
    for (const channel of [payload.left, payload.right]) {
      const once = channel.sentences;
      channel.sentences = Array.from({ length: 30 }, (_, round) =>
        once.map((sentence: { ordem: number; startMs: number; endMs: number; text: string }) => ({
          ...sentence,
          ordem: sentence.ordem + round * total,
          startMs: sentence.startMs + round * 83_000,
          endMs: sentence.endMs + round * 83_000,
          text: `${sentence.text} (${round + 1}ª vez)`,
        })),
      ).flat();
    }
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  const list = page.getByRole('list', { name: 'Frases da gravação' });
  await list.getByText('(1ª vez)').first().waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(80);
  await page
    .getByRole('searchbox', { name: 'Buscar na transcrição' })
    .fill('protocolo: sete, zero, quatro, um, oito, dois. (30ª vez)');
  await page.getByText('1 de 1').waitFor();
  await list.locator('mark').first().waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(80);
});

it('shows a failure with its reason and the ways out', async () => {
  const projetoId = await createProject(session, 'Análise: falha');
  const itemId = await createCall(session, projetoId, { numero: '11900000009' });
  await uploadAudio(baseUrl, session, itemId, { name: 'muda.wav', bytes: silence(3) });
  const page = await openAnalysis(itemId);
  await page.getByText('Esta ligação ainda não foi processada').waitFor();
  await page.getByRole('button', { name: 'Processar áudio' }).click();
  await page.getByText('O processamento desta ligação falhou').waitFor();
  await page.getByText('Nada foi cobrado: os créditos reservados voltaram ao saldo da empresa.').waitFor();
  await page.getByText('A gravação não contém áudio').first().waitFor();
  // The page offers to replace the recording instead of a retry, because a retry would fail again at this recording.
  await page.getByRole('alert').getByRole('button', { name: 'Substituir áudio' }).waitFor();
  expect(await page.getByRole('alert').getByRole('button', { name: 'Processar novamente' }).count()).toBe(0);
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: 'Voltar', exact: true }).click();
  await page.getByRole('heading', { name: 'Relatório de Ligações' }).waitFor();
});

it('hides other companies and says when the id is missing', async () => {
  const other = await openSession(
    baseUrl,
    demo.logins.find(({ empresa }) => empresa !== demo.logins[0]!.empresa)!,
  );
  const page = await newPage();
  await signIn(page, other);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  await page.getByText('Não foi possível carregar os dados.').waitFor();
  await follow(page, `/dashboard/projects/${demo.amostra.projetoId}/ligacoes`);
  await page.getByText('Erro ao carregar dados do projeto').waitFor();
  await page.goto('/dashboard/call-analysis');
  await page.getByText('ID do item de auditoria não fornecido.').first().waitFor();
  // The message is on the page and in a toast.
  await expect.poll(() => page.getByText('ID do item de auditoria não fornecido.').count()).toBe(2);
  await page.getByRole('link', { name: 'Voltar' }).waitFor();
});
