import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorisedDevice } from '../../../../tests/support/field-device.ts';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { forgetOldBeginning } from '../device/beginning.ts';
import { FieldProvider } from '../device/field.ts';
import { addressOf, usePlace } from '../device/place.ts';
import { memoryStore } from '../device/storage/memory-store.ts';
import { begin } from '../log/interview.ts';
import type { FieldStore } from '../log/model.ts';
import { Syncer } from '../sync/syncer.ts';
import { RunnerPage } from './runner-page.tsx';
import { Toasts } from './toasts.tsx';

const E = '019a0000-0000-7000-8000-00000000000a';
const option = (n: number, texto_resposta: string, especial: 'nao_sabe' | null = null) => ({
  id: `019a0000-0000-7000-8000-0000000020${n}0`,
  texto_resposta,
  valor: n,
  ordem: n,
  especial,
  regras: null,
});
const pergunta = fieldQuestion(1, {
  tipo: 'escolha',
  texto_pergunta: 'Está satisfeito?',
  respostas_definidas: [option(1, 'Sim'), option(2, 'Não sabe', 'nao_sabe'), option(3, 'Não')],
});

let store: FieldStore;
/** The server's answer to the download of the questionnaire. */
let answer: { status: number; body: unknown };
const fetched = vi.fn<typeof fetch>();
beforeEach(async () => {
  store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice(E));
  fetched.mockImplementation(
    async () => new Response(JSON.stringify(answer.body), { status: answer.status }),
  );
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function Page() {
  const place = usePlace();
  return <RunnerPage place={{ ...place, questionarioId: place.questionarioId ?? '' }} />;
}

function show(questionario: QuestionarioBaixado, entrevistaId: string | null = null) {
  answer ??= { status: 200, body: { success: true, data: questionario } };
  window.history.replaceState(null, '', addressOf({ questionarioId: questionario.id, entrevistaId }));
  const nothing = async () => undefined;
  const syncer = new Syncer({
    store,
    transport: {} as never,
    sha256: async () => '',
    contact: async () => true,
    refused: nothing,
    alone: async () => true,
  });
  return render(
    <FieldProvider value={{ owner: 'e.u', store, syncer, evicted: false }}>
      <Page />
      <Toasts />
    </FieldProvider>,
  );
}

/** Stores an interview in progress whose respondent has given consent. */
async function going(questionario: QuestionarioBaixado): Promise<void> {
  await store.keepQuestionario(questionario, 0);
  const passo = begin(E, questionario, { nome: 'Dona Lurdes', telefone: null }, 'Sem microfone.', Date.now());
  await store.commit({
    ...passo,
    entrevista: { ...passo.entrevista, fase: 'perguntas', consentimento: 'aceito' },
  });
}

beforeEach(() => {
  answer = { status: 200, body: { success: true, data: fieldQuestionnaire([pergunta]) } };
});

it('shows a draft without publishing it, and publishes it when the interview begins', async () => {
  const published = fieldQuestionnaire([pergunta]);
  const asked: string[] = [];
  fetched.mockImplementation(async (_, init) => {
    const { para } = JSON.parse(String(init?.body));
    asked.push(para);
    return Response.json({
      success: true,
      data: { ...published, versao: para === 'iniciar' ? published.versao : null },
    });
  });
  show(published);
  await screen.findByText(/Rascunho, ainda não publicado/);
  expect(asked).toEqual(['mostrar']);
  expect(await store.questionarios()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/Nome completo/), { target: { value: 'Dona Lurdes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  fireEvent.click(await screen.findByRole('button', { name: /sem gravação/i }));
  await waitFor(async () =>
    expect(await store.entrevistas()).toMatchObject([{ versaoId: published.versao.id }]),
  );
  expect(asked).toEqual(['mostrar', 'iniciar']);
});

describe('a full total goal', () => {
  const full = (questionario: QuestionarioBaixado) =>
    store.setMeta('metas', [
      {
        questionario_id: questionario.id,
        contadas_em: '2026-11-29T12:00:00.000Z',
        total: { meta: 10, feitas: 10, encerra: true },
        tabelas: [],
      },
    ]);

  it('ends an interview politely after the screening questions, whatever was answered', async () => {
    const encerra = { faixa: { de: 0, ate: 15 }, mensagem: null };
    const questionario = fieldQuestionnaire([
      fieldQuestion(1, { tipo: 'numero', campo_texto: false, regras: { encerra } }),
      fieldQuestion(2),
    ]);
    await going(questionario);
    await full(questionario);
    show(questionario, E);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: '40' } });
    fireEvent.click(screen.getByRole('button', { name: /Próxima/ }));
    await screen.findByText(/A meta total de entrevistas está completa/);
    fireEvent.click(screen.getByRole('button', { name: 'Encerrar entrevista' }));
    await waitFor(async () => expect(await store.entrevista(E)).toMatchObject({ desfecho: 'cota' }));
  });

  it('lets no interview begin where no question screens', async () => {
    const questionario = fieldQuestionnaire([pergunta]);
    await full(questionario);
    show(questionario);
    await screen.findByText(/A meta total de entrevistas deste questionário está completa/);
    expect(screen.queryByRole('button', { name: 'Iniciar Entrevista' })).toBeNull();
  });
});

