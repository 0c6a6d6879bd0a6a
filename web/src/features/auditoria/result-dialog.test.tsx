import type { ItemRow } from '@escuta/shared/contracts/operation/projetos';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ResultDialog } from './result-dialog.tsx';

const arquivo = {
  original_name: 'gravacao-2026-11-21-0001.wav',
  mime_type: 'audio/wav',
  size: 2048,
  checksum: 'a'.repeat(64),
};
const resultado = {
  id: 'r1',
  status_processamento: 'concluido',
  nome_arquivo: arquivo.original_name,
  transcricao_agente: null,
  transcricao_cliente: null,
  call_data: { upload_date: null, agent_channel: arquivo, client_channel: null },
  analise_individual: {
    processed_at: null,
    resultado: null,
    business_metrics: {
      qualityScore: 0.754,
      complianceChecks: { overallScore: 0.666 },
      salesMetrics: { conversion_probability: null },
    },
  },
};

it('shows scores as whole percentages and cuts a file name at 20 characters (specification 2, §9)', async () => {
  vi.spyOn(apiModule, 'call').mockResolvedValue({
    success: true,
    data: [resultado],
    pagination: { page: 1, limit: 1, total: 1, totalPages: 1, totalExato: true },
  } as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ResultDialog item={{ id: 'i1' } as ItemRow} nameOf={() => 'Arquivo'} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByText('75%');
  screen.getByText('67%');
  const name = screen.getByText('gravacao-2026-11-21-…');
  expect(name.title).toBe(arquivo.original_name);
});
