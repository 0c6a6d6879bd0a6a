import { createAudioUrl } from '@escuta/shared/contracts/auditoria-items';
import { type EntrevistaNaLista, listEntrevistasDaPesquisa } from '@escuta/shared/contracts/pesquisas';
import { FileAudio, Play, X } from 'lucide-react';
import { useState } from 'react';
import { AgenteFilter } from '../../domain/survey/agente-picker.tsx';
import { RecordingState } from '../../domain/survey/recording-state.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anId, anyText } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { call, errorMessage } from '../../lib/api.ts';
import { formatClock, formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import type { Pesquisa } from './survey.ts';

const READERS = { q: anyText, agente_id: anId };

const COLUMNS: readonly Column<EntrevistaNaLista>[] = [
  {
    label: 'Arquivo',
    card: 'title',
    className: 'w-full max-w-0',
    text: (row) => row.item?.arquivo_nome ?? 'Sem arquivo',
  },
  { label: 'Entrevistado', className: 'max-w-44', text: (row) => row.nome_entrevistado },
  { label: 'Estado', cell: (row) => <RecordingState {...row} /> },
  {
    label: 'Duração',
    className: 'tabular-nums',
    cell: (row) => (row.item?.duracao_s == null ? '-' : formatClock(row.item.duracao_s)),
  },
  {
    label: 'Entrevista',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];

/** The recordings of a survey, each to be heard in its place. */
export function FilesTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const [heard, setHeard] = useState<{ row: EntrevistaNaLista; url: string } | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  const list = useList(listEntrevistasDaPesquisa, READERS, (asked) => ({
    params: { id: pesquisa.id },
    query: { ...asked, com_gravacao: 'true' },
  }));
  const hear = async (row: EntrevistaNaLista): Promise<void> => {
    if (!row.item) return;
    setOpening(row.id);
    try {
      const { data } = await call(createAudioUrl, { params: { id: row.item.id } });
      setHeard({ row, url: data.url });
    } catch (error) {
      toast.error('Não foi possível tocar a gravação.', {
        description: errorMessage(error, 'Falha ao baixar arquivo.'),
      });
    } finally {
      setOpening(null);
    }
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {heard ? (
        <section
          aria-label={`Gravação de ${heard.row.nome_entrevistado}`}
          className="sticky top-2 z-20 flex flex-wrap items-center gap-3 rounded-xl border bg-card p-3 shadow-card"
        >
          <p className="min-w-0 flex-1 truncate font-medium text-sm">{heard.row.nome_entrevistado}</p>
          {/* biome-ignore lint/a11y/useMediaCaption: what is said stands in the analysis, one link away */}
          <audio key={heard.url} src={heard.url} controls autoPlay className="h-10 w-full sm:w-96" />
          <Button variant="ghost" size="icon-sm" aria-label="Fechar o player" onClick={() => setHeard(null)}>
            <X />
          </Button>
        </section>
      ) : null}
      <ListPanel
        list={list}
        search={{ label: 'Buscar gravações', placeholder: 'Nome ou telefone do entrevistado…' }}
        filters={<AgenteFilter pesquisaId={pesquisa.id} rows={list.rows} {...list.bind('agente_id')} />}
        errorTitle="Erro ao carregar gravações"
        noun="gravações"
        nothing="Nenhuma gravação encontrada"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhuma gravação enviada ainda.',
          description: 'Envie a gravação de cada entrevista na aba Entrevistas.',
        }}
      >
        {(rows, stale) => (
          <DataList
            dense
            label="Gravações da pesquisa"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={(row) =>
              row.item
                ? {
                    to: href(paths.analiseLigacao, { itemId: row.item.id }),
                    newWindow: 'abre a análise em nova janela',
                  }
                : null
            }
            actions={(row) => (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Ouvir a gravação de ${row.nome_entrevistado}`}
                loading={opening === row.id}
                onClick={() => void hear(row)}
              >
                <Play aria-hidden="true" />
                Ouvir
              </Button>
            )}
          />
        )}
      </ListPanel>
    </div>
  );
}
