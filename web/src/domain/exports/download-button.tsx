import { createLinkExportacao } from '@escuta/shared/contracts/operation/exportacoes';
import { Download } from 'lucide-react';
import { useApiMutation } from '../../kit/mutation.ts';
import { saveUrl } from '../../lib/network/api.ts';
import { currentTime } from '../../lib/network/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import type { Tarefa } from '../tasks/task-text.ts';
import { useMayExport } from './export-button.tsx';

/** 'Baixar': downloads an export task's file. Shown while the server keeps it, to people who may download it. */
export function DownloadExport({ tarefa }: { tarefa: Tarefa }) {
  if (tarefa.tipo !== 'exportar' || tarefa.status !== 'concluida' || !tarefa.resultado) return null;
  return <ReadyDownload tarefaId={tarefa.id} {...tarefa.resultado} />;
}

function ReadyDownload({
  tarefaId,
  tipo,
  nome,
  ate,
}: {
  tarefaId: string;
  tipo: Parameters<typeof useMayExport>[0];
  nome: string;
  ate: string;
}) {
  const may = useMayExport(tipo);
  const { attempt, busy } = useApiMutation(createLinkExportacao, {
    failed: 'Erro ao baixar a exportação',
    onDone: ({ data }) => saveUrl(data.url, data.nome),
  });
  if (!may || Date.parse(ate) <= currentTime()) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Baixar ${nome}`}
      loading={busy}
      onClick={() => void attempt({ params: { id: tarefaId } })}
    >
      {busy ? null : <Download aria-hidden="true" />}
      Baixar
    </Button>
  );
}
