import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../../tests/support/field-questionnaire.ts';
import { begin, note } from '../../log/interview.ts';
import { type FieldStore, Gone } from '../../log/model.ts';
import { StartForm } from '../../screens/interview/start-form.tsx';
import { FieldProvider } from '../field.ts';
import { memoryStore } from '../storage/memory-store.ts';
import { LiveInterview } from './live-interview.ts';
import type { RecorderEvents } from './recorder.ts';

/** State of the fake recorder: its event handlers, its last piece of sound, and whether it refuses to start. */
const sound = vi.hoisted(() => ({
  events: null as RecorderEvents | null,
  last: null as ArrayBuffer | null,
  refuses: false,
  stream: null as MediaStream | null,
}));
vi.mock('./recorder.ts', async (original) => ({
  ...(await original<typeof import('./recorder.ts')>()),
  openMicrophone: async () => sound.stream,
  Recorder: class {
    tipo = 'audio/webm';
    constructor(_stream: MediaStream, events: RecorderEvents) {
      sound.events = events;
    }
    start() {
      if (sound.refuses) throw new Error('O gravador não começou.');
    }
    ms = () => 5000;
    flush = () => undefined;
    async stop() {
      if (sound.last) await sound.events!.onPiece(sound.last);
      sound.last = null;
    }
  },
}));

const ID = '019a0000-0000-7000-8000-00000000000a';
const questions = [fieldQuestion(1)];
const questionario = fieldQuestionnaire(questions);
const piece = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

let store: FieldStore;
/** Error with which the next write fails; null if the write succeeds. */
let fault: Error | null;
const stopped = vi.fn();
const stream = { getTracks: () => [{ stop: stopped }] } as unknown as MediaStream;
sound.stream = stream;
beforeEach(() => {
  fault = null;
  sound.refuses = false;
  sound.last = null;
  stopped.mockClear();
  store = memoryStore(() => {
    if (fault) throw fault;
  });
});
const start = () =>
  LiveInterview.begin(
    store,
    begin(ID, questionario, { nome: 'Dona Lurdes', telefone: null }, null, Date.now()),
    questionario,
  );

it('numbers pieces as they are stored, and takes no more of a recording that lost one', async () => {
  const live = await start();
  await live.record(stream);
  await sound.events!.onPiece(piece('um'));
  // A piece whose write failed once is stored together with the next piece.
  fault = new Error('fechado');
  await sound.events!.onPiece(piece('dois'));
  fault = null;
  await sound.events!.onPiece(piece('três'));
  expect((await store.partes(ID)).get(1)).toEqual([1, 2, 3]);
  // When the disk is full the recording ends, although the recorder's last piece is smaller and might still fit.
  fault = new DOMException('cheio', 'QuotaExceededError');
  await sound.events!.onPiece(piece('quatro'));
  fault = null;
  sound.last = piece('5');
  await vi.waitFor(() => expect(live.get().entrevista.semSom).toBe('Sem espaço no aparelho.'));
  await sound.events!.onPiece(piece('6'));
  expect((await store.partes(ID)).get(1)).toEqual([1, 2, 3]);
  live.dispose();
});

it('leads into the interview where the recorder does not start: one interview, its red bar, and no open microphone', async () => {
  await store.setMeta('aparelho', {
    id: ID,
    segredo: 'apa_x',
    autorizadoAte: Date.now() + 1e9,
    situacao: 'ativo',
    membroAtivo: true,
    empresa: { id: ID, nome: 'Instituto' },
    usuario: { id: ID, nome: 'Ana', email: 'ana@x.example' },
  });
  sound.refuses = true;
  const begun: LiveInterview[] = [];
  render(
    <FieldProvider value={{ owner: 'e.u', store, syncer: {} as never, evicted: false }}>
      <StartForm questionario={questionario} onStarted={(live) => begun.push(live)} />
    </FieldProvider>,
  );
  fireEvent.change(screen.getByLabelText(/Nome completo/), { target: { value: 'Dona Lurdes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  await waitFor(() => expect(begun).toHaveLength(1));
  expect(begun[0]!.get().som).toBe('parada');
  expect(stopped).toHaveBeenCalled();
  expect(await store.entrevistas()).toHaveLength(1);
  // The refused start counts as no recording, so the next try is recording number 1.
  sound.refuses = false;
  await begun[0]!.record(stream);
  expect(begun[0]!.get().entrevista.gravacoes.map(({ n }) => n)).toEqual([1]);
  begun[0]!.dispose();
});

it('ends with what is erased: nothing is written to it again, and the page says so', async () => {
  const live = await start();
  await live.record(stream);
  const { onPiece } = sound.events!;
  sound.last = piece('resto');
  await store.erase();
  await vi.waitFor(() => expect(live.get().apagada).toBe(true));
  await live.act((now, quando) => note(now, quando, 'pausa')).catch(() => undefined);
  await onPiece(piece('mais'));
  await live.end('Saiu.').catch(() => undefined);
  expect(await store.entrevistas()).toEqual([]);
  expect(await store.eventos(ID, 1, 100)).toEqual([]);
  expect((await store.partes(ID)).size).toBe(0);
  expect(live.get().som).toBe('sem');
});

it('is not taken for erased when it was sent', async () => {
  const live = await start();
  await live.end('Saiu.');
  await store.finish(ID, 0);
  expect(live.get().apagada).toBe(false);
});

it('refuses an act of what was erased in another tab, and ends by it', async () => {
  await store.keepQuestionario(questionario, 0);
  const live = await start();
  const listen = store.subscribe;
  store.subscribe = () => () => true;
  const other = await LiveInterview.resume(store, ID);
  store.subscribe = listen;
  await store.erase();
  await expect(other!.act((now, quando) => note(now, quando, 'pausa'))).rejects.toThrow(Gone);
  expect(other!.get().apagada).toBe(true);
  expect(await store.entrevistas()).toEqual([]);
  live.dispose();
});
