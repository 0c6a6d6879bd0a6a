import { listResultadosDoItem } from '@escuta/shared/contracts/calls/item-resultados';
import type { ItemRow } from '@escuta/shared/contracts/operation/projetos';
import { useQuery } from '@tanstack/react-query';
import { FileAudio } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { useLast } from '../../kit/use-last.ts';
import type { Wire } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import {
  formatDateTime,
  formatKilobytes,
  formatShare,
  shorten,
  truncateFileName,
} from '../../lib/text/format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

type Resultado = Wire<typeof listResultadosDoItem>['data'][number];
type Arquivo = Resultado['call_data']['agent_channel'];

interface ResultDialogProps {
  /** The item whose results are shown; null closes the dialog. */
  item: ItemRow | null;
  nameOf: (item: ItemRow) => string;
  onClose: () => void;
}

/** Results of each run of an item: files, business metrics, and the texts of agent and client (specification 2, §3). */
export function ResultDialog({ item, nameOf, onClose }: ResultDialogProps) {
  const shown = useLast(item);
  return (
    <Dialog open={item !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle>Resultado do processamento</DialogTitle>
          <DialogDescription className="break-words">{shown ? nameOf(shown) : ''}</DialogDescription>
        </DialogHeader>
        {shown ? <Results key={shown.id} itemId={shown.id} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function Results({ itemId }: { itemId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listResultadosDoItem, { params: { id: itemId }, query: { page, limit: 1 } }),
  );
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="Erro ao carregar dados de processamento"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <Skeleton className="h-72" />;
  const { data, pagination } = query.data;
  const [resultado] = data;
  if (!resultado) {
    return (
      <EmptyState
        className="py-10"
        icon={<FileAudio />}
        title="Nenhum resultado ainda"
        description="O resultado de cada processamento deste item aparece aqui."
      />
    );
  }
  return (
    <div className="relative grid grid-cols-1 gap-5" aria-busy={query.isPlaceholderData}>
      <LoadingBar active={query.isPlaceholderData} label="Carregando resultado" />
      <Result resultado={resultado} />
      {pagination.totalPages > 1 ? (
        <Pagination
          {...pagination}
          noun="processamentos, do mais recente ao mais antigo"
          onPageChange={setPage}
        />
      ) : null}
    </div>
  );
}

const score = (value: number | null) => (value === null ? '-' : formatShare(value));

function Result({ resultado }: { resultado: Resultado }) {
  const { call_data: dados, analise_individual: analise } = resultado;
  const { qualityScore, complianceChecks, salesMetrics } = analise.business_metrics;
  return (
    <>
      <Facts className="sm:grid-cols-3">
        <Fact label="Situação">
          <ItemStatus status={resultado.status_processamento} />
        </Fact>
        <Fact label="Processado em">{analise.processed_at ? formatDateTime(analise.processed_at) : '-'}</Fact>
        <Fact label="Gravação recebida em">
          {dados.upload_date ? formatDateTime(dados.upload_date) : '-'}
        </Fact>
      </Facts>
      <ResultPart title="Arquivos">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Channel title="Canal do agente" arquivo={dados.agent_channel} />
          <Channel title="Canal do cliente" arquivo={dados.client_channel} />
        </div>
      </ResultPart>
      <ResultPart title="Métricas de negócio">
        <Facts className="sm:grid-cols-3">
          <Fact label="Qualidade">{score(qualityScore)}</Fact>
          <Fact label="Conformidade">{score(complianceChecks.overallScore)}</Fact>
          <Fact label="Probabilidade de conversão">{score(salesMetrics.conversion_probability)}</Fact>
        </Facts>
      </ResultPart>
      {analise.resultado ? (
        <ResultPart title="Resumo">
          <p className="whitespace-pre-wrap break-words text-sm">{analise.resultado}</p>
        </ResultPart>
      ) : null}
      <ResultPart title="Transcrição">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <ChannelText title="Agente" text={resultado.transcricao_agente} />
          <ChannelText title="Cliente" text={resultado.transcricao_cliente} />
        </div>
      </ResultPart>
    </>
  );
}

function ResultPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Channel({ title, arquivo }: { title: string; arquivo: Arquivo }) {
  return (
    <section className="grid min-w-0 content-start gap-2 rounded-lg border p-3.5" aria-label={title}>
      <h4 className="font-medium text-sm">{title}</h4>
      {arquivo ? (
        <Facts className="grid-cols-2">
          <Fact label="Nome original">
            <span title={arquivo.original_name}>{truncateFileName(arquivo.original_name)}</span>
          </Fact>
          <Fact label="Tipo">{arquivo.mime_type}</Fact>
          <Fact label="Tamanho">{formatKilobytes(arquivo.size)}</Fact>
          <Fact label="Checksum">
            <code title={arquivo.checksum}>{shorten(arquivo.checksum)}</code>
          </Fact>
        </Facts>
      ) : (
        <p className="text-muted-foreground text-sm">Sem este canal: a gravação não separa as vozes.</p>
      )}
    </section>
  );
}

function ChannelText({ title, text }: { title: string; text: string | null }) {
  return (
    <section className="grid min-w-0 content-start gap-1.5" aria-label={`Texto: ${title}`}>
      <h4 className="font-medium text-muted-foreground text-xs">{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div tabIndex={0} className="focus-ring max-h-56 overflow-y-auto rounded-md bg-muted p-3">
        <p className="whitespace-pre-wrap break-words text-sm">{text ?? 'Sem texto deste canal.'}</p>
      </div>
    </section>
  );
}
