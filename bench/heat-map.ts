import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensurePrograms, findChromium } from '../scripts/lib/programs.mjs';
import { ensureWeb, WEB_DIST } from '../scripts/lib/web.mjs';
import {
  type AuditedSurvey,
  addAudited,
  createAgents,
  createSurvey,
} from '../tests/support/audited-survey.ts';
import { goal } from './goals.ts';
import { openSession, type Session, signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, median, type Row, row } from './support.ts';

const ENTREVISTAS = 1000;
const PERGUNTAS = 60;
const ENTREVISTADORES = 25;
const CALLS = 40;
const ROUNDS = 5;
/** Number of interviews written at once. */
const BATCH = 100;
const MARCA = 'mapa-pintado';
const ACAO = 'acao-da-pessoa';

/** An interview's verdicts, a letter per question: 80 % faultless, the rest of every other kind; always the same. */
function verdicts(interview: number): string {
  return Array.from({ length: PERGUNTAS }, (_, n) => {
    const dice = (interview * 7919 + n * 104_729) % 100;
    return dice < 80 ? 'C' : ('DNIURX'[dice % 6] ?? 'C');
  }).join('');
}

async function seedSurvey(pool: Database, empresaId: string): Promise<AuditedSurvey> {
  const [projetoId, auditoriaId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Mapa', 'pesquisa')`,
    [projetoId, empresaId],
  );
  await pool.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, 'Mapa', true)`,
    [auditoriaId, empresaId, projetoId],
  );
  const survey = await createSurvey(pool, { empresaId, projetoId, auditoriaId }, PERGUNTAS);
  const agents = await createAgents(
    pool,
    empresaId,
    Array.from({ length: ENTREVISTADORES }, (_, n) => ({ nome: `Entrevistador ${n + 1}` })),
  );
  for (let first = 0; first < ENTREVISTAS; first += BATCH) {
    await addAudited(
      pool,
      survey,
      Array.from({ length: BATCH }, (_, n) => ({
        letras: verdicts(first + n),
        nome: `Pessoa ${first + n + 1}`,
        agenteId: agents[(first + n) % ENTREVISTADORES] ?? null,
        em: new Date(Date.UTC(2026, 2, 2) + (first + n) * 60_000),
      })),
    );
  }
  await pool.query('analyze entrevista_matriz, entrevistas, confrontos, respostas');
  return survey;
}

/** Waits until the page draws the map after `since`. @returns time of that drawing by the page's clock, ms */
const paintedAfter = (page: Page, since: number): Promise<number> =>
  page
    .waitForFunction(
      ({ name, after }) =>
        performance.getEntriesByName(name).find(({ startTime }) => startTime > after)?.startTime,
      { name: MARCA, after: since },
      { polling: 'raf' },
    )
    .then(async (handle) => (await handle.jsonValue()) as number);

/** Measures the time from a person's key or click in the page to the redrawn map, ms. */
async function untilPainted(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => performance.clearMarks(name), ACAO);
  await act();
  const at = await page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, ACAO);
  return (await paintedAfter(page, at)) - at;
}

type Canvas = {
  getContext: (kind: '2d') => {
    fillRect: (x: number, y: number, width: number, height: number) => void;
    fillText: (text: string, x: number, y: number) => void;
  };
};

/**
 * Measures the least time in which the map could be drawn, ms: an empty page reads the same answer, counts its letters
 * by interviewer and draws a cell per count, in code that runs for the first time.
 */
async function drawBare(browser: Browser, answer: string): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.setContent('<canvas width="1280" height="640"></canvas>');
    return await page.locator('canvas').evaluate((canvas, body) => {
      const begun = performance.now();
      const { data } = JSON.parse(body) as { data: { linhas: { agente: string; c: string }[] } };
      const groups = new Map<string, number[]>();
      for (const { agente, c } of data.linhas) {
        const counts = groups.get(agente) ?? new Array<number>(c.length).fill(0);
        groups.set(agente, counts);
        for (let place = 0; place < c.length; place += 1) {
          if (c[place] === 'D' || c[place] === 'N') counts[place] = (counts[place] ?? 0) + 1;
        }
      }
      const context = (canvas as unknown as Canvas).getContext('2d');
      let row = 0;
      for (const counts of groups.values()) {
        for (const [column, count] of counts.entries()) {
          context.fillRect(column * 21, row * 24, 20, 23);
          context.fillText(String(count), column * 21, row * 24);
        }
        row += 1;
      }
      return performance.now() - begun;
    }, answer);
  } finally {
    await page.close();
  }
}

/** Measures the time from the map's answer to its drawing, and from a key to the redrawn cell; ms, medians. */
async function measurePage(
  origin: string,
  survey: AuditedSurvey,
  { user, token, answer }: Session & { answer: string },
) {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    // Debian's Chromium cannot use its sandbox as root; the page is our own and needs none.
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const painted: number[] = [];
    const toBare: number[] = [];
    const whole: number[] = [];
    const changed: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript(
        `for (const [key, value] of ${JSON.stringify(Object.entries({ user: JSON.stringify(user), token }))}) localStorage.setItem(key, value);`,
      );
      // Marks the time of each `stroke`, because drawing the map ends with the lines of its headings.
      await page.addInitScript(`
        for (const type of ['click', 'keydown']) addEventListener(type, () => performance.mark('${ACAO}'), true);
        const { stroke } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.stroke = function (...given) {
          stroke.apply(this, given);
          performance.mark('${MARCA}');
        };`);
      await page.goto(`${origin}/dashboard/projects/${survey.projetoId}/auditorias/${survey.auditoriaId}`);
      const first = await paintedAfter(page, 0);
      const received = await page.evaluate(() => {
        const answers = performance.getEntriesByType('resource') as unknown as {
          name: string;
          responseEnd: number;
        }[];
        return answers.find(({ name }) => name.includes('/mapa'))?.responseEnd ?? 0;
      });
      painted.push(first - received);
      toBare.push((first - received) / (await drawBare(browser, answer)));
      // Waits for the map of all interviews, not grouped by interviewer.
      await page.getByRole('grid').waitFor();
      await page.getByRole('button', { name: 'Exibição' }).click();
      const grouped = page.getByRole('switch', { name: 'Agrupar por entrevistador' });
      whole.push(await untilPainted(page, () => grouped.click()));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Revisar \(/ }).click();
      await page.getByRole('button', { name: /^Diverge/ }).waitFor();
      await page.keyboard.press('d');
      await page.getByRole('group', { name: /^Por que / }).waitFor();
      changed.push(await untilPainted(page, () => page.keyboard.press('1')));
      await context.close();
    }
    return {
      painted: median(painted),
      toBare: median(toBare),
      whole: median(whole),
      changed: median(changed),
    };
  } finally {
    await browser.close();
  }
}

/** Measures the heat map of 1,000 interviews × 60 questions: API answer, drawing in Chromium, changed verdict. */
export async function measureHeatMap(pool: Database, volume: Volume): Promise<Row[]> {
  await ensurePrograms(['chromium']);
  const survey = await seedSurvey(pool, volume.empresaId);
  await ensureWeb(process.env);
  const api = await startApi({ WEB_DIST });
  try {
    const headers = await signIn(api.base, volume.login);
    const url = `${api.base}/pesquisas/${survey.pesquisaId}/mapa`;
    for (let warm = 0; warm < 5; warm += 1) await getJson(url, headers);
    const answer = await latency(CALLS, () => getJson(url, headers));
    const figures = await latency(5, () =>
      getJson(`${api.base}/pesquisas/${survey.pesquisaId}/resultados`, headers),
    );
    const origin = api.base.replace('/api/v1', '');
    const page = await measurePage(origin, survey, {
      ...(await openSession(api.base, volume.login)),
      answer: JSON.stringify(await getJson(url, headers)),
    });
    console.log(`  de recebido a desenhado ${page.painted.toFixed(0)} ms`);
    const size = `${ENTREVISTAS.toLocaleString('pt-BR')} × ${PERGUNTAS}`;
    return [
      row(`Mapa ${size}: resposta da API, p50`, answer, 30, 'max', ' ms'),
      goal('mapPainted', page.toBare),
      row(`Mapa ${size}: por entrevista, do clique ao desenho`, page.whole, 300, 'max', ' ms'),
      row('Mapa: veredito mudado visível', page.changed, 250, 'max', ' ms'),
      row(`Números da pesquisa ${size}, p50`, figures, 1000, 'max', ' ms'),
    ];
  } finally {
    await api.stop();
  }
}
