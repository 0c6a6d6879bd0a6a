import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import {
  type ArquivoDaEntrevista,
  FILTROS_ARQUIVO,
  type FiltroArquivo,
  listArquivosDaPesquisa,
} from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { Download, FileAudio, FileUp, Info, Play } from 'lucide-react';
import { useState } from 'react';
import { downloadRecording } from '../../../domain/items/recording/download.ts';
import { AgenteFilter } from '../../../domain/survey/agente-picker.tsx';
import { type Column, DataList, Line } from '../../../kit/list/data-list.tsx';
import { anId, anyText, oneOf } from '../../../kit/list/filter-params.ts';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { call, errorMessage } from '../../../lib/network/api.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatClock, formatDateTime, formatFileSize, formatStart } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { ReadExportDialog } from '../export-reading/read-export-dialog.tsx';
import { type Heard, HeardRecording } from '../interviews/heard-recording.tsx';
import type { Pesquisa } from '../survey.ts';
import { FileDetails, hasDetails } from './file-details.tsx';
import { FileState } from './file-state.tsx';

type Row = ArquivoDaEntrevista;

const READERS = { q: anyText, arquivo: oneOf(FILTROS_ARQUIVO), agente_id: anId };

const FILTRO: Record<FiltroArquivo, string> = {
  com_gravacao: 'Com gravação',
  recebendo: 'Recebendo',
  com_lacunas: 'Com lacunas',
  sem_gravacao: 'Sem gravação',
};
const FILTROS = FILTROS_ARQUIVO.map((value) => ({ value, label: FILTRO[value] }));

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Entrevistado',
    card: 'title',
    className: 'w-full min-w-32 max-w-0',
    text: (row) => row.nome_entrevistado || 'Sem nome',
  },
  { label: 'Estado', cell: (row) => <FileState row={row} /> },
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
        <Line>{row.entrevistador?.nome ?? '-'}</Line>
        <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">
          {formatStart(row.realizada_em, row.inicio_precisao)}
        </span>
      </>
    ),
  },
];

/** The files of a survey: each recording to be heard and saved, what is on its way, and why there is none. */
export function FilesTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const manages = useCan()('project', 'delete');
  const [reading, setReading] = useState(false);
  const [heard, setHeard] = useState<Heard | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  const list = useList(
    listArquivosDaPesquisa,
    READERS,
    (asked) => ({ params: { id: pesquisa.id }, query: asked }),
    { refetchInterval: usePollWhileOffline(10_000) },
  );
  const hear = async (row: Row, ms = 0): Promise<void> => {
    if (!row.item) return;
    const itemId = row.item.id;
    setShown(null);
    if (heard?.itemId === itemId) {
      setHeard({ ...heard, from: { ms, n: heard.from.n + 1 } });
      return;
    }
    setOpening(row.id);
    const url = await call(createAudioUrl, { params: { id: itemId } }).then(
      ({ data }) => data.url,
      (error: unknown) => {
        toast.error('Não foi possível tocar a gravação.', {
          description: errorMessage(error, 'Falha ao baixar arquivo.'),
        });
        return null;
      },
    );
    setOpening(null);
    const { nome_entrevistado: nome, item } = row;
    if (url) setHeard({ itemId, nome, url, duracaoS: item.duracao_s, from: { ms, n: 0 } });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {heard ? <HeardRecording key={heard.itemId} heard={heard} onClose={() => setHeard(null)} /> : null}
      <ListPanel
        list={list}
        search={{ label: 'Buscar arquivos', placeholder: 'Nome ou telefone do entrevistado…' }}
        filters={
          <>
            <FilterSelect
              label="Estado"
              allLabel="Todos os status"
              options={FILTROS}
              {...list.bind('arquivo')}
            />
            <AgenteFilter pesquisaId={pesquisa.id} rows={list.rows} {...list.bind('agente_id')} />
          </>
        }
        tools={
          manages ? (
            <Button variant="outline" onClick={() => setReading(true)}>
              <FileUp aria-hidden="true" />
              Ler exportação de um aparelho
            </Button>
          ) : undefined
        }
        errorTitle="Erro ao carregar arquivos"
        noun="arquivos"
        nothing="Nenhum arquivo encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhuma entrevista realizada ainda.',
          description: 'A gravação de cada entrevista aparece aqui, até as que ainda estão sendo enviadas.',
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
            actions={(row) => (
              <>
                {hasDetails(row) ? (
                  <Tooltip content="Lacunas e envios">
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Lacunas e envios de ${row.nome_entrevistado}`}
                      onClick={() => setShown(row.id)}
                    >
                      <Info />
                    </Button>
                  </Tooltip>
                ) : null}
                {row.estado === 'com_gravacao' ? (
                  <>
                    <Tooltip content="Baixar gravação">
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Baixar a gravação de ${row.nome_entrevistado}`}
                        onClick={() => row.item && void downloadRecording(row.item)}
                      >
                        <Download />
                      </Button>
                    </Tooltip>
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
                  </>
                ) : null}
              </>
            )}
          />
        )}
      </ListPanel>
      <ReadExportDialog open={reading} onClose={() => setReading(false)} />
      <FileDetails
        row={list.rows?.find(({ id }) => id === shown) ?? null}
        onClose={() => setShown(null)}
        onHear={(row, fromMs) => void hear(row, fromMs)}
      />
    </div>
  );
}
