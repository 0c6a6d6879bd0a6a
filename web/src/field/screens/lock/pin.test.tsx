import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../../tests/support/field-questionnaire.ts';
import { FieldProvider } from '../../device/field.ts';
import { makePin } from '../../device/pin.ts';
import { memoryStore } from '../../device/storage/memory-store.ts';
import type { FieldStore } from '../../log/model.ts';
import { PinGate } from './lock.tsx';
import { PinProposal } from './pin.tsx';

const MINUTE = 60_000;

let store: FieldStore;
beforeEach(() => {
  store = memoryStore();
  sessionStorage.setItem('campo:uso', String(Date.now()));
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** A component inside the gate. Its count would start again at 0 if the gate unmounted it. */
function Interview() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Resposta {count}
    </button>
  );
}

const show = (children: React.ReactNode) =>
  render(
    <FieldProvider value={{ owner: 'e.u', store, syncer: {} as never, evicted: false }}>
      {children}
    </FieldProvider>,
  );

const enter = (pin: string): void => {
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
};

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it('hides the page after five minutes without use, whatever is stored meanwhile; the right PIN opens it where it stood', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  sessionStorage.setItem('campo:uso', String(Date.now()));
  await store.setMeta('pin', await makePin('2468'));
  show(
    <PinGate>
      <Interview />
    </PinGate>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Resposta 0' }));
  await pass(4 * MINUTE);
  fireEvent.pointerDown(document.body);
  await pass(4 * MINUTE);
  expect(screen.queryByText('Digite o seu PIN')).toBeNull();
  // Nobody uses the page, but sound is stored every few seconds, which must not count as use.
  for (let piece = 0; piece < 24; piece += 1) {
    await pass(3000);
    await act(() => store.setFila({ id: 'e', ate: piece, partes: 0, falha: null }));
  }
  await screen.findByText('Digite o seu PIN');
  enter('1111');
  await screen.findByText('PIN incorreto.');
  // From the third wrong try on, each wrong try causes a wait.
  for (let tries = 0; tries < 2; tries += 1) {
    enter('1111');
    await waitFor(async () => expect((await store.meta('pin'))!.erros).toBe(2 + tries));
  }
  await screen.findByText(/^PIN incorreto\. Tente de novo em \d+ s\.$/);
  enter('2468');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe(''));
  expect(screen.getByText('Digite o seu PIN')).toBeTruthy();
  await pass(10_000);
  enter('2468');
  await waitFor(() => expect(screen.queryByText('Digite o seu PIN')).toBeNull());
  expect(screen.getByRole('button', { name: 'Resposta 1' })).toBeTruthy();
});

it('asks for it in a new tab, and for nothing where there is none', async () => {
  sessionStorage.clear();
  await store.setMeta('pin', await makePin('2468'));
  const { unmount } = show(<PinGate>aqui</PinGate>);
  await screen.findByText('Digite o seu PIN');
  unmount();
  await store.setMeta('pin', undefined);
  sessionStorage.clear();
  show(<PinGate>aqui</PinGate>);
  await screen.findByText('aqui');
  expect(screen.queryByText('Digite o seu PIN')).toBeNull();
});

it('is proposed with the first questionnaire on the device, once', async () => {
  const { unmount } = show(<PinProposal />);
  await act(() => store.setMeta('canario', 'x'));
  expect(screen.queryByRole('button', { name: 'Agora não' })).toBeNull();
  await act(() => store.keepQuestionario(fieldQuestionnaire([fieldQuestion(1)]), 0));
  fireEvent.click(await screen.findByRole('button', { name: 'Agora não' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Agora não' })).toBeNull());
  unmount();
  const again = show(<PinProposal />);
  await act(() => store.setMeta('canario', 'y'));
  expect(screen.queryByRole('button', { name: 'Agora não' })).toBeNull();
  again.unmount();
  // After the data were erased, a PIN is proposed again.
  await store.erase();
  await store.keepQuestionario(fieldQuestionnaire([fieldQuestion(1)]), 0);
  show(<PinProposal />);
  fireEvent.click(await screen.findByRole('button', { name: 'Definir PIN' }));
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar PIN' }));
  await screen.findByText('Use de 4 a 8 algarismos.');
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '1234' } });
  const repeated = screen.getByLabelText('Repita o PIN');
  fireEvent.change(repeated, { target: { value: '1243' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar PIN' }));
  await screen.findByText('Os dois PINs não são iguais.');
  expect(await store.hasMeta('pin')).toBe(false);
  fireEvent.change(repeated, { target: { value: '1234' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar PIN' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Definir PIN' })).toBeNull());
  expect(await store.hasMeta('pin')).toBe(true);
});
