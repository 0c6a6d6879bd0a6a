// Measures first visits to pages: Chromium with an empty cache, a slow processor and a slow line.

import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import { type Browser, chromium } from 'playwright-core';
import { DATA } from '../scripts/lib/paths.mjs';
import { ensurePrograms, findHeadlessChromium } from '../scripts/lib/programs.mjs';
import { ensureWeb, WEB_DIST } from '../scripts/lib/web.mjs';
import { goal } from './goals.ts';
import { openSession, startApi, type Volume } from './installation.ts';
import { median, ROOT, ROUNDS, type Row } from './support.ts';

/**
 * Duration of `WORK` on the throttled processor, ms: four times its duration on the machine on which the goals were
 * set. Chromium is throttled to this duration on every machine, so that all machines measure equally slow pages.
 */
const WORK_MS = 48;
/**
 * Typical work of pages: objects, text, sorting, a table of words. Its result, the fastest of 40 turns, shows the
 * processor's speed.
 */
const WORK = `(() => {
  const turn = () => {
    const rows = Array.from({ length: 20000 }, (_, n) => ({ id: n, name: 'Pessoa ' + ((n * 7919) % 20000), at: (n * 31) % 977 }));
    const read = JSON.parse(JSON.stringify(rows)).sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
    const sums = new Map();
    for (const { name, at } of read) sums.set(name, (sums.get(name) ?? 0) + at);
    return sums.size;
  };
  return Math.min(...Array.from({ length: 40 }, () => {
    const begun = performance.now();
    turn();
    return performance.now() - begun;
  }));
})()`;
/** A bad mobile line: latency in ms, throughput in bytes per second. */
const LINE = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, offline: false };
const SENTENCES = 840;
const PATIENCE_MS = 120_000;
/** PAGINAS=<regular expression>: measures only pages whose name matches; PAGINAS_RODADAS=n: number of rounds. */
const ONLY = new RegExp(process.env.PAGINAS ?? '');
const TIMES = Number(process.env.PAGINAS_RODADAS ?? ROUNDS);

/** The minimum of a sign-in page: React, a router, queries, a form. */
const FLOOR = {
  'index.html':
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Piso</title></head><body><div id="root"></div><script type="module" src="/main.tsx"></script></body></html>',
  'main.tsx': `import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router-dom';

function SignIn() {
  const [fields, setFields] = useState({ cnpj: '', email: '', password: '' });
  const navigate = useNavigate();
  const login = useMutation({
    mutationFn: async () => (await fetch('/api/v1/auth/login', { method: 'POST', body: JSON.stringify(fields) })).json(),
    onSuccess: () => navigate('/dashboard'),
  });
  return (
    <form onSubmit={(event) => { event.preventDefault(); login.mutate(); }}>
      {Object.entries(fields).map(([name, value]) => (
        <label key={name}>{name}<input name={name} value={value} onChange={(event) => setFields({ ...fields, [name]: event.target.value })} /></label>
      ))}
      <button type="submit" disabled={login.isPending}>Entrar</button>
      <Link to="/register">Cadastrar</Link>
    </form>
  );
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter><Routes><Route path="*" element={<SignIn />} /></Routes></BrowserRouter>
  </QueryClientProvider>,
);
`,
};

/** Builds the minimal page `FLOOR` as the web is built, with compressed copies. @returns its folder */
async function buildFloor(folder: string): Promise<string> {
  const [{ build }, { default: react }, { compressFolder }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('../web/vite/compress.mjs'),
  ]);
  for (const [name, text] of Object.entries(FLOOR)) writeFileSync(join(folder, name), text);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { target: 'es2022', reportCompressedSize: false },
  });
  const dist = join(folder, 'dist');
  await compressFolder(dist);
  return dist;
}

