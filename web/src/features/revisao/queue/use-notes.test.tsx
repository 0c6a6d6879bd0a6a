import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session, useSession } from '../../../lib/network/session.ts';
import { lossNow } from '../../../lib/page/unsaved.ts';
import { useNotes } from './use-notes.ts';

const signIn = () => {
  const claims = btoa(JSON.stringify({ sub: 'ana', exp: Math.floor(Date.now() / 1000) + 3600 }));
  session.start({
    token: `a.${claims}.c`,
    user: { id: 'ana', email: 'ana@lumavia.example', role: 'usuario' },
  });
};

beforeEach(() => {
  sessionStorage.clear();
  signIn();
});

afterEach(() => {
  cleanup();
  session.end('logout');
  session.acknowledgeEnd();
});

it('keeps a note with its insight while others come into focus, and asks before it is left', () => {
  const { result, rerender } = renderHook(({ id }) => useNotes(id), { initialProps: { id: 'a' } });
  act(() => result.current.setNote('A saudação foi dita.'));
  rerender({ id: 'b' });
  expect(result.current.note).toBe('');
  rerender({ id: 'a' });
  expect(result.current.note).toBe('A saudação foi dita.');
  expect(lossNow()).not.toBeNull();
  act(() => result.current.dropNote());
  expect(lossNow()).toBeNull();
});

function Note() {
  const { note, setNote } = useNotes('a');
  return <textarea value={note} onChange={(event) => setNote(event.target.value)} />;
}
/** Draws the note only with a session, as the private pages do. */
const Guarded = () => (useSession() ? <Note /> : null);
const text = () => screen.queryByRole<HTMLTextAreaElement>('textbox')?.value;

it('keeps a note over the end of the session, and forgets it when its page is left', () => {
  const page = render(<Guarded />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'A saudação foi dita.' } });
  act(() => session.end('expirada'));
  expect(text()).toBeUndefined();
  act(signIn);
  expect(text()).toBe('A saudação foi dita.');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Nem tanto.' } });
  page.unmount();
  render(<Guarded />);
  expect(text()).toBe('');
});
