import { AGUARDANDO_PROVEDOR, SEM_ESPACO_EM_DISCO } from '@escuta/shared/domain/runs/failures';
import { ETAPAS } from '@escuta/shared/domain/runs/status';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Execucao } from '../logic/progress.ts';
import { RunProgress } from './run-progress.tsx';

/** A run whose transcription stage has the message `erro`. */
function runWith(erro: string | null): Execucao {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    status: 'executando',
    etapaAtual: 'transcricao',
    etapas: ETAPAS.map((etapa) => ({
      etapa,
      status: etapa === 'audio' ? 'concluida' : 'pendente',
      tentativa: etapa === 'audio' ? 1 : 0,
      erro: etapa === 'transcricao' ? erro : null,
      proximaEm: etapa === 'transcricao' ? new Date(Date.now() + 12_000).toISOString() : null,
      iniciadaEm: null,
      terminadaEm: null,
    })),
  } as unknown as Execucao;
}

it('says that a run waits for the provider, which is no failure of its own', () => {
  render(<RunProgress execucao={runWith(AGUARDANDO_PROVEDOR)} />);
  expect(screen.getByRole('status').textContent).toBe('Aguardando o provedor de IA');
  expect(screen.getByText(AGUARDANDO_PROVEDOR)).toBeDefined();
  expect(screen.getByText(/^Nova verificação em \d+ s$/)).toBeDefined();
});

it('says that a run waits for room on a disk', () => {
  render(<RunProgress execucao={runWith(SEM_ESPACO_EM_DISCO)} />);
  expect(screen.getByRole('status').textContent).toBe('Aguardando espaço em disco no servidor');
  expect(screen.getByText(SEM_ESPACO_EM_DISCO)).toBeDefined();
  expect(screen.getByText(/^Nova verificação em \d+ s$/)).toBeDefined();
});

it('another failed attempt reads as one', () => {
  render(<RunProgress execucao={runWith('O provedor de IA está indisponível (HTTP 500).')} />);
  expect(screen.getByRole('status').textContent).toBe('Processando: Transcrição');
  expect(screen.getByText(/^Nova tentativa em \d+ s$/)).toBeDefined();
});
