import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authorisedDevice } from '../../../../tests/support/field-device.ts';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { FieldProvider } from '../device/field.ts';
import { memoryStore } from '../device/storage/memory-store.ts';
import type { FieldStore } from '../log/model.ts';
import { Syncer } from '../sync/syncer.ts';
import { HomePage } from './home-page.tsx';

const questionario = fieldQuestionnaire([fieldQuestion(1)]);
let store: FieldStore;
let installed: boolean;
beforeEach(async () => {
  installed = false;
  store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice('019a0000-0000-7000-8000-00000000000a'));
  window.history.replaceState(null, '', '/entrevista/');
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
  vi.stubGlobal('__VERSAO__', '0');
  const offered = [{ id: questionario.id, nome: questionario.nome, pesquisa: 'Bairro', fechado: null }];
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ success: true, data: offered }), { status: 200 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function show() {
  const nothing = async () => undefined;
  const syncer = new Syncer({
    store,
    transport: {} as never,
    sha256: async () => '',
    contact: async () => true,
    refused: nothing,
    alone: async () => true,
  });
  render(
    <FieldProvider value={{ owner: 'e.u', store, syncer, evicted: false }}>
      <HomePage />
    </FieldProvider>,
  );
}

it('says what an address without a questionnaire lacks, with the way back and what can be asked', async () => {
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Erro ao Carregar Entrevista');
  expect(alert.textContent).toContain('ID do questionário não fornecido');
  expect(screen.getByRole('link', { name: 'Voltar ao Dashboard' }).getAttribute('href')).toBe('/dashboard');
  // The person has already chosen the start page of this device, so the page does not ask again.
  expect(screen.queryByRole('button', { name: 'Entrevistas neste aparelho' })).toBeNull();
  await screen.findByText(questionario.nome);
});

it('takes the questionnaire of a field-only account along by itself, and opens its form at the first visit', async () => {
  await store.setMeta('aparelho', {
    ...authorisedDevice('019a0000-0000-7000-8000-00000000000a'),
    soCampo: true,
  });
  window.history.replaceState(null, '', '/entrevista/inicio');
  const listed = { id: questionario.id, nome: questionario.nome, pesquisa: 'Bairro', fechado: null };
  const fetched = vi.fn<typeof fetch>(async (input) => {
    const data = String(input).endsWith('/baixar') ? questionario : [listed];
    return new Response(JSON.stringify({ success: true, data }), { status: 200 });
  });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('scrollTo', () => undefined);
  show();
  await vi.waitFor(() => expect(window.location.pathname).toBe(`/entrevista/${questionario.id}`));
  expect((await store.questionarios()).map(({ id }) => id)).toEqual([questionario.id]);
  expect(screen.queryByText('ID do questionário não fornecido')).toBeNull();
});

it('offers a draft with its reason and leaves it where it is, also for a field-only account', async () => {
  installed = true;
  await store.setMeta('aparelho', {
    ...authorisedDevice('019a0000-0000-7000-8000-00000000000a'),
    soCampo: true,
  });
  const listed = { id: questionario.id, nome: questionario.nome, pesquisa: 'Bairro', fechado: null };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return Response.json({ success: true, data: [{ ...listed, publicado: false }] });
  });
  show();
  await screen.findByText(/Rascunho, ainda não publicado/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar Bairros' }).disabled).toBe(false);
  expect(screen.queryByRole('button', { name: 'Baixar Bairros' })).toBeNull();
  expect(asked.filter((url) => url.endsWith('/baixar'))).toEqual([]);
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar Bairros' }).disabled).toBe(true);
  vi.restoreAllMocks();
});

it('leads to the sheet of a day that its interviewer has not read', async () => {
  installed = true;
  await store.setMeta('aparelho', {
    ...authorisedDevice('019a0000-0000-7000-8000-00000000000a'),
    folha: '2026-11-28',
  });
  show();
  await screen.findByText(/Você recebeu a folha de 28\/11\/2026/);
  expect(screen.getByRole('link', { name: 'Ler a folha' }).getAttribute('href')).toBe(
    '/dashboard/campo/folhas/2026-11-28',
  );
});

it('is the list of the installed app, which begins here', async () => {
  installed = true;
  show();
  await screen.findByText('Nada a enviar.');
  expect(screen.queryByText('ID do questionário não fornecido')).toBeNull();
});

it('is the list of a device that holds a questionnaire, in a tab as well', async () => {
  await store.keepQuestionario(questionario, 0);
  show();
  await screen.findByText('Nada a enviar.');
  expect(screen.queryByText('ID do questionário não fornecido')).toBeNull();
});