it('says whether the options are read, and sets apart what is never offered', async () => {
  const questionario = fieldQuestionnaire([pergunta]);
  await going(questionario);
  show(questionario, E);
  await screen.findByText('Leia as opções');
  const apart = screen.getByRole('group', { name: 'Nunca leia' });
  const texts = (all: HTMLElement[]) => all.map((one) => (one as HTMLInputElement).value.at(-2));
  expect(texts(within(apart).getAllByRole('radio'))).toEqual(['2']);
  expect(texts(screen.getAllByRole('radio'))).toEqual(['1', '3', '2']);
  // The keys are the positions in the question, which are also the numbers shown beside the options.
  fireEvent.keyDown(window, { key: '2' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Não sabe/ }).checked).toBe(true),
  );
});

it('goes on by Enter after an answer by key, also where a button was used before', async () => {
  const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
  await going(questionario);
  show(questionario, E);
  const interrupt = await screen.findByRole('button', { name: 'Interromper' });
  interrupt.focus();
  fireEvent.click(interrupt);
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar a entrevista' }));
  interrupt.focus();
  fireEvent.keyDown(interrupt, { key: '1' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Sim/ }).checked).toBe(true),
  );
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
  await screen.findByText('Pergunta de número 2?');
});

it('says of a free answer that its options are not read', async () => {
  const questionario = fieldQuestionnaire([{ ...pergunta, ler_opcoes: false }]);
  await going(questionario);
  show(questionario, E);
  await screen.findByText('Não leia as opções');
});

it('stores what is chosen at once, tells of what could not be, and stores it with the next', async () => {
  const full = { now: false };
  store = memoryStore(() => {
    if (full.now) throw new DOMException('cheio', 'UnknownError');
  });
  const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
  await going(questionario);
  show(questionario, E);
  fireEvent.click(await screen.findByRole('radio', { name: /^Sim/ }));
  const answersOf = async () =>
    (await store.eventos(E, 1, 100)).flatMap(({ tipo, valor }) =>
      tipo === 'resposta_alterada' ? [valor] : [],
    );
  await waitFor(async () => expect(await answersOf()).toEqual([{ opcoes: [option(1, '').id], texto: null }]));
  full.now = true;
  fireEvent.click(screen.getByRole('radio', { name: /^Não 3|^Não$|^Não\b(?! sabe)/ }));
  await screen.findByText('Erro ao salvar resposta. Tente novamente.');
  expect(await answersOf()).toHaveLength(1);
  full.now = false;
  fireEvent.click(screen.getByRole('button', { name: 'Próxima' }));
  await screen.findByText('Pergunta de número 2?');
  expect(await answersOf()).toMatchObject([{}, { opcoes: [option(3, '').id] }]);
  const log = await store.eventos(E, 1, 100);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
});

