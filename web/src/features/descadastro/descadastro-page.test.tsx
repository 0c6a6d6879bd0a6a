import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import DescadastroPage from './descadastro-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens the page of a link; `answer` gives the API's answers. @returns the requested addresses */
async function open(hash: string, answer: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.slice(url.indexOf('/avisos')));
    return answer();
  });
  render(
    <MemoryRouter initialEntries={[`/descadastro${hash}`]}>
      <DescadastroPage />
    </MemoryRouter>,
  );
  await act(async () => undefined);
  return asked;
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('asks before it stops a mail, then says which one is off and how to have it again', async () => {
  const asked = await open('#o.segredo', () =>
    Response.json({ success: true, data: { email: 'disparo_alta' } }),
  );
  expect([heading(), asked]).toEqual(['Parar de receber este e-mail?', ['/avisos/descadastro/abrir']]);
  expect(screen.getByText('Alertas de gravidade alta')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Parar de receber' }));
  await act(async () => undefined);
  expect([heading(), asked.at(-1)]).toEqual(['E-mail desativado', '/avisos/descadastro?token=o.segredo']);
  expect(screen.getByRole('status').textContent).toContain(
    'Para voltar a receber, entre na Escuta e marque “E-mail na hora” em Configurações, Avisos.',
  );
  expect(screen.getByRole('link', { name: 'Abrir os meus avisos' }).getAttribute('href')).toBe(
    '/dashboard/profile#avisos',
  );
});

it('says of a link that is cut, or not ours, what to do', async () => {
  const refused = () =>
    Response.json(
      { success: false, message: 'Este link não é válido.', code: 'nao_encontrado' },
      { status: 404 },
    );
  await open('#outro', refused);
  expect(heading()).toBe('Este link não é válido');
  expect(screen.queryByRole('button')).toBeNull();
});
