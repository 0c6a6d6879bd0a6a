import type { CelulaWire } from '@escuta/shared/contracts/confrontos';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../lib/query.ts';
import { lossNow } from '../../lib/unsaved.ts';
import { useCellReview, useRascunhos } from './use-cell-review.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
);

it('keeps what was remarked on a cell while another is opened and remarked on', () => {
  const { result, rerender } = renderHook(
    ({ id }) => useCellReview({ id } as CelulaWire, useRascunhos(), () => undefined),
    { wrapper, initialProps: { id: 'a' } },
  );
  expect(lossNow()).toBeNull();
  act(() => result.current.setObservacao('Ouvi outra coisa.'));
  rerender({ id: 'b' });
  expect(result.current.observacao).toBe('');
  act(() => result.current.setObservacao('Aqui também.'));
  rerender({ id: 'a' });
  expect(result.current.observacao).toBe('Ouvi outra coisa.');
  expect(lossNow()).not.toBeNull();
});
