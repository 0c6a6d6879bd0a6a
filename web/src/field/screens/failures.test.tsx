// Failures in the field and what each means for the interviewer, one in each test. Failures that can be tested only in
// Chromium are in tests/e2e/entrevista-em-campo.test.ts.
import { activeMs, marksOf } from '@escuta/shared/domain/interview/device/active-time';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authorisedDevice } from '../../../../tests/support/field-device.ts';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { session } from '../../lib/network/session.ts';
import { contact } from '../device/device.ts';
import { FieldProvider } from '../device/field.ts';
import { wasEvicted } from '../device/owner.ts';
import { LiveInterview } from '../device/sound/live-interview.ts';
import type { RecorderEvents } from '../device/sound/recorder.ts';
import { copyLines } from '../device/storage/export-copy.ts';
import { memoryStore } from '../device/storage/memory-store.ts';
import { keepUpdated } from '../device/updates.ts';
import { answer, begin, end } from '../log/interview.ts';
import type { EntrevistaLocal, FieldStore } from '../log/model.ts';
import { Syncer } from '../sync/syncer.ts';
import { FinishedInterview } from './interview/finished.tsx';
import { Interview } from './interview/interview.tsx';
import { SoundBar } from './interview/sound-bar.tsx';
import { Notices } from './notices.tsx';
import { RunnerPage } from './runner-page.tsx';
import { ThisDevice } from './this-device.tsx';
import { Toasts } from './toasts.tsx';

/** A fake recorder: the test triggers its events, sets its position (`ms`) and counts the calls to it. */
const sound = vi.hoisted(() => ({ events: null as RecorderEvents | null, flushed: 0, asked: 0, ms: 7000 }));
const stopped = vi.hoisted(() => vi.fn());
vi.mock('../device/sound/recorder.ts', async (original) => ({
  ...(await original<typeof import('../device/sound/recorder.ts')>()),
  openMicrophone: async () => {
    sound.asked += 1;
    return { getTracks: () => [{ stop: stopped }] };
  },
  Recorder: class {
    tipo = 'audio/webm';
    constructor(_stream: MediaStream, events: RecorderEvents) {
      sound.events = events;
    }
    start = () => undefined;
    ms = () => sound.ms;
    flush = () => {
      sound.flushed += 1;
    };
    stop = async () => undefined;
  },
}));

const ID = '019a0000-0000-7000-8000-00000000000a';
const questions = [fieldQuestion(1), fieldQuestion(2)];
const questionario = fieldQuestionnaire(questions);
const RECORDED = fieldQuestionnaire(questions, { sem_gravacao: false });

let store: FieldStore;
beforeEach(async () => {
  Object.assign(sound, { events: null, flushed: 0, asked: 0 });
  stopped.mockClear();
  store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice(ID));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
});

function show(children: React.ReactNode, { evicted = false } = {}) {
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
    <FieldProvider value={{ owner: 'e.u', store, syncer, evicted }}>
      {children}
      <Toasts />
    </FieldProvider>,
  );
}

/** An interview with a running recording. */
async function started(of = questionario): Promise<LiveInterview> {
  await store.keepQuestionario(of, 0);
  const passo = begin(ID, of, { nome: 'Dona Lurdes', telefone: null }, null, Date.now());
  const live = await LiveInterview.begin(store, passo, of);
  await live.record({ getTracks: () => [] } as unknown as MediaStream);
  return live;
}

/** Shows an interview with a running recording on screen. */
async function recorded(of = questionario): Promise<LiveInterview> {
  const live = await started(of);
  show(<Interview live={live} />);
  return live;
}
const agree = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Aceita participar e ser gravado' }));
  await screen.findByText('Pergunta de número 1?');
};
const log = () => store.eventos(ID, 1, 1000);
const logged = async () =>
  (await log()).map(({ tipo, motivo }) => (motivo === null ? tipo : `${tipo}: ${motivo}`));
const reply = (text: string) =>
  fireEvent.change(screen.getByLabelText('Resposta'), { target: { value: text } });
const piece = (text: string) => sound.events!.onPiece(new TextEncoder().encode(text).buffer as ArrayBuffer);