it('stays at a question until its answer is on the disk, and takes one way on at a time', async () => {
  let free: (() => void) | null = null;
  let held: Promise<void> | undefined;
  store = memoryStore(() => held);
  const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
  await going(questionario);
  show(questionario, E);
  const yes = await screen.findByRole<HTMLInputElement>('radio', { name: /^Sim/ });
  held = new Promise<void>((resolve) => {
    free = resolve;
  });
  fireEvent.click(yes);
  await waitFor(() => expect(yes.checked).toBe(true));
  fireEvent.keyDown(window, { key: 'Enter' });
  fireEvent.keyDown(window, { key: 'Enter' });
  await screen.findByRole('group', { busy: true });
  expect(screen.queryByText('Pergunta de número 2?')).toBeNull();
  held = undefined;
  free!();
  await screen.findByText('Pergunta de número 2?');
  expect((await store.entrevista(E))!.respostas).toMatchObject({
    [pergunta.id]: { opcoes: [option(1, '').id] },
  });
});

describe('what is pressed twice', () => {
  const twoKinds = fieldQuestionnaire([
    { ...pergunta, campo_texto: false },
    { ...pergunta, id: fieldQuestion(2).id, texto_pergunta: 'E à noite?', campo_texto: false },
    fieldQuestion(3),
  ]);
  let now = 10_000;
  const later = (ms: number) => {
    now += ms;
  };
  beforeEach(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    await going(twoKinds);
    show(twoKinds, E);
    await screen.findByRole('radio', { name: /^Sim/ });
    later(5000);
  });
  afterEach(() => vi.restoreAllMocks());
  const next = (detail = 1) => fireEvent.click(screen.getByRole('button', { name: 'Próxima' }), { detail });

  it('does not pass over an optional question that nobody saw; a moment later it does', async () => {
    next();
    await screen.findByText('E à noite?');
    later(200);
    next(2);
    fireEvent.keyDown(window, { key: 'Enter' });
    // Waits until everything that the key may have started has run.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    later(400);
    // A key that stays pressed skips no question.
    fireEvent.keyDown(window, { key: 'Enter', repeat: true });
    fireEvent.keyDown(window, { key: 'Enter' });
    await screen.findByText('Pergunta de número 3?');
    await waitFor(async () => {
      const shown = (await store.eventos(E, 1, 100)).filter(({ tipo }) => tipo === 'pergunta_exibida');
      const [before, after] = shown.slice(-2);
      expect([after?.pergunta_id, after!.mono_ms - before!.mono_ms]).toEqual([fieldQuestion(3).id, 600]);
    });
  });

  it('goes on at once from what is answered, by a key that comes as the question is drawn', async () => {
    next();
    await screen.findByText('E à noite?');
    fireEvent.keyDown(window, { key: '1' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Sim/ }).checked).toBe(true),
    );
    fireEvent.keyDown(window, { key: 'Enter' });
    await screen.findByText('Pergunta de número 3?');
  });

  it('chooses nothing by the second half of a double click', async () => {
    next();
    await screen.findByText('E à noite?');
    const yes = screen.getByRole<HTMLInputElement>('radio', { name: /^Sim/ });
    fireEvent.click(yes, { detail: 2 });
    expect(yes.checked).toBe(false);
    fireEvent.click(yes, { detail: 1 });
    await waitFor(() => expect(yes.checked).toBe(true));
  });
});

it('keeps no refusal on screen once there is an answer', async () => {
  const questionario = fieldQuestionnaire([fieldQuestion(1), fieldQuestion(2)]);
  await going(questionario);
  show(questionario, E);
  const next = await screen.findByRole('button', { name: 'Próxima' });
  fireEvent.click(next);
  await screen.findByText('Resposta obrigatória');
  fireEvent.change(screen.getByLabelText('Resposta'), { target: { value: 'Boa.' } });
  fireEvent.click(next);
  await screen.findByText('Pergunta de número 2?');
  expect(screen.queryByText('Resposta obrigatória')).toBeNull();
});

