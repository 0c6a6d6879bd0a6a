import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lossNow } from '../../lib/unsaved.ts';
import { useNotes } from './use-notes.ts';

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
