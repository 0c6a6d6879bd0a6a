import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { itemOfFile } from '../../../domain/items/item.ts';
import { FileDetails } from './file-details.tsx';
import { FileState, silenceOf } from './file-state.tsx';

const ID = '019a0000-0000-7000-8000-000000000001';
const QUANDO = '2026-03-02T12:00:00.000Z';
const row = (fields: Partial<ArquivoDaEntrevista>): ArquivoDaEntrevista => ({
  id: ID,
  nome_entrevistado: 'Dona Lurdes',
  estado: 'sem_gravacao',
  situacao: 'concluida',
  entrevistador: null,
  aparelho: null,
  gravacao: 'esperada',
  motivo_sem_gravacao: null,
  montagem: null,
  aguardando_aparelho: false,
  ultimo_contato_em: QUANDO,
  quarentena: [],
  item: null,
  lacunas: { total: 0, sem_som_ms: 0, primeiras: [] },
  envios: { total: 0, tamanho: 0, primeiros: [] },
  realizada_em: QUANDO,
  inicio_precisao: 'instante',
  created_at: QUANDO,
  ...fields,
});
const item = {
  id: ID,
  status: 'pendente',
  motivo: null,
  apagada: false,
  arquivo_nome: 'gravacao.webm',
  arquivo_tamanho: 5_000_000,
  arquivo_recebido_em: QUANDO,
  duracao_s: 95,
} as const;
const envio = {
  gravacao: 1,
  estado: 'aberto',
  recebidas: 3,
  partes: 9,
  tamanho: 60_000,
  desde: QUANDO,
  ultima_em: QUANDO,
  expira_em: '2026-04-01T12:00:00.000Z',
} as const;
const envios = { total: 1, tamanho: 60_000, primeiros: [envio] };

/** The text that a row shows about the interview's file. */
function says(fields: Partial<ArquivoDaEntrevista>): string {
  const { container, unmount } = render(<FileState row={row(fields)} />);
  const text = container.textContent ?? '';
  unmount();
  return text;
}

it('says where the sound is, and why there is none', () => {
  expect(says({ estado: 'com_gravacao', item })).toBe('Com gravação');
  const lacunas = { total: 2, sem_som_ms: 16_000, primeiras: [] };
  expect(says({ estado: 'com_gravacao', item, lacunas })).toBe('Com lacunas2 lacunas, 16 s sem som');
  expect(says({ estado: 'recebendo' })).toBe('No aparelho');
  expect(says({ estado: 'recebendo', envios })).toBe('Recebendo3 partes, 58,6 KB');
  expect(says({ estado: 'recebendo', envios, aguardando_aparelho: true })).toMatch(
    /^Envio parado.*sem contato/,
  );
  expect(says({ estado: 'recebendo', envios, montagem: 'pendente' })).toMatch(/^Em preparo/);
  expect(says({ gravacao: 'recusada' })).toMatch(/não aceitou a gravação/);
  // The text blames no device, because the interview may come from a sheet.
  expect(says({ gravacao: 'sem_gravacao' })).toContain('A entrevista não tem gravação.');
  expect(says({ gravacao: 'sem_gravacao', motivo_sem_gravacao: 'O microfone foi negado.' })).toMatch(
    /negado/,
  );
  expect(says({ quarentena: ['aparelho_revogado'], envios })).toMatch(/Em quarentena.*3 partes.*autorização/);
  expect(says({ montagem: 'falhou', item: { ...item, arquivo_nome: null, motivo: 'Estragada.' } })).toBe(
    'Não preparadaEstragada.',
  );
  expect(says({ item: { ...item, arquivo_nome: null, apagada: true } })).toMatch(/foram apagados/);
});

it('tells lengths of silence as people do', () => {
  expect([400, 1500, 12_300, 89_000, 95_000].map(silenceOf)).toEqual([
    '0,4 s',
    '1,5 s',
    '12 s',
    '89 s',
    '1:35',
  ]);
});

it('shows each gap with the way to hear it, and each upload with what came and until when it is kept', () => {
  const onHear = vi.fn();
  const shown = row({
    estado: 'com_gravacao',
    item,
    lacunas: {
      total: 3,
      sem_som_ms: 20_000,
      primeiras: [
        { em_ms: 0, duracao_ms: 4000, fim: false },
        { em_ms: 30_000, duracao_ms: 12_000, fim: false },
        { em_ms: 95_000, duracao_ms: 4000, fim: true },
      ],
    },
    envios,
  });
  expect(itemOfFile(shown).hasFileDetails).toBe(true);
  expect(itemOfFile(row({})).hasFileDetails).toBe(false);
  render(<FileDetails row={shown} onClose={() => undefined} onHear={onHear} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Arquivos de Dona Lurdes' }));
  expect(dialog.getByText('No começo: 4 s sem som')).toBeTruthy();
  expect(dialog.getByText('No fim (1:35): 4 s sem som')).toBeTruthy();
  expect(dialog.getByText(/Gravação 1: 3 de 9 partes/)).toBeTruthy();
  expect(dialog.getByText(/Guardada até 01\/04\/2026/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: /Em 0:30$/ }));
  expect(onHear).toHaveBeenCalledWith(shown, 27_000);
});
