import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import {
  type ArquivoDaEntrevista,
  listArquivosDaPesquisa,
} from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import {
  FILTROS_ARQUIVO,
  FILTROS_ARQUIVOS,
  type FiltroArquivo,
} from '@escuta/shared/domain/filters/lists/files';
import { FileAudio, FileUp } from 'lucide-react';
import { useState } from 'react';
import { AgentLink } from '../../../domain/agents/agent-link.tsx';
import { RowActions } from '../../../domain/items/action-menu.tsx';
import { type ActionItem, itemOfFile } from '../../../domain/items/item.ts';
import { useItemActions } from '../../../domain/items/use-item-actions.tsx';
import { AgenteFilter } from '../../../domain/survey/agente-picker.tsx';
import { type Column, DataList, Line } from '../../../kit/list/data-list.tsx';
import { FilterControls, filterTable, optionsOf } from '../../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatClock, formatDateTime, formatFileSize, formatStart } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ReadExportDialog } from '../export-reading/read-export-dialog.tsx';
import { type Heard, HeardRecording } from '../interviews/heard-recording.tsx';
import type { Pesquisa } from '../survey.ts';
import { FileDetails } from './file-details.tsx';
import { FileState } from './file-state.tsx';

type Row = ArquivoDaEntrevista;

const FILTRO: Record<FiltroArquivo, string> = {
  com_gravacao: 'Com gravação',
  recebendo: 'Recebendo',
  com_lacunas: 'Com lacunas',
  sem_gravacao: 'Sem gravação',
};
const TABLE = filterTable<typeof FILTROS_ARQUIVOS, { pesquisaId: string; rows: readonly Row[] | undefined }>(
  FILTROS_ARQUIVOS,
  {
    q: 'search',
    arquivo: { all: 'Todos os status', options: optionsOf(FILTROS_ARQUIVO, FILTRO) },
    agente_id: AgenteFilter,
  },
);

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Entrevistado',
    card: 'title',
    className: 'w-full min-w-32 max-w-0',
    text: (row) => row.nome_entrevistado || 'Sem nome',
  },
  { label: 'Status', cell: (row) => <FileState row={row} /> },
  {
    label: 'Arquivo',
    className: 'max-w-48 tabular-nums',
    cell: ({ item }) =>
      item?.arquivo_nome ? (
        <>
          <Line>{item.arquivo_nome}</Line>
          <span className="whitespace-nowrap text-muted-foreground text-xs">
            {item.duracao_s === null ? '' : `${formatClock(item.duracao_s)} · `}
            {item.arquivo_tamanho === null ? '' : formatFileSize(item.arquivo_tamanho)}
          </span>
        </>
      ) : (
        '-'
      ),
  },
  {
    label: 'Recebida em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ item }) => (item?.arquivo_recebido_em ? formatDateTime(item.arquivo_recebido_em) : '-'),
  },
  {
    label: 'Entrevistador',
    className: 'max-w-32',
    cell: (row) => (
      <>
        {row.entrevistador ? <AgentLink agente={row.entrevistador} className="block truncate" /> : '-'}
        <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">
          {formatStart(row.realizada_em, row.inicio_precisao)}
        </span>
      </>
    ),
  },
];

/** The files of a survey: recordings to play and save, pending recordings, and the reasons for missing ones. */
export function FilesTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const manages = useCan()('project', 'delete');
  const [reading, setReading] = useState(false);
  const [heard, setHeard] = useState<Heard | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const open = useApiMutation(createAudioUrl, {
    failed: 'Não foi possível tocar a gravação.',
    fallback: 'Falha ao baixar arquivo.',
  });
  const list = useList(
    listArquivosDaPesquisa,
    TABLE.readers,
    (asked) => ({ params: { id: pesquisa.id }, query: TABLE.ask(asked) }),
    { refetchInterval: usePollWhileOffline(10_000) },
  );
  const rowOf = ({ id }: ActionItem) => list.rows?.find((row) => (row.item?.id ?? row.id) === id);
  const hear = async (row: Row | undefined, ms = 0): Promise<void> => {
    if (!row?.item) return;
    const itemId = row.item.id;
    setShown(null);
    if (heard?.itemId === itemId) {
      setHeard({ ...heard, from: { ms, n: heard.from.n + 1 } });
      return;
    }
    const opened = await open.run({ params: { id: itemId } }).catch(() => null);
    if (!opened) return;
    const { nome_entrevistado: nome, item } = row;
    setHeard({ itemId, nome, url: opened.data.url, duracaoS: item.duracao_s, from: { ms, n: 0 } });
  };
  const actions = useItemActions('arquivos', {
    hear: (item) => hear(rowOf(item)),
    isOpening: (id) => open.running.some(({ params }) => params.id === id),
    showFile: (item) => setShown(rowOf(item)?.id ?? null),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      {heard ? <HeardRecording key={heard.itemId} heard={heard} onClose={() => setHeard(null)} /> : null}
      <ListPanel
        list={list}
        search={{ label: 'Buscar arquivos', placeholder: 'Nome ou telefone do entrevistado…' }}
        filters={<FilterControls table={TABLE} list={list} pesquisaId={pesquisa.id} rows={list.rows} />}
        tools={
          manages ? (
            <Button variant="outline" onClick={() => setReading(true)}>
              <FileUp aria-hidden="true" />
              Ler exportação de um aparelho
            </Button>
          ) : undefined
        }
        errorTitle="Erro ao carregar os arquivos"
        noun="arquivos"
        nothing="Nenhum arquivo encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhuma entrevista realizada ainda.',
          description: 'A gravação de cada entrevista aparece aqui, mesmo antes de o envio terminar.',
        }}
      >
        {(rows, stale) => (
          <DataList
            dense
            label="Arquivos da pesquisa"
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
            actions={(row) => <RowActions item={itemOfFile(row)} actions={actions} />}
          />
        )}
      </ListPanel>
      {actions.dialogs}
      <ReadExportDialog open={reading} onClose={() => setReading(false)} />
      <FileDetails
        row={list.rows?.find(({ id }) => id === shown) ?? null}
        onClose={() => setShown(null)}
        onHear={(row, fromMs) => void hear(row, fromMs)}
      />
    </div>
  );
}
