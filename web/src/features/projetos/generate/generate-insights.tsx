import { generateInsights, LOTE_MAX, previewInsights } from '@escuta/shared/contracts/insights/insights';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { processError } from '../../../domain/items/use-process-item.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import type { Data } from '../../../lib/network/api.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery, queryKey } from '../../../lib/network/query.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ITENS, type Projeto } from '../projeto.ts';
import { GenerateProgress } from './generate-progress.tsx';

type Preview = Data<typeof previewInsights>;

type Tipo = Projeto['tipo_projeto'];
type Counted = (n: number) => string;

/** A count in the words of the project's kind: '6 ligações'. */
const countOf =
  (tipo: Tipo): Counted =>
  (n) =>
    plural(n, ITENS[tipo].um, ITENS[tipo].varios);
const creditos = (n: number) => plural(n, 'crédito', 'créditos');

/** True if more items may lack insights than were found: some were not examined, and no batch was filled. */
const mayBeMore = ({ itens: n, parcial }: Preview) => parcial && n < LOTE_MAX;

/** Words for the number of found items: '12 itens', or 'ao menos 12 itens' or 'até 500 itens' if there may be more. */
function amountOf(preview: Preview, itens: Counted): string {
  if (!mayBeMore(preview)) return itens(preview.itens);
  return preview.itens > 0 ? `ao menos ${itens(preview.itens)}` : `até ${itens(LOTE_MAX)}`;
}

/** 'Gerar insights' for items without insights: shows the cost, asks for a confirmation, and shows the result. */
export function GenerateInsights({ projetoId, tipo }: { projetoId: string; tipo: Tipo }) {
  const mayProcess = useCan()('result', 'process');
  const [open, setOpen] = useState(false);
  if (!mayProcess) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Sparkles aria-hidden="true" />
        Gerar insights
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        {open ? (
          <GenerateContent projetoId={projetoId} itens={countOf(tipo)} onClose={() => setOpen(false)} />
        ) : null}
      </Dialog>
    </>
  );
}

function GenerateContent({
  projetoId,
  itens,
  onClose,
}: {
  projetoId: string;
  itens: Counted;
  onClose: () => void;
}) {
  const params = { id: projetoId };
  const query = useQuery({ ...apiQuery(previewInsights, { params }), staleTime: 0, gcTime: 0 });
  const generate = useApiMutation(generateInsights, {
    failed: 'Erro ao gerar insights',
    reason: processError,
    // The preview is not requested again, so that the dialog keeps its figures until it closes.
    kept: () => [queryKey(previewInsights)],
  });
  const preview = query.data?.data;
  const tarefaId = generate.answer?.data.tarefaId;
  const start = async () => {
    const body = { creditos_confirmados: preview?.creditos };
    // After a refusal, requests the figures again, because whoever presses the button agrees to the shown credits.
    if (!(await generate.attempt({ params, body }))) await query.refetch();
  };
  return (
    <DialogContent aria-busy={!preview}>
      <DialogHeader>
        <DialogTitle>Gerar insights</DialogTitle>
        <DialogDescription>
          Processa os itens com gravação que ainda não têm os insights dos templates vinculados.
        </DialogDescription>
      </DialogHeader>
      {tarefaId ? (
        <GenerateProgress tarefaId={tarefaId} />
      ) : query.error && !preview ? (
        <ErrorState
          className="py-6"
          title="Erro ao gerar insights"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : preview ? (
        <GeneratePreview preview={preview} itens={itens} />
      ) : (
        <Skeleton className="h-24" />
      )}
      <DialogFooter>
        {tarefaId ? (
          <Button onClick={onClose}>Fechar</Button>
        ) : (
          <>
            <Button variant="outline" disabled={generate.busy} onClick={onClose}>
              Cancelar
            </Button>
            <Button
              disabled={!preview || (preview.itens === 0 && !preview.parcial)}
              loading={generate.busy}
              onClick={() => void start()}
            >
              {preview && (preview.itens > 0 || preview.parcial)
                ? `Gerar para ${amountOf(preview, itens)}`
                : 'Gerar'}
            </Button>
          </>
        )}
      </DialogFooter>
    </DialogContent>
  );
}

function GeneratePreview({ preview, itens }: { preview: Preview; itens: Counted }) {
  const short = preview.saldo < preview.creditos;
  return (
    <div className="grid gap-3 text-sm">
      {preview.itens === 0 ? (
        <p className="font-medium">
          {preview.parcial
            ? 'Nenhum item já verificado precisa de insights; os outros serão verificados ao gerar os insights.'
            : 'Nenhum item precisa de insights agora.'}
        </p>
      ) : (
        <p>
          <strong className="inline-block font-semibold first-letter:uppercase">
            {amountOf(preview, itens)}
          </strong>{' '}
          {preview.itens === 1 ? 'entra' : 'entram'} na fila e {preview.itens === 1 ? 'reserva' : 'reservam'}{' '}
          até <strong className="font-semibold">{creditos(preview.creditos)}</strong>
          {preview.creditos === preview.itens && preview.comTranscricao === 0 ? ', um por item' : ''}
          {preview.creditos < preview.itens
            ? ': as já transcritas usam um crédito a cada 10 ligações ou fração'
            : ''}
          . O saldo é de {creditos(preview.saldo)}.
        </p>
      )}
      {preview.itens > 0 ? (
        <p className="text-muted-foreground">
          {preview.comTranscricao === 0
            ? 'O provedor de IA recebe o áudio e as perguntas de cada item.'
            : preview.comTranscricao === preview.itens
              ? 'Áudio e transcrição existentes são reaproveitados: o provedor de IA recebe só as perguntas ainda sem resposta.'
              : `De ${itens(preview.comTranscricao)}, áudio e transcrição são reaproveitados, e o provedor de IA recebe só as perguntas ainda sem resposta; os outros são transcritos antes.`}
        </p>
      ) : null}
      {preview.parcial ? (
        <p className="text-muted-foreground">
          O projeto é grande: os números são dos itens mais antigos e dos mais recentes. Todos serão
          verificados ao gerar, até {itens(LOTE_MAX)} por vez.
        </p>
      ) : null}
      {short ? (
        <Notice role="alert">
          O saldo {mayBeMore(preview) ? 'pode não cobrir' : 'não cobre'} todos os itens: entram na fila os que
          couberem, do mais antigo ao mais recente. Para incluir todos,{' '}
          {preview.creditos - preview.saldo === 1 ? 'falta' : 'faltam'}{' '}
          {creditos(preview.creditos - preview.saldo)}.
        </Notice>
      ) : null}
      <LeftOut title="Ficam de fora" ignorados={preview.ignorados} />
    </div>
  );
}

function LeftOut({ title, ignorados }: { title: string; ignorados: Preview['ignorados'] }) {
  if (ignorados.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium text-muted-foreground text-xs">{title}</h3>
      <ul className="grid gap-1">
        {ignorados.map(({ codigo, motivo, n }) => (
          <li key={codigo} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">{motivo}</span>
            <span className="shrink-0 text-muted-foreground tabular-nums">{formatNumber(n)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
