import { login } from '@escuta/shared/contracts/accounts/auth';
import { exportExtrato } from '@escuta/shared/contracts/accounts/creditos';
import { fetchGravacao } from '@escuta/shared/contracts/calls/item-gravacao';
import { validateInsight } from '@escuta/shared/contracts/insights/insights';
import { getProjeto, listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, buildUrl, call, callFile, errorMessage, toApiError, upload } from './api.ts';
import { createQueryClient } from './query.ts';
import { session } from './session.ts';

const user = { id: 'u1', email: 'ana@aurora.com.br', role: 'gerente', empresa_id: 'e1' };
const tokenOf = (name: string) => `${name}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600, name }))}.z`;

function answer(status: number, body: unknown, statusText = ''): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, statusText });
}

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  session.start({ token: tokenOf('a'), user });
});
afterEach(() => {
  session.end('logout');
  vi.unstubAllGlobals();
});

describe('buildUrl', () => {
  it('fills the path, leaves absent values out and repeats lists', () => {
    expect(
      buildUrl(
        '/projetos/{id}/itens',
        { id: 'a/b' },
        { page: 2, q: '', status: undefined, tags: ['x', 'y z'] },
      ),
    ).toBe('/api/v1/projetos/a%2Fb/itens?page=2&tags=x&tags=y+z');
    expect(() => buildUrl('/projetos/{id}', {}, undefined)).toThrow('Falta o parâmetro id');
  });
});

describe('toApiError', () => {
  it('reads message, else error, else details, else the status', () => {
    const at = { status: 422, statusText: 'Unprocessable' };
    expect(toApiError(at, { message: 'm', error: 'e' }).message).toBe('m');
    expect(toApiError(at, { error: 'e', details: 'd' }).message).toBe('e');
    expect(toApiError(at, { message: '', details: 'd' }).message).toBe('d');
    expect(toApiError(at, { details: { campo: 1 } }).message).toBe('HTTP 422: Unprocessable');
    expect(toApiError({ status: 502, statusText: '' }, '<html>').message).toBe('HTTP 502');
    expect(toApiError(at, { message: 'm', code: 'regra_violada', requestId: 'r1' })).toMatchObject({
      status: 422,
      code: 'regra_violada',
      requestId: 'r1',
    });
  });
});

describe('errorMessage', () => {
  it('is the API’s own words, and the screen’s where an answer is not the API’s', () => {
    const fallback = 'Erro ao listar empresas';
    expect(
      errorMessage(toApiError({ status: 409, statusText: '' }, { message: 'Já existe.' }), fallback),
    ).toBe('Já existe.');
    for (const status of [413, 502, 504]) {
      const proxy = toApiError({ status, statusText: 'Bad Gateway' }, null);
      expect(errorMessage(proxy, fallback)).toBe(fallback);
      expect(proxy.message).toBe(`HTTP ${status}: Bad Gateway`);
    }
    expect(errorMessage(new TypeError('x'), fallback)).toBe(fallback);
    // Without a `fallback` of the screen, the general text is returned.
    expect(errorMessage(toApiError({ status: 502, statusText: '' }, null))).toBe('Erro na resposta da API.');
  });
});