function turn(state: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('microphone lost: a red bar, answers that go on, and a new recording by a tap, with the gap in the log', async () => {
  await recorded();
  await agree();
  await piece('um');
  act(() => sound.events!.onLost());
  await screen.findByText('Gravação parada: as falas não estão sendo gravadas.');
  reply('sem som');
  fireEvent.click(screen.getByRole('button', { name: 'Próxima' }));
  await screen.findByText('Pergunta de número 2?');
  fireEvent.click(screen.getByRole('button', { name: 'Retomar gravação' }));
  await screen.findByText('Gravando');
  await piece('dois');
  reply('com som');
  fireEvent.click(screen.getByRole('button', { name: 'Finalizar Entrevista' }));
  await waitFor(async () => expect((await logged()).at(-1)).toBe('finalizada'));
  const events = await log();
  const about = ({ tipo, gravacao, audio_ms, motivo }: (typeof events)[number]) => [
    tipo,
    gravacao,
    audio_ms,
    motivo,
  ];
  expect(events.filter(({ tipo }) => tipo.startsWith('gravacao_')).map(about)).toEqual([
    ['gravacao_iniciada', 1, 0, null],
    ['gravacao_interrompida', 1, 7000, 'microfone_perdido'],
    ['gravacao_iniciada', 2, 0, null],
    ['gravacao_interrompida', 2, 7000, 'encerrada'],
  ]);
  const answers = events.filter(({ tipo }) => tipo === 'resposta_alterada');
  expect(answers.map(({ gravacao, valor }) => [gravacao, valor?.texto])).toEqual([
    [null, 'sem som'],
    [2, 'com som'],
  ]);
  expect(await store.partes(ID)).toEqual(
    new Map([
      [1, [1]],
      [2, [1]],
    ]),
  );
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Safari/604.1';

it.each([
  ['on an iPhone', IPHONE, ['pausa', 'gravacao_interrompida: tela_oculta', 'retomada']],
  ['on Android', 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', ['pausa', 'retomada']],
])(
  'screen hidden %s: what there is of sound is stored, and what the browser does to the microphone is said',
  async (_, agent, expected) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    await recorded();
    await agree();
    const before = (await log()).length;
    turn('hidden');
    await waitFor(() => expect(sound.flushed).toBe(1));
    await waitFor(async () => expect(await logged()).toHaveLength(before + expected.length - 1));
    turn('visible');
    await waitFor(async () => expect((await logged()).slice(before)).toEqual(expected));
    expect(screen.queryByRole('button', { name: 'Retomar gravação' }) !== null).toBe(agent === IPHONE);
  },
);

it('20 seconds of silence are said, and forgotten with the first word', async () => {
  await recorded();
  act(() => sound.events!.onLevel(-60, 19_900));
  expect(screen.queryByText(/^Microfone sem som/)).toBeNull();
  act(() => sound.events!.onLevel(-60, 20_000));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Microfone sem som/);
  act(() => sound.events!.onLevel(-20, 0));
  await waitFor(() => expect(screen.queryByText(/^Microfone sem som/)).toBeNull());
});

async function startWith(
  of: typeof questionario,
  freeBytes: number,
  begun = () => Response.json({ success: true, data: of }),
): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: of }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Chrome');
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { estimate: async () => ({ quota: freeBytes, usage: 0 }), persist: async () => true },
  });
  show(<RunnerPage place={{ questionarioId: of.id, entrevistaId: null }} />);
  fireEvent.change(await screen.findByLabelText(/Nome completo/), { target: { value: 'Dona Lurdes' } });
  vi.stubGlobal('fetch', async () => begun());
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
}
const NINETY = 90 * 1024 * 1024;

