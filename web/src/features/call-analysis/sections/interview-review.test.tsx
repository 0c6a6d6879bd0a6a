import { getProfile } from '@escuta/shared/contracts/accounts/users';
import { getRevisoesDaEntrevista } from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiQuery } from '../../../lib/network/query.ts';
import { session } from '../../../lib/network/session.ts';
import { InterviewReview } from './interview-review.tsx';

const ID = '019a0000-0000-7000-8000-000000000001';

const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');

beforeEach(() => {
  const token = `${part({ alg: 'none' })}.${part({ exp: 4_102_444_800 })}.x`;
  session.start({ token, user: { id: ID, email: 'g@teste.example', role: 'gerente', empresa_id: ID } });
});
afterEach(() => {
  session.end('outra-aba');
  session.acknowledgeEnd();
});

/** Renders the review; returns the names of the offered decisions, and all words shown. */
function offered(impedimento: string | null): { names: string[]; words: string } {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = apiQuery(getRevisoesDaEntrevista, { params: { id: ID } });
  const data = {
    pesquisa_id: crypto.randomUUID(),
    revisao: 'pendente' as const,
    revisoes: 0,
    propria: false,
    impedimento,
    historico: [],
  };
  client.setQueryData(queryKey, { success: true, data });
  // Keeps the profile from loading, so that the permissions come from the table built into the page.
  client.setQueryDefaults(apiQuery(getProfile).queryKey, { enabled: false });
  const { container, unmount } = render(
    <QueryClientProvider client={client}>
      <InterviewReview entrevistaId={ID} />
    </QueryClientProvider>,
  );
  const all = ['Aprovar', 'Colocar em espera', 'Rejeitar'];
  const names = all.filter((name) => screen.queryByRole('button', { name }));
  const words = container.textContent ?? '';
  unmount();
  return { names, words };
}

it('offers to approve only what may be approved, and says why it may not', () => {
  const why = 'A entrevista ainda está sendo enviada pelo aparelho: aguarde o fim do envio para aprová-la.';
  const { names, words } = offered(why);
  expect(names).toEqual(['Colocar em espera', 'Rejeitar']);
  expect(words).toContain(why);
});

it('offers every decision of one that is whole', () => {
  expect(offered(null).names).toEqual(['Aprovar', 'Colocar em espera', 'Rejeitar']);
});
