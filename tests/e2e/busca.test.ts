// Search: finds words, plays the recording from the second at which they are spoken, and opens the conversation there.
import { beforeAll, expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import {
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const { itemId } = demo.amostra;
let session: Session;

type Hit = {
  item_id: string;
  trechos: { texto: string; ordem: number; startMs: number; endMs: number; marcas: [number, number][] }[];
};
const found = async (q: string) =>
  (await session.api<{ conversas: Hit[] }>('GET', `/busca?q=${encodeURIComponent(q)}`)).conversas;

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
});

it('finds a sentence, plays it from its second and stops, opens the conversation there', async () => {
  // Takes the first three words of a sentence of the sample call as the words to search for.
  const rows = await found('fatura OR boleto OR pedido OR entrega OR cobrança');
  const hit = rows.find(({ item_id }) => item_id === itemId);
  const sentence = hit!.trechos[0]!;
  const words = sentence.texto.split(/\s+/u).slice(0, 3).join(' ');
  const trecho = (await found(`"${words}"`)).find(({ item_id }) => item_id === itemId)!.trechos[0]!;

  const page = await newPage();
  await signIn(page, session);
  await page.goto('/dashboard');
  await waitForRest(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`"${words}"`);
  await page
    .getByRole('option')
    .filter({ hasText: words })
    .filter({ hasText: /\d:\d\d/u })
    .first()
    .waitFor();
  await page.getByRole('option', { name: /Buscar nas conversas/ }).click();
  await page.waitForURL(/\/dashboard\/busca\?q=/u);
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${itemId}"]`) });
  await card.locator('mark').first().waitFor();
  expect((await card.locator('mark').allTextContents()).join(' ')).toBe(
    trecho.marcas.map(([from, until]) => trecho.texto.slice(from, until)).join(' '),
  );

  const hear = card.getByRole('button', { name: /^Ouvir em/ }).first();
  const pause = page.getByRole('button', { name: 'Pausar a gravação' });
  await Promise.all([pause.waitFor(), hear.click()]);
  await pause.waitFor({ state: 'detached' });
  const clock = (await page.getByText(/^\d+:\d\d \/ \d+:\d\d$/u).textContent())!;
  const [minutes, seconds] = clock.split(' / ')[0]!.split(':').map(Number);
  const stopped = minutes! * 60 + seconds!;
  expect(stopped).toBeGreaterThanOrEqual(Math.floor(trecho.endMs / 1000));
  expect(stopped).toBeLessThanOrEqual(Math.floor(trecho.endMs / 1000) + 2);

  // The key '/' focuses the search. The first result's link opens the conversation at the found sentence's time.
  await page.keyboard.press('/');
  await page.locator('input[type=search]:focus').waitFor();
  await card.getByRole('link').first().click();
  await page.waitForURL(
    (url) =>
      url.pathname.endsWith(itemId) &&
      url.searchParams.get('t') === String(Math.floor(trecho.startMs / 1000)),
  );
});

it('says why a search cannot be asked, and that nobody said a word', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.goto('/dashboard/busca');
  const box = page.getByRole('searchbox', { name: 'Procurar nas conversas' });
  await box.fill('-cartão');
  await box.press('Enter');
  await page.getByText('O sinal “-” só exclui resultados', { exact: false }).waitFor();
  await expectNoSeriousViolation(page);
  await box.fill('ornitorrinco');
  await box.press('Enter');
  await page.getByText('Nenhuma conversa encontrada').waitFor();
});