it('less than 100 MB: said before anybody is asked anything, the microphone let go, and begun without sound where that is allowed', async () => {
  await startWith(questionario, NINETY);
  await screen.findByText('Pouco espaço neste aparelho.');
  expect(screen.getByText(/^Restam 90/)).toBeTruthy();
  expect(stopped).toHaveBeenCalledOnce();
  expect(await store.entrevistas()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Começar sem gravação' }));
  await waitFor(async () => expect(await store.entrevistas()).toHaveLength(1));
  const [entrevista] = await store.entrevistas();
  expect((await store.eventos(entrevista!.id, 1, 1))[0]!.motivo).toBe('Pouco espaço neste aparelho.');
  expect(entrevista!.gravacoes).toEqual([]);
});

it('a draft that cannot be published: nothing begins, and the microphone is let go', async () => {
  await startWith({ ...questionario, versao: null } as never, 10 * 1024 ** 3, () =>
    Response.json({ success: false, error: 'O questionário foi desativado.' }, { status: 409 }),
  );
  await screen.findByText('O questionário foi desativado.');
  expect(sound.asked).toBe(1);
  expect(stopped).toHaveBeenCalledOnce();
  expect(await store.entrevistas()).toEqual([]);
});

it('less than 100 MB where a recording is wanted: nothing begins', async () => {
  await startWith(RECORDED, NINETY);
  await screen.findByText('Este questionário só aceita entrevistas gravadas.');
  expect(screen.queryByRole('button', { name: 'Começar sem gravação' })).toBeNull();
});

it('a browser that claims 10 GB and takes nothing: said before anybody is asked anything', async () => {
  store.fits = async () => false;
  await startWith(RECORDED, 10 * 1024 ** 3);
  await screen.findByText('Pouco espaço neste aparelho.');
  expect(screen.getByText(/^Restam menos de 20/)).toBeTruthy();
  expect(await store.entrevistas()).toEqual([]);
});

it('little room left in mid-interview is looked for rarely, and said before the sound stops', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const minutes = (n: number) => act(async () => void (await vi.advanceTimersByTimeAsync(n * 60_000)));
  let room = true;
  let tried = 0;
  store.fits = async () => {
    tried += 1;
    return room;
  };
  const live = await started();
  await minutes(29);
  expect(tried).toBe(0);
  room = false;
  await minutes(2);
  expect([tried, live.get().poucoEspaco]).toEqual([1, true]);
  const { unmount } = show(<SoundBar live={live} state={live.get()} />);
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Pouco espaço neste aparelho: a gravação pode parar/,
  );
  unmount();
  room = true;
  await minutes(6);
  expect([tried, live.get().poucoEspaco]).toEqual([2, false]);
  live.dispose();
});

/** Fake of the browser's locks between tabs: a request waits for the tab with the lock, or takes it from that tab. */
function locksOfTabs(): Pick<LockManager, 'request'> {
  const waiting: (() => void)[] = [];
  let holder: { lost: (error: Error) => void } | null = null;
  const request = (_: string, { signal, steal }: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const take = (): void => {
        if (signal?.aborted) return;
        const mine = { lost: reject };
        holder = mine;
        void work().then(() => {
          resolve();
          if (holder !== mine) return;
          holder = null;
          waiting.shift()?.();
        });
      };
      if (steal) holder?.lost(new DOMException('stolen', 'AbortError'));
      if (holder && !steal) waiting.push(take);
      else take();
    });
  return { request: request as LockManager['request'] };
}

const OTHER = '019a0000-0000-7000-8000-00000000000b';
const beginOther = () =>
  LiveInterview.begin(
    store,
    begin(OTHER, questionario, { nome: 'Seu João', telefone: null }, null, Date.now()),
    questionario,
  );

it('pauses for another interview on the device before that one begins, says so, and goes on by a tap', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locksOfTabs() });
  try {
    const live = await recorded();
    await agree();
    await piece('um');
    reply('metade de uma resp');
    const other = await act(beginOther);
    // The recording had ended before the other interview was written.
    expect(live.get()).toMatchObject({ som: 'parada', pausada: true });
    await screen.findByText('A entrevista de Dona Lurdes está pausada');
    expect(screen.queryByLabelText('Resposta')).toBeNull();
    await waitFor(async () =>
      expect((await logged()).slice(-3).toSorted()).toEqual([
        'gravacao_interrompida: outra_entrevista',
        'pausa: outra_entrevista',
        'resposta_alterada',
      ]),
    );
    // Making the page visible again does not continue the interview.
    turn('hidden');
    turn('visible');
    await live.record({ getTracks: () => [{ stop: stopped }] } as unknown as MediaStream);
    expect(live.get().som).toBe('parada');
    fireEvent.click(screen.getByRole('button', { name: 'Continuar Dona Lurdes' }));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Resposta').value).toBe('metade de uma resp'),
    );
    expect([live.get().pausada, other.get().pausada]).toEqual([false, true]);
    expect((await logged()).at(-1)).toBe('retomada');
    expect((await store.eventos(OTHER, 1, 9)).at(-1)).toMatchObject({
      tipo: 'pausa',
      motivo: 'outra_entrevista',
    });
    await act(async () => {
      await other.leave();
      await live.leave();
    });
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

it('a page that is left says since when, and the interview is taken up only once all of it is written', async () => {
  const live = await recorded();
  await agree();
  await live.act((now, quando) => answer(now, quando, questions[0]!, { opcoes: [], texto: 'Boa.' }));
  const left = live.leave();
  const again = (await LiveInterview.resume(store, ID))!;
  await left;
  expect((await logged()).slice(-3)).toEqual(['gravacao_interrompida: encerrada', 'pausa: saiu', 'retomada']);
  const events = await log();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  again.dispose();
});

