import type { CelulaWire } from '@escuta/shared/contracts/surveys/confrontos';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/network/query.ts';
import { session } from '../../../lib/network/session.ts';
import { lossNow } from '../../../lib/page/unsaved.ts';
import { useCellReview, useRascunhos } from './use-cell-review.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
);

beforeEach(() => {
  const claims = btoa(JSON.stringify({ sub: 'ana', exp: Math.floor(Date.now() / 1000) + 3600 }));
  session.start({
    token: `a.${claims}.c`,
    user: { id: 'ana', email: 'ana@horizonte.example', role: 'gerente' },
  });
});

afterEach(() => {
  cleanup();
  session.end('logout');
  session.acknowledgeEnd();
});

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