/** Creates a call with its recording and its analysis: two sides, `SENTENCES` sentences. @returns its id */
async function makeAnalysis(pool: Database, { empresaId, projetoId }: Volume): Promise<string> {
  const client = await pool.pool.connect();
  const [run, result, left, right] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  try {
    await client.query('begin');
    // The call is written in its final state, because the pipeline is not measured here.
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ id: string; auditoria_id: string }>(
      `select id, auditoria_id from auditoria_itens where projeto_id = $1 and status = 'concluido'
        order by created_at desc limit 1`,
      [projetoId],
    );
    const item = rows[0];
    if (!item) throw new Error('the volume scenario has no call that is done');
    // The page shows an analysis only with a recording.
    const key = `${empresaId}/${item.id}/${randomUUID()}`;
    const { size } = await new FilesystemStore(process.env.STORAGE_DIR as string).put(
      key,
      createReadStream(join(ROOT, 'samples/amostra-principal.mp3')),
      { contentType: 'audio/mpeg' },
    );
    await client.query(
      `update auditoria_itens set arquivo_path = $2, arquivo_tipo = 'audio/mpeg', arquivo_tamanho = $3 where id = $1`,
      [item.id, key, size],
    );
    await client.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, iniciada_em,
        terminada_em)
       values ($1, $2, $3, $4, 'concluida', 'manual', '{}', now(), now())`,
      [run, empresaId, projetoId, item.id],
    );
    await client.query(
      `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento, analise_texto, processado_em)
       values ($1, $2, $3, $4, $5, $6, 'concluido', $7, now())`,
      [
        ...[result, empresaId, projetoId, item.auditoria_id, item.id, run],
        JSON.stringify({
          ...{ resumo: 'O cliente pediu a segunda via.', sentimentoPorQuarto: [0, 0.1, 0.2, 0.3] },
          ...{ sentimentoGeral: 'neutro', ofensas: [], respostas: [], modelo: 'medida', sentimentos: {} },
        }),
      ],
    );
    await client.query(
      `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
       select t.id, $1, $2, $3, $4, t.canal::canal, 'medida', 'Bom dia'
         from (values ($5::uuid, 'left'), ($6::uuid, 'right')) t (id, canal)`,
      [empresaId, projetoId, item.id, result, left, right],
    );
    await client.query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante)
       select gen_random_uuid(), $1, t.id, s, 'Bom dia, em que posso ajudar? Sentença ' || s || '.',
         s * 4000 + t.n * 2000, s * 4000 + t.n * 2000 + 1800, 0.9, t.falante
       from (values ($2::uuid, 0, 'agente'), ($3::uuid, 1, 'cliente')) t (id, n, falante),
       generate_series(0, $4::int - 1) s`,
      [empresaId, left, right, SENTENCES / 2],
    );
    await client.query('commit');
    return item.id;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

type Page = {
  name: string;
  url: string;
  /** Selector of content that only a ready page has; in a ready page nothing in `main` is still loading, either. */
  ready: string;
  /** The browser's storage of a signed-in person. */
  storage: Record<string, string>;
  /** Only for a prerendered page: the button to press once the page is ready, and the element that must then appear. */
  asked?: { press: string; answer: string };
};
/** `answers`: time at which the page has reacted to the early press, ms; equals `ready` for pages without a press. */
type Seen = { ready: number; answers: number; scripts: number; requests: number; kilobytes: number };

/** Runs in the page: calls `pronta` once the ready content is painted and the early press is answered. */
const WATCH = ({ ready, asked }: Page) => `(() => {
  const once = (isThere, then) => {
    const look = () => isThere()
      ? requestAnimationFrame(() => setTimeout(() => then(performance.now())))
      : requestAnimationFrame(look);
    requestAnimationFrame(look);
  };
  const asked = ${JSON.stringify(asked ?? null)};
  once(
    () => document.querySelector(${JSON.stringify(ready)})
      && !document.querySelector('[aria-busy="true"]') && !document.querySelector('main .animate-pulse'),
    (ready) => {
      if (!asked) return window.pronta(ready, ready);
      document.querySelector(asked.press).click();
      once(() => document.querySelector(asked.answer), (answers) => window.pronta(ready, answers));
    },
  );
})()`;

/** Measures by what factor Chromium must slow down the processor, so that `WORK` takes `WORK_MS`; at least 1. */
async function throttling(browser: Browser): Promise<number> {
  const tab = await browser.newPage();
  const ms = await tab.evaluate<number>(WORK);
  await tab.close();
  return Math.max(1, WORK_MS / ms);
}

/** Opens a page as a first-time visitor. @param rate slow-down of the processor */
async function visit(browser: Browser, page: Page, rate: number): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  try {
    await context.addInitScript(
      `for (const [key, value] of ${JSON.stringify(Object.entries(page.storage))}) localStorage.setItem(key, value);`,
    );
    await context.addInitScript(WATCH(page));
    let tell: (ms: Pick<Seen, 'ready' | 'answers'>) => void = () => undefined;
    const told = new Promise<Pick<Seen, 'ready' | 'answers'>>((resolve) => {
      tell = resolve;
    });
    await context.exposeBinding('pronta', (_source, ready: number, answers: number) =>
      tell({ ready, answers }),
    );
    const tab = await context.newPage();
    const broken = new Promise<never>((_resolve, reject) => {
      tab.on('pageerror', (error) => reject(new Error(`${page.name}: ${error.message}`)));
      setTimeout(
        () => reject(new Error(`${page.name}: nothing on it after ${PATIENCE_MS} ms`)),
        PATIENCE_MS,
      ).unref();
    });
    const devtools = await context.newCDPSession(tab);
    const asked: string[] = [];
    let bytes = 0;
    devtools.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url));
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    const going = tab.goto(page.url, { waitUntil: 'commit' });
    const times = await Promise.race([told, broken, going.then(() => broken)]);
    if (process.env.PAGINAS_PEDIDOS) console.log(asked.map((url) => `    ${url}`).join('\n'));
    const scripts = asked.filter((url) => new URL(url).pathname.endsWith('.js')).length;
    return { ...times, scripts, requests: asked.length, kilobytes: bytes / 1000 };
  } finally {
    await context.close();
  }
}