it.each([
  [true, 'recusou', 'Nenhuma fala foi salva. O registro da recusa será enviado quando houver internet.'],
  [true, null, 'Nenhuma fala foi salva. O registro da interrupção será enviado quando houver internet.'],
  [
    false,
    'aceito',
    'As respostas de Dona Lurdes foram salvas neste aparelho. Elas serão enviadas quando houver internet.',
  ],
] as const)(
  'says without a network what follows when there is one (%s, %s)',
  async (nameless, consentimento, said) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const entrevista = await keep({ fase: 'interrompida', consentimento, ...(nameless ? { nome: '' } : {}) });
    show(<FinishedInterview entrevista={entrevista} />);
    await screen.findByText(`Obrigado. ${said}`);
  },
);

it('says on plain http what does not work there, before anybody is asked for a name', async () => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: questionario }));
  show(<RunnerPage place={{ questionarioId: questionario.id, entrevistaId: null }} />);
  await screen.findByLabelText(/Nome completo/);
  expect(screen.getByText(/^Este endereço não usa https/)).toBeTruthy();
});

it('the device fills up during the consent where a recording is wanted: it is interrupted, and nobody has refused', async () => {
  const live = await recorded(RECORDED);
  await act(() => live.silence('sem_espaco'));
  await screen.findByText(/Este questionário só aceita entrevistas gravadas/);
  expect(screen.queryByRole('button', { name: /^Aceita/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Interromper a entrevista' }));
  await screen.findByText('Entrevista interrompida');
  expect((await logged()).at(-1)).toBe(
    'interrompida: A gravação parou antes do consentimento. Sem espaço no aparelho.',
  );
  expect(await logged()).not.toContain('consentimento: recusou');
  // Name and sound are dropped, because the respondent was not asked yet whether anything may be kept.
  expect(await store.entrevista(ID)).toMatchObject({ nome: '', consentimento: null });
  expect(await store.partes(ID)).toEqual(new Map());
});

it('a clock that is set enters the log, and neither the time on screen nor that of the answers follows it', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const live = await recorded();
  await pass(61_000);
  const time = () => screen.getByRole('timer').textContent;
  expect(time()).toBe('01:01');
  vi.setSystemTime(Date.now() + 3 * 3600_000);
  await pass(9000);
  expect(time()).toBe('01:10');
  const moved = (await log()).find(({ tipo }) => tipo === 'relogio_mudou')!;
  expect([Number(moved.motivo), moved.mono_ms <= 70_000]).toEqual([3 * 3600_000, true]);
  // The wall clock is set back, but the interview's clock never goes backwards.
  vi.setSystemTime(Date.now() - 8 * 3600_000);
  await agree();
  expect(time()).toBe('01:10');
  const events = await log();
  expect(events.map(({ mono_ms }) => mono_ms)).toEqual(
    events.map(({ mono_ms }) => mono_ms).toSorted((a, b) => a - b),
  );
  expect(events.at(-1)!.mono_ms).toBe(70_000);
  expect(
    events.filter(({ tipo }) => tipo === 'relogio_mudou').map(({ motivo }) => Number(motivo) / 3600_000),
  ).toEqual([3, -8]);
  // The page was closed for half a minute: the interview's clock includes this time, but the active time does not.
  live.dispose();
  await pass(30_000);
  const again = (await LiveInterview.resume(store, ID))!;
  expect(again.elapsed()).toBe(70_000);
  await pass(5000);
  expect(again.elapsed()).toBe(75_000);
  await again.end(null);
  const whole = await log();
  expect(whole.at(-1)!.mono_ms).toBe(105_000);
  // The server computes the same active time from the log.
  expect(activeMs(marksOf(whole), 105_000)).toBe(75_000);
});

it('what the browser threw away is said: it had been there, and is not any more', async () => {
  expect(await wasEvicted(store, 'e.u')).toBe(false);
  expect(await wasEvicted(store, 'e.u')).toBe(false);
  const [kept, other] = [store, memoryStore()];
  // The database is empty, but its mark in localStorage remains.
  expect(await wasEvicted(other, 'e.u')).toBe(true);
  expect(await wasEvicted(other, 'e.u')).toBe(false);
  // Another person's database is not affected. A loss of localStorage alone does not count as a deleted database.
  expect(await wasEvicted(memoryStore(), 'e.outra')).toBe(false);
  localStorage.clear();
  expect(await wasEvicted(kept, 'e.u')).toBe(false);
  const { unmount } = show(<Notices />);
  expect(screen.queryByText(/^O navegador apagou/)).toBeNull();
  unmount();
  show(<Notices />, { evicted: true });
  expect(screen.getByText(/^O navegador apagou os dados salvos neste aparelho/)).toBeTruthy();
});

/** Stores an interview that is not on screen. */
async function keep(fields: Partial<EntrevistaLocal> = {}): Promise<EntrevistaLocal> {
  const { entrevista, eventos } = begin(ID, questionario, { nome: 'Dona Lurdes', telefone: null }, null, 0);
  await store.commit({ entrevista: { ...entrevista, ...fields }, eventos });
  return { ...entrevista, ...fields };
}

it('signing out says what was not sent, keeps it, and leaves the device to nobody', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('__VERSAO__', '1');
  session.start({
    token: `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.x`,
    user: { id: 'u', email: 'ana@x.example' },
  });
  localStorage.setItem('campo:dono', 'e.u');
  await keep();
  show(<ThisDevice />);
  fireEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  await screen.findByText(/^1 entrevista ainda não foi enviada\. Ela fica guardada neste aparelho/);
  fireEvent.click(screen.getAllByRole('button', { name: 'Sair' }).at(-1)!);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/auth'));
  expect(session.get()).toBeNull();
  expect(localStorage.getItem('campo:dono')).toBeNull();
  expect((await store.meta('aparelho'))!.segredo).toBeNull();
  expect(await store.entrevistas()).toHaveLength(1);
});

it('a newer version waits while an interview goes on, and is taken when somebody says so', async () => {
  vi.stubEnv('PROD', true);
  const posted = vi.fn();
  const listeners = { addEventListener: () => undefined };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      controller: {},
      ...listeners,
      register: async () => ({ waiting: { postMessage: posted }, installing: null, ...listeners }),
    },
  });
  const entrevista = await keep();
  show(<Notices />);
  await act(() => keepUpdated());
  await screen.findByText(/Termine a entrevista em andamento para atualizar/);
  const take = screen.getByRole<HTMLButtonElement>('button', { name: 'Atualizar agora' });
  expect(take.disabled).toBe(true);
  const ended = end(entrevista, { mono: 1, relogio: 1, audio: null }, 'Saiu.');
  await act(() => store.commit(ended));
  await waitFor(() => expect(take.disabled).toBe(false));
  expect(posted).not.toHaveBeenCalled();
  fireEvent.click(take);
  expect(posted).toHaveBeenCalledWith('assumir');
});

