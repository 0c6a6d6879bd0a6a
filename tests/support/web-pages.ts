// Shared by browser tests: sign-in, data through the API, and axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type Demo, PATIENCE_MS, standingStill } from './browser.ts';

type Login = Demo['logins'][number];

export type Session = {
  token: string;
  user: unknown;
  /** Calls the API as this person. @returns the answer's `data`; fails on any status but 2xx */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
};

/** Signs a person in through the API. @returns the person's session */
export async function openSession(baseUrl: string, { cnpj, email, senha }: Login): Promise<Session> {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cnpj, email, password: senha }),
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { token: string; user: unknown } };
  return {
    ...data,
    api: async (method, path, body) => {
      const answer = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${data.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text).data;
    },
  };
}

/** Prepares a page so that it opens with this session. */
export async function signIn(page: Page, session: Session): Promise<void> {
  const entries = Object.entries({ user: JSON.stringify(session.user), token: session.token });
  await page.addInitScript(
    `for (const [key, value] of ${JSON.stringify(entries)}) localStorage.setItem(key, value);`,
  );
}

/** Creates a call center project, so that the lists of a test contain only its own calls. @returns the project's id */
export async function createProject(session: Session, nome: string): Promise<string> {
  const { id } = await session.api<{ id: string }>('POST', '/projetos', {
    nome,
    tipo_projeto: 'call_center',
  });
  return id;
}

export async function createCall(
  session: Session,
  projetoId: string,
  call: { numero: string; nome?: string; inicio?: string },
): Promise<string> {
  const { id } = await session.api<{ id: string }>('POST', '/auditoria/call-center-default/items/ligacao', {
    projeto_id: projetoId,
    numero_destino: call.numero,
    call_start_time: call.inicio ?? '2026-05-04T13:00:00.000Z',
    metadata: { tipo: 'ligacao', nome_entrevistado: call.nome ?? '' },
  });
  return id;
}

/** Uploads `file` as the recording of an item. @throws Error if the API refuses it */
export async function uploadAudio(
  baseUrl: string,
  session: Session,
  itemId: string,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([file.bytes], { type: 'audio/mpeg' }), file.name);
  const response = await fetch(`${baseUrl}/api/v1/auditoria-item/${itemId}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
}

/** Waits until the demonstration's sample call is analysed; the first test that uses this requests the analysis. */
export async function processSample(session: Session, { itemId }: Demo['amostra']): Promise<void> {
  type Result = { auditoriaItem: { status: string; motivo: string | null } };
  const item = async () =>
    (await session.api<Result>('GET', `/auditoria-items/${itemId}/resultados`)).auditoriaItem;
  if ((await item()).status === 'pendente') {
    await session.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId });
  }
  // Also called before a file's tests, where expect.poll is unavailable.
  await vi.waitFor(async () => expect((await item()).status).toBe('concluido'), {
    timeout: PATIENCE_MS,
    interval: 300,
  });
}

/** Caches axe's parsed colors in a page, because axe spends a third of its time on parsing the same thirty colors. */
const COLORS_ONCE = `{
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    if (known.has(text)) Object.assign(this, known.get(text));
    else {
      parseString.call(this, text);
      const { r, g, b, alpha } = this;
      known.set(text, { r, g, b, alpha });
    }
    return this;
  };
}`;

let source: string | undefined;
function axe(): string {
  const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // The last value is undefined, so that the page does not return the script's result.
  source ??= `${readFileSync(file, 'utf8')};${COLORS_ONCE};undefined`;
  return source;
}

type Violation = { id: string; impact: string | null; nodes: { target: string[]; html: string }[] };

/** Lists the violations that axe finds in a page without frames, but not the passed rules, which would send 40 kB. */
export async function violationsIn(page: Page, options: Record<string, unknown>): Promise<Violation[]> {
  // Loads axe only once per document, because the script has half a megabyte.
  if (!(await page.evaluate<boolean>(`typeof window.axe === 'object'`))) await page.evaluate(axe());
  const all = { reporter: 'no-passes', ...options };
  return page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(all)}).then(({ violations }) => violations)`,
  );
}

/**
 * Fails if axe finds a serious or critical violation of WCAG 2.2 AA on the page at rest (`waitForRest`).
 * @param options.loading true to look while the page still loads
 */
export async function expectNoSeriousViolation(page: Page, options?: { loading?: boolean }): Promise<void> {
  // Without `preload` axe refetches no style sheets or media; rules that need them have other tags or are not serious.
  const rules = {
    preload: false,
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  };
  const violations = await standingStill(page, () => violationsIn(page, rules), options);
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, alvos: nodes.map(({ target }) => target.join(' ')) }));
  expect(serious).toEqual([]);
}