it('speaks of a missing name only where the name is missing', async () => {
  show(fieldQuestionnaire([pergunta]));
  const name = await screen.findByLabelText(/Nome completo/);
  fireEvent.change(name, { target: { value: 'x'.repeat(201) } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  await screen.findByRole('alert');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Campo obrigatório')).toBeNull();
  expect(await store.entrevistas()).toEqual([]);
});

it('refuses a phone that is none, at its field', async () => {
  show(fieldQuestionnaire([pergunta]));
  fireEvent.change(await screen.findByLabelText(/Nome completo/), { target: { value: 'Dona Iraci' } });
  const phone = screen.getByLabelText(/Telefone/);
  fireEvent.change(phone, { target: { value: 'abc' } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Informe um telefone, como (11) 98765-4321.');
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(await store.entrevistas()).toEqual([]);
});

it('says why no interview can begin before anybody is asked for a name', async () => {
  const message = 'O projeto desta pesquisa está inativo e não recebe novas entrevistas.';
  answer = { status: 422, body: { success: false, message, code: 'regra_violada' } };
  // If the server refuses, a questionnaire that was downloaded earlier is not used instead.
  await store.keepQuestionario(fieldQuestionnaire([pergunta]), 0);
  show(fieldQuestionnaire([pergunta]));
  await screen.findByText(message);
  expect(screen.queryByRole('button', { name: 'Iniciar Entrevista' })).toBeNull();
});

it('takes the questionnaire as it was downloaded where the server does not answer', async () => {
  answer = { status: 503, body: null };
  await store.keepQuestionario(fieldQuestionnaire([pergunta]), 0);
  show(fieldQuestionnaire([pergunta]));
  await screen.findByText(/este é o questionário baixado em/);
  await screen.findByRole('button', { name: 'Iniciar Entrevista' });
});

describe('what is typed', () => {
  const answerOf = async () => (await store.entrevista(E))!.respostas[fieldQuestion(1).id]?.texto;
  const write = (text: string) =>
    fireEvent.change(screen.getByLabelText('Resposta'), { target: { value: text } });
  const TEXT = 'O ônibus demora, passa cheio e não para.';

  it('without a pause is stored each second, so that a browser that is killed loses no more', async () => {
    const questionario = fieldQuestionnaire([fieldQuestion(1)]);
    await going(questionario);
    show(questionario, E);
    await screen.findByLabelText('Resposta');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let length = 1; length <= TEXT.length; length += 1) {
        write(TEXT.slice(0, length));
        await act(() => vi.advanceTimersByTimeAsync(170));
        // At six letters a second, the stored answer may lack at most the last six letters.
        if (length > 6) expect((await answerOf())?.length).toBeGreaterThanOrEqual(length - 6);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['the way back', (unmount: () => void) => unmount()],
    ['another field', () => fireEvent.blur(screen.getByLabelText('Resposta'))],
    ['the page that closes', () => fireEvent(window, new Event('pagehide'))],
  ])('is stored with %s', async (_, leave) => {
    const questionario = fieldQuestionnaire([fieldQuestion(1)]);
    await going(questionario);
    const { unmount } = show(questionario, E);
    await screen.findByLabelText('Resposta');
    write('Falta água toda semana.');
    leave(unmount);
    await waitFor(async () => expect(await answerOf()).toBe('Falta água toda semana.'));
  });

  it('beside an option of its own is stored with the way back', async () => {
    const other = { ...option(4, 'Outro'), especial: 'outro' as const };
    const questionario = fieldQuestionnaire([
      { ...pergunta, respostas_definidas: [option(1, 'Sim'), other] },
    ]);
    await going(questionario);
    const { unmount } = show(questionario, E);
    fireEvent.click(await screen.findByRole('radio', { name: /^Outro/ }));
    fireEvent.change(await screen.findByLabelText('Qual?'), { target: { value: 'Às vezes' } });
    unmount();
    await waitFor(async () => expect(await answerOf()).toBe('Às vezes'));
  });

  it('as the reason of an interruption is there again', async () => {
    const questionario = fieldQuestionnaire([fieldQuestion(1)]);
    await going(questionario);
    const { unmount } = show(questionario, E);
    fireEvent.click(await screen.findByRole('button', { name: 'Interromper' }));
    fireEvent.change(screen.getByLabelText(/^Motivo/), { target: { value: 'Precisou sair.' } });
    unmount();
    await waitFor(async () => expect((await store.entrevista(E))!.motivoDigitado).toBe('Precisou sair.'));
    show(questionario, E);
    fireEvent.click(await screen.findByRole('button', { name: 'Interromper' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Motivo/).value).toBe('Precisou sair.');
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Interromper' }));
    await waitFor(async () => expect((await store.entrevista(E))!.fase).toBe('interrompida'));
    expect(await store.entrevista(E)).not.toHaveProperty('motivoDigitado');
  });

  it('before an interview begins is offered again for a few minutes, and said to be from before', async () => {
    const questionario = fieldQuestionnaire([pergunta]);
    const first = show(questionario);
    fireEvent.change(await screen.findByLabelText(/Nome completo/), { target: { value: 'Dona Iraci' } });
    fireEvent.change(screen.getByLabelText(/Telefone/), { target: { value: '(11) 98888-7777' } });
    first.unmount();
    await waitFor(async () => expect((await store.meta('inicio'))?.telefone).toBe('(11) 98888-7777'));
    const again = show(questionario);
    await screen.findByDisplayValue('Dona Iraci');
    screen.getByText(/antes de esta página ser fechada/);
    fireEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    again.unmount();
    await waitFor(async () => expect(await store.meta('inicio')).toBeUndefined());
    // After a quarter of an hour the name is not offered, because the next respondent may be another person.
    const old = {
      questionarioId: questionario.id,
      nome: 'Dona Iraci',
      telefone: '',
      em: Date.now() - 16 * 60_000,
    };
    await store.setMeta('inicio', old);
    show(questionario);
    const name = await screen.findByLabelText<HTMLInputElement>(/Nome completo/);
    await act(async () => undefined);
    expect(name.value).toBe('');
    await forgetOldBeginning(store, Date.now());
    expect(await store.meta('inicio')).toBeUndefined();
  });
});

it('offers to go on with an interview of the questionnaire that is not finished, or to begin another', async () => {
  const questionario = fieldQuestionnaire([pergunta]);
  await going(questionario);
  show(questionario);
  await screen.findByRole('button', { name: 'Continuar Dona Lurdes' });
  expect(screen.queryByLabelText(/Nome completo/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Começar outra' }));
  await screen.findByLabelText(/Nome completo/);
});

it('leads back to the interview that is not finished', async () => {
  const questionario = fieldQuestionnaire([pergunta]);
  await going(questionario);
  show(questionario);
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar Dona Lurdes' }));
  await screen.findByText('Está satisfeito?');
});

it.each([
  [
    'no room',
    new DOMException('The current transaction exceeded its quota', 'QuotaExceededError'),
    /^Não há espaço/,
  ],
  [
    'a store that fails',
    new DOMException('Internal error', 'UnknownError'),
    /^A entrevista não pôde ser lida/,
  ],
])('says of an interview that does not open for %s what it is', async (_, fault, said) => {
  const broken = { now: null as Error | null };
  store = memoryStore(() => {
    if (broken.now) throw broken.now;
  });
  const questionario = fieldQuestionnaire([pergunta]);
  await going(questionario);
  broken.now = fault;
  show(questionario, E);
  await screen.findByText(said);
  expect(document.body.textContent).not.toMatch(/transaction|Internal/);
});

it('says that there is no room where not even the questionnaire fits', async () => {
  store.keepQuestionario = async () => {
    throw new DOMException('The current transaction exceeded its quota', 'QuotaExceededError');
  };
  show(fieldQuestionnaire([pergunta]));
  await screen.findByText('Não há espaço neste aparelho.');
});

it('says of an interview that began elsewhere where it goes on', async () => {
  show(fieldQuestionnaire([pergunta]), E);
  await screen.findByText('Esta entrevista não está neste aparelho');
});

it('says at the question that it needs an answer, until there is one', async () => {
  const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
  await going(questionario);
  show(questionario, E);
  fireEvent.click(await screen.findByRole('button', { name: 'Próxima' }));
  const said = await screen.findByText('Responda a esta pergunta para continuar.');
  expect(screen.getByRole('group', { name: /Está satisfeito/ }).getAttribute('aria-describedby')).toBe(
    said.id,
  );
  fireEvent.keyDown(window, { key: '1' });
  await waitFor(() => expect(screen.queryByText('Responda a esta pergunta para continuar.')).toBeNull());
});

describe('a scale to 10', () => {
  const scale = fieldQuestion(1, { tipo: 'escala', minimo: 0, maximo: 10 });
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio').flatMap((one) => (one.checked ? [one.value] : []));
  beforeEach(async () => {
    const questionario = fieldQuestionnaire([scale, fieldQuestion(2)]);
    await going(questionario);
    show(questionario, E);
    await screen.findAllByRole('radio');
  });

  it('takes 10 by its two keys, and 1 alone after a moment', async () => {
    fireEvent.keyDown(window, { key: '1' });
    expect(chosen()).toEqual([]);
    fireEvent.keyDown(window, { key: '0' });
    await waitFor(() => expect(chosen()).toEqual(['10']));
    fireEvent.keyDown(window, { key: '1' });
    await waitFor(() => expect(chosen()).toEqual(['1']));
    const log = await store.eventos(E, 1, 100);
    expect(log.flatMap(({ valor }) => (valor?.texto ? [valor.texto] : []))).toEqual(['10', '1']);
  });

  it('chooses the waiting key and goes on by Enter', async () => {
    fireEvent.keyDown(window, { key: '1' });
    fireEvent.keyDown(window, { key: 'Enter' });
    await screen.findByText('Pergunta de número 2?');
    const log = await store.eventos(E, 1, 100);
    expect(log.flatMap(({ valor }) => (valor?.texto ? [valor.texto] : []))).toEqual(['1']);
  });
});

it('stays in the installed field after an interview, the next one at the thumb', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const questionario = fieldQuestionnaire([{ ...pergunta, campo_texto: false }]);
  await going(questionario);
  show(questionario, E);
  await screen.findByText('Está satisfeito?');
  fireEvent.keyDown(window, { key: '1' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Sim/ }).checked).toBe(true),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Finalizar Entrevista' }));
  await screen.findByRole('heading', { name: 'Entrevista finalizada!' });
  expect(screen.queryByRole('link', { name: 'Voltar ao Dashboard' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Nova entrevista' }));
  await screen.findByLabelText(/Nome completo/);
});

describe('goals', () => {
  const metas = (feitas: number, encerra = true) => [
    {
      questionario_id: fieldQuestionnaire([pergunta]).id,
      contadas_em: '2026-11-29T12:00:00Z',
      total: null,
      tabelas: [
        {
          encerra,
          dimensoes: [
            {
              tipo: 'opcoes' as const,
              pergunta_id: pergunta.id,
              grupos: [{ texto: 'Satisfeitos', opcoes: [option(1, 'Sim').id] }],
            },
          ],
          celulas: [{ chave: '0', nomes: ['Satisfeitos'], meta: 3, feitas }],
        },
      ],
    },
  ];
  const chosen = async () => {
    const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
    await going(questionario);
    show(questionario, E);
    await screen.findByText('Está satisfeito?');
    fireEvent.keyDown(window, { key: '1' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /Sim/ }).checked).toBe(true),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Próxima' }));
  };

  it('end an interview of a full profile politely, and for good', async () => {
    await store.setMeta('metas', metas(3));
    await chosen();
    await screen.findByRole('heading', { name: 'A entrevista termina aqui' });
    expect(screen.getByText(/A cota deste perfil está completa \(Satisfeitos\)/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    await screen.findByText('Está satisfeito?');
    fireEvent.click(screen.getByRole('button', { name: 'Próxima' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Encerrar entrevista' }));
    await screen.findByText('Entrevista encerrada');
    const events = await store.eventos(E, 1, 100);
    expect(events.at(-1)).toMatchObject({ tipo: 'encerrada', motivo: 'cota', pergunta_id: pergunta.id });
  });

  it('let it go on while the profile lacks one, or where goals may be passed', async () => {
    await store.setMeta('metas', metas(2));
    await chosen();
    await waitFor(() => expect(screen.queryByText('Está satisfeito?')).toBeNull());
    expect(screen.queryByRole('heading', { name: 'A entrevista termina aqui' })).toBeNull();
  });

  it('count the interviews of this device that the server has not seen end', async () => {
    await store.setMeta('metas', metas(2));
    const questionario = fieldQuestionnaire([pergunta, fieldQuestion(2)]);
    const other = begin(`${E.slice(0, -1)}b`, questionario, { nome: 'A', telefone: null }, null, 0);
    const respostas = { [pergunta.id]: { opcoes: [option(1, 'Sim').id], texto: '' } };
    await store.commit({ ...other, entrevista: { ...other.entrevista, fase: 'concluida', respostas } });
    await chosen();
    await screen.findByRole('heading', { name: 'A entrevista termina aqui' });
  });
});
