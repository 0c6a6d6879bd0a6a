// Playing and copying: a quote stops at its end, and the transcript is copied on plain HTTP too.
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { openSession, processSample, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const { itemId } = demo.amostra;
let session: Session;

type Evidence = { citacao: string; verificada: boolean; startMs: number | null; endMs: number | null };
type Result = {
  auditoriaItem: { status: string; ui_payload: { left: { sentences: { text: string }[] } } | null };
  insightTemplatesUsados: {
    resultado: { insight: { criterios: { evidencias: Evidence[] }[] } };
  }[];
};
const result = () => session.api<Result>('GET', `/auditoria-items/${itemId}/resultados`);

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
});

it('plays a quote to its end and stops there; whoever plays on hears the rest', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  await page
    .getByRole('button', { name: /^O agente .*: Sim$/ })
    .first()
    .click();
  const quote = page.getByRole('button', { name: /^Ouvir evidência/ }).first();
  await quote.waitFor();
  const text = (await quote.textContent())!;
  const all = (await result()).insightTemplatesUsados.flatMap(({ resultado }) =>
    resultado.insight.criterios.flatMap(({ evidencias }) => evidencias),
  );
  const { endMs } = all.find(({ citacao, verificada }) => verificada && text.includes(`“${citacao}”`))!;
  const seconds = async () => {
    const [minutes, rest] = (await page.getByTestId('tempo-do-player').textContent())!
      .split(' / ')[0]!
      .split(':')
      .map(Number);
    return minutes! * 60 + rest!;
  };
  const pause = page.getByRole('button', { name: /^Pausar/ }).first();
  await Promise.all([pause.waitFor(), quote.click()]);
  await pause.waitFor({ state: 'detached' });
  // The clock shows whole seconds, and a quote plays a second beyond its last word.
  await expect.poll(seconds).toBeLessThanOrEqual(Math.floor(endMs! / 1000) + 2);
  const stopped = await seconds();
  expect(stopped).toBeGreaterThanOrEqual(Math.floor(endMs! / 1000));

  await page
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  await expect.poll(seconds).toBeGreaterThan(stopped + 2);
  await pause.waitFor();
});

it('copies the transcript where the browser has no clipboard of its own, as on plain HTTP', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.addInitScript(`
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => { window.copied = document.activeElement.value; });
  `);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  // The confirmation is visible for two seconds.
  await Promise.all([
    page.getByRole('button', { name: 'Copiado' }).waitFor(),
    page.getByRole('button', { name: 'Copiar a transcrição inteira' }).click(),
  ]);
  const { ui_payload } = (await result()).auditoriaItem;
  await expect
    .poll(() => page.evaluate<string>('window.copied'))
    .toContain(ui_payload!.left.sentences[0]!.text);
});
