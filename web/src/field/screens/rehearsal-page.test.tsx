import type { QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fieldQuestion } from '../../../../tests/support/field-questionnaire.ts';
import { session } from '../../lib/network/session.ts';
import { RehearsalPage } from './rehearsal-page.tsx';

const ID = '019a0000-0000-7000-8000-000000000001';
const detalhe = {
  id: ID,
  nome: 'Moradores',
  descricao: null,
  pesquisa_id: '019a0000-0000-7000-8000-000000000002',
  pesquisa: { titulo: 'Bairro', ativo: true },
  ativo: true,
  consentimento: 'Concorda?',
  sem_gravacao: true,
  perguntas: [
    { ...fieldQuestion(1), questionario_id: ID, condicao_quebrada: null, ativo: true },
    { ...fieldQuestion(2), questionario_id: ID, condicao_quebrada: null, ativo: false },
  ],
  publicacao: { rascunho: '0'.repeat(64), versao: 2, impedimento: null },
} as unknown as QuestionarioDetalhe;

const token = `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.x`;
beforeEach(() =>
  session.start({
    token,
    user: { id: 'u', email: 'rita@x.example', user_metadata: { role: 'usuario', empresa_id: 'e' } },
  }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  session.end('logout');
});

function answerWith(data: QuestionarioDetalhe): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${url}`);
    return Response.json({ success: true, data });
  });
  return asked;
}

it('tries the draft from the name to the end: only the questionnaire is asked for, and nothing is stored', async () => {
  const asked = answerWith(detalhe);
  const kept = JSON.stringify(localStorage);
  render(<RehearsalPage questionarioId={ID} />);
  await screen.findByText('Ensaio: nada é salvo');
  fireEvent.change(screen.getByLabelText(/Nome completo/), { target: { value: 'Dona Lurdes' } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar Entrevista' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Começar sem gravação' }));
  await screen.findByText('Concorda?');
  fireEvent.click(screen.getByRole('button', { name: /^(Concorda|Aceit)/ }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Sim' } });
  fireEvent.click(screen.getByRole('button', { name: 'Finalizar Entrevista' }));
  await screen.findByText('Fim do ensaio');
  screen.getByText('Ensaio: nada é salvo');
  expect(asked).toEqual([expect.stringMatching(new RegExp(`^GET .*/questionarios/${ID}$`))]);
  expect(JSON.stringify(localStorage)).toBe(kept);
  fireEvent.click(screen.getByRole('button', { name: 'Ensaiar de novo' }));
  expect(await screen.findByLabelText(/Nome completo/)).toHaveProperty('value', '');
});

it('says why a draft cannot be tried', async () => {
  answerWith({
    ...detalhe,
    perguntas: [],
    publicacao: { ...detalhe.publicacao, impedimento: 'Sem perguntas.' },
  });
  render(<RehearsalPage questionarioId={ID} />);
  await screen.findByText('Sem perguntas.');
  expect(screen.queryByLabelText(/Nome completo/)).toBeNull();
});