it('erased from afar: the interview on screen ends with it, and says so', async () => {
  await recorded();
  await agree();
  const told: boolean[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    told.push((JSON.parse(String(init.body)) as { apagado: boolean }).apagado);
    const data = { situacao: 'a_apagar', membro_ativo: true, autorizado_ate: new Date().toISOString() };
    return Response.json({ success: true, data });
  });
  await act(async () => void (await contact(store)));
  await screen.findByText('Esta entrevista foi apagada');
  expect(told).toEqual([false, true]);
  expect([await store.entrevistas(), await log(), await store.partes(ID)]).toEqual([[], [], new Map()]);
  expect(screen.queryByText('Pergunta de número 1?')).toBeNull();
});

it('a copy has all of what may be heard: facts, log, and the sound byte for byte; and no credential', async () => {
  const live = await recorded();
  await agree();
  // More bytes than String.fromCharCode takes as arguments, with every value of a byte.
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  await sound.events!.onPiece(bytes.buffer);
  await live.act((now, quando) =>
    answer(now, quando, questions[0]!, { opcoes: [], texto: 'linha 1\nlinha "2" 😀' }),
  );
  const lines: string[] = [];
  for await (const line of copyLines(store, 0)) lines.push(line);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  const [head, facts, ...rest] = lines.map((line) => JSON.parse(line));
  expect(head).toMatchObject({ formato: 'escuta-campo/1', aparelho_id: ID });
  expect(facts.entrevista).toMatchObject({ id: ID, nome: 'Dona Lurdes', consentimento: 'aceito' });
  expect(rest.flatMap(({ evento }) => evento ?? [])).toEqual(await log());
  const [parte] = rest.flatMap((one) => one.parte ?? []);
  expect([parte.gravacao, parte.n]).toEqual([1, 1]);
  expect(Uint8Array.from(atob(parte.bytes), (one) => one.charCodeAt(0))).toEqual(bytes);
  expect(lines.join('')).not.toContain('apa_x');
});

it('a copy has no sound of whom nobody asked', async () => {
  await recorded();
  await piece('antes do consentimento');
  const lines: string[] = [];
  for await (const line of copyLines(store, 0)) lines.push(line);
  expect(lines.some((line) => line.includes('"parte"'))).toBe(false);
  expect(lines.some((line) => line.includes('"gravacao_iniciada"'))).toBe(true);
});