describe('call', () => {
  it('sends the token and gives the answer', async () => {
    fetchMock.mockResolvedValue(answer(200, { success: true, data: { nome: 'SAC' } }));
    const result = await call(getProjeto, { params: { id: 'p1' } });
    expect(result.data.nome).toBe('SAC');
    const [url, init] = fetchMock.mock.calls[0]!;
    expect(url).toBe('/api/v1/projetos/p1');
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${session.get()?.token}`);
  });

  it('sends no token to a public route', async () => {
    fetchMock.mockResolvedValue(answer(200, { success: true, data: {} }));
    await call(login, { body: { email: 'a@b.co', password: 'x', cnpj: '1' } });
    const init = fetchMock.mock.calls[0]![1];
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
    expect(init?.body).toBe('{"email":"a@b.co","password":"x","cnpj":"1"}');
  });

  it('sends to its end what a screen shows as done already, as much of it as browsers do', async () => {
    fetchMock.mockImplementation(async () => answer(200, { success: true, data: {} }));
    const sent = async (observacoes: string, outlivesPage?: boolean) => {
      const body = { veredito: 'aprovado', observacoes } as const;
      await call(validateInsight, { params: { id: 'g1' }, body, outlivesPage });
      return fetchMock.mock.lastCall?.[1]?.keepalive;
    };
    expect(await sent('', true)).toBe(true);
    expect(await sent('')).toBeUndefined();
    // The limit counts bytes, not characters.
    expect(await sent('ç'.repeat(20_000), true)).toBeUndefined();
    // The limit holds for all pending requests together, because browsers refuse a greater total.
    const arrivals: (() => void)[] = [];
    fetchMock.mockImplementation(
      () =>
        new Promise((resolve) => {
          arrivals.push(() => resolve(answer(200, { success: true, data: {} })));
        }),
    );
    const sending = [0, 1].map(() => {
      const body = { veredito: 'aprovado', observacoes: 'ç'.repeat(9000) } as const;
      return call(validateInsight, { params: { id: 'g1' }, body, outlivesPage: true });
    });
    expect(fetchMock.mock.calls.slice(-2).map(([, init]) => init?.keepalive)).toEqual([true, undefined]);
    for (const arrive of arrivals) arrive();
    await Promise.all(sending);
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(sent('ç'.repeat(9000), true)).rejects.toMatchObject({ code: 'sem_conexao' });
    fetchMock.mockImplementation(async () => answer(200, { success: true, data: {} }));
    expect(await sent('ç'.repeat(9000), true)).toBe(true);
  });

  it('a refused token ends the session', async () => {
    fetchMock.mockResolvedValue(answer(401, { message: 'Sessão encerrada.' }));
    await expect(call(listProjetos)).rejects.toMatchObject({ status: 401, message: 'Sessão encerrada.' });
    expect(session.get()).toBeNull();
    expect(session.lastEnd()).toBe('recusada');
  });

  it('a late refusal of an old token leaves the new session alone', async () => {
    fetchMock.mockImplementation(async () => {
      session.start({ token: tokenOf('b'), user });
      return answer(401, { message: 'x' });
    });
    await expect(call(listProjetos)).rejects.toBeInstanceOf(ApiError);
    expect(session.get()).not.toBeNull();
  });

  it('a wrong password does not end anything', async () => {
    fetchMock.mockResolvedValue(answer(401, { message: 'CNPJ, e-mail ou senha incorretos.' }));
    await expect(call(login, { body: { email: 'a@b.co', password: 'x', cnpj: '1' } })).rejects.toThrow(
      'incorretos',
    );
    expect(session.get()).not.toBeNull();
  });

  it('without a session asks nothing of the server', async () => {
    session.end('logout');
    await expect(call(listProjetos)).rejects.toThrow('Usuário não autenticado.');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('says when the server cannot be reached, and passes an abort on', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call(listProjetos)).rejects.toMatchObject({
      status: 0,
      code: 'sem_conexao',
      message: 'Não foi possível conectar com o servidor. Verifique sua conexão.',
    });
    const controller = new AbortController();
    controller.abort();
    fetchMock.mockRejectedValue(controller.signal.reason);
    await expect(call(listProjetos, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('a server that does not answer', () => {
  /** A fetch that never answers: its promise ends only when its signal aborts. */
  const swallow: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  /** A fetch whose headers arrive at once, and whose body stops after its first bytes. */
  const stopHalfway: typeof fetch = async (_url, init) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"success":'));
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      }),
    );
  /** Records how a call ends; `error` stays undefined while the call is pending. */
  const outcome = (asked: Promise<unknown>) => {
    const state: { error?: unknown } = {};
    asked.catch((error: unknown) => Object.assign(state, { error }));
    return state;
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given up after 60 s, with what to do', async () => {
    fetchMock.mockImplementation(swallow);
    const reading = outcome(call(listProjetos));
    const saving = outcome(call(validateInsight, { params: { id: 'g1' }, body: { veredito: 'aprovado' } }));
    await vi.advanceTimersByTimeAsync(59_000);
    expect([reading, saving]).toEqual([{}, {}]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reading.error).toMatchObject({
      status: 0,
      code: 'tempo_esgotado',
      message: 'O servidor demorou demais para responder. Tente novamente.',
    });
    expect(saving.error).toMatchObject({
      code: 'tempo_esgotado',
      message: 'O servidor demorou demais para responder. Confira se a alteração foi feita antes de repetir.',
    });
  });

  it('is given up when it stops in the middle of an answer, and waited for longer where the contract says so', async () => {
    fetchMock.mockImplementation(stopHalfway);
    const halfway = outcome(call(listProjetos));
    fetchMock.mockImplementation(swallow);
    const slow = outcome(call(fetchGravacao, { params: { id: 'i1' } }));
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(halfway.error).toMatchObject({ code: 'tempo_esgotado' }));
    expect(slow).toEqual({});
    await vi.advanceTimersByTimeAsync((fetchGravacao.answerS ?? 0) * 1000 - 60_000);
    expect(slow.error).toMatchObject({ code: 'tempo_esgotado' });
  });

  it('is left when the caller gives up first', async () => {
    fetchMock.mockImplementation(swallow);
    const controller = new AbortController();
    const asked = outcome(call(listProjetos, { signal: controller.signal }));
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.error).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up while it sends a file that stopped, and not while bytes of it come', async () => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    fetchMock.mockImplementation(
      async (_url, init) =>
        new Response(
          new ReadableStream<Uint8Array>({
            start(controller) {
              body = controller;
              init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
            },
          }),
        ),
    );
    const file = outcome(callFile(exportExtrato, { params: { empresaId: 'e1' } }));
    for (let at = 0; at < 4; at++) {
      await vi.advanceTimersByTimeAsync(45_000);
      body?.enqueue(new Uint8Array([at]));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(file).toEqual({});
    await vi.advanceTimersByTimeAsync(61_000);
    expect(file.error).toMatchObject({ code: 'tempo_esgotado' });
  });
});

it('is not asked again by itself for what it did not answer in time', () => {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
  const again = (code: string) => typeof retry === 'function' && retry(0, new ApiError(0, code, ''));
  expect([again('sem_conexao'), again('tempo_esgotado')]).toEqual([true, false]);
});

describe('upload', () => {
  it('is cancelled before it starts when its signal already is', async () => {
    const controller = new AbortController();
    controller.abort();
    const { uploadAudio } = await import('@escuta/shared/contracts/calls/item-gravacao');
    await expect(
      upload(uploadAudio, new Blob(['x']), { params: { id: 'i1' }, signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