/** Compares the most visited pages with a minimal sign-in page; in each round every page is visited once. */
export async function measurePages(pool: Database, volume: Volume): Promise<Row[]> {
  await ensurePrograms(['chromium']);
  await ensureWeb(process.env);
  mkdirSync(join(DATA, 'bench'), { recursive: true });
  const folder = mkdtempSync(join(DATA, 'bench/piso-'));
  const started: { stop: () => Promise<void> }[] = [];
  let browser: Browser | undefined;
  try {
    const item = await makeAnalysis(pool, volume);
    const [product, floor] = await Promise.all([
      startApi({ WEB_DIST }),
      buildFloor(folder).then((dist) => startApi({ WEB_DIST: dist })),
    ]);
    started.push(product, floor);
    const site = (api: { base: string }, path: string) => new URL(path, api.base).href;
    const { user, token } = await openSession(product.base, volume.login);
    const storage = { user: JSON.stringify(user), token };
    const page = (name: string, path: string, ready: string): Page => ({
      ...{ name, url: site(product, path), ready, storage },
    });
    const pages: Page[] = [
      { name: 'piso', url: site(floor, '/'), ready: 'form input + *, form input', storage: {} },
      {
        ...{ name: 'entrar', url: site(product, '/auth'), ready: 'form input[name="cnpj"]', storage: {} },
        // The page refuses an empty form without asking the API, so pressing the button shows an alert.
        asked: { press: 'form [type="submit"]', answer: 'form [role="alert"]' },
      },
      page('lista de ligações', `/dashboard/projects/${volume.projetoId}/ligacoes`, 'main tbody tr td'),
      page('início', '/dashboard', 'main h1'),
      page(
        `análise, ${SENTENCES} sentenças`,
        `/dashboard/call-analysis/${item}`,
        '[aria-label="Frases da gravação"] li',
      ),
      page('relatórios', '/dashboard/relatorios/volume', 'main h2, main table'),
    ].filter(({ name }) => ONLY.test(name));
    browser = await chromium.launch({
      executablePath: findHeadlessChromium() as string,
      args: ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'],
    });
    const rate = await throttling(browser);
    // Warms servers and browser.
    for (const one of pages) await visit(browser, one, rate);
    const seen = new Map<string, Seen[]>(pages.map(({ name }) => [name, []]));
    for (let round = 0; round < TIMES; round++) {
      for (const one of pages) seen.get(one.name)?.push(await visit(browser, one, rate));
    }
    console.log(
      `  processador ${rate.toFixed(1)}× mais lento, 1,6 Mbit/s, 150 ms; carga ${loadavg()
        .map((n) => n.toFixed(1))
        .join(' ')}`,
    );
    const middle = (name: string, key: keyof Seen) => median((seen.get(name) ?? []).map((one) => one[key]));
    for (const { name } of pages) {
      const least = Math.min(...(seen.get(name) ?? []).map((one) => one.ready));
      console.log(
        `  ${name}: ${middle(name, 'scripts')} scripts, ${middle(name, 'requests')} pedidos, ${middle(name, 'kilobytes').toFixed(0)} kB, pronta em ${middle(name, 'ready').toFixed(0)} ms (menor ${least.toFixed(0)})`,
      );
    }
    const rows: Row[] = [];
    /** Computes the median, over the rounds, of a page's figure ÷ the same figure of the minimal page (`FLOOR`). */
    const toFloor = (name: string, key: 'ready' | 'answers') =>
      median(
        (seen.get(name) ?? []).map(
          (one, round) => one[key] / (seen.get('piso')?.[round]?.ready ?? Number.NaN),
        ),
      );
    if (seen.has('entrar') && seen.has('piso')) {
      console.log(
        `  entrar ÷ piso: formulário desenhado, pronto para digitar, ${toFloor('entrar', 'ready').toFixed(2)}; responde ao envio ${toFloor('entrar', 'answers').toFixed(2)} (${middle('entrar', 'answers').toFixed(0)} ms)`,
      );
      rows.push(goal('signIn', toFloor('entrar', 'ready')));
    }
    const list = 'lista de ligações';
    if (seen.has(list)) {
      rows.push(goal('listScripts', Math.max(...(seen.get(list) ?? []).map(({ scripts }) => scripts))));
      if (seen.has('piso')) rows.push(goal('listRows', toFloor(list, 'ready')));
    }
    return rows;
  } finally {
    await browser?.close();
    await Promise.all(started.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
