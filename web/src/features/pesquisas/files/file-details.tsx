import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Play } from 'lucide-react';
import { AgentLink } from '../../../domain/agents/agent-link.tsx';
import { useLast } from '../../../kit/use-last.ts';
import { formatClock, formatClockMs, formatDateTime, formatFileSize } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../../ui/overlays/dialog.tsx';
import { FileState, gapsInWords, silenceOf } from './file-state.tsx';

type Row = ArquivoDaEntrevista;
type Gap = Row['lacunas']['primeiras'][number];

/** Words for where a gap in the recording lies: 'No começo', 'Em 1:05', 'No fim (1:05)'. */
function placeOf({ em_ms, fim }: Gap): string {
  if (fim) return `No fim (${formatClockMs(em_ms)})`;
  return em_ms === 0 ? 'No começo' : `Em ${formatClockMs(em_ms)}`;
}

function Gaps({ row, onHear }: { row: Row; onHear: (fromMs: number) => void }) {
  const { total, primeiras } = row.lacunas;
  if (total === 0) return null;
  const more = total - primeiras.length;
  return (
    <section className="grid gap-2 text-sm" aria-labelledby="lacunas-da-gravacao">
      <h3 id="lacunas-da-gravacao" className="font-semibold">
        {gapsInWords(row.lacunas)}
      </h3>
      <p className="text-muted-foreground text-xs">
        As lacunas não contam como falha do entrevistador. Na gravação, cada uma aparece como um silêncio
        curto.
      </p>
      <ul className="grid divide-y rounded-md border">
        {primeiras.map((gap) => (
          <li key={gap.em_ms} className="flex items-center justify-between gap-3 px-3 py-1.5 tabular-nums">
            <span>
              {placeOf(gap)}: {silenceOf(gap.duracao_ms)} sem som
            </span>
            {row.estado === 'com_gravacao' ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Ouvir desde um pouco antes da lacuna: ${placeOf(gap)}`}
                onClick={() => onHear(Math.max(0, gap.em_ms - 3000))}
              >
                <Play />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-muted-foreground text-xs">E mais {plural(more, 'lacuna', 'lacunas')}.</p>
      ) : null}
    </section>
  );
}

function Uploads({ row }: { row: Row }) {
  const { total, primeiros } = row.envios;
  if (total === 0) return null;
  const more = total - primeiros.length;
  return (
    <section className="grid gap-2 text-sm" aria-labelledby="envios-da-gravacao">
      <h3 id="envios-da-gravacao" className="font-semibold">
        Envios do aparelho
      </h3>
      <ul className="grid gap-2">
        {primeiros.map((one) => (
          <li key={one.gravacao} className="grid gap-0.5 rounded-md border px-3 py-2 tabular-nums">
            <span className="font-medium">
              Gravação {one.gravacao}:{' '}
              {one.partes === null
                ? plural(one.recebidas, 'parte recebida', 'partes recebidas')
                : `${one.recebidas} de ${plural(one.partes, 'parte', 'partes')}`}
              , {formatFileSize(one.tamanho)}
            </span>
            <span className="text-muted-foreground text-xs">
              {one.estado === 'concluido' ? 'Completa' : 'Incompleta'} · envio iniciado em{' '}
              {formatDateTime(one.desde)}
              {one.ultima_em ? ` · última parte em ${formatDateTime(one.ultima_em)}` : ''}
            </span>
            <span className="text-muted-foreground text-xs">
              {one.expira_em
                ? `Guardada até ${formatDateTime(one.expira_em)}, se o aparelho não enviar mais nada.`
                : 'Guardada até ser preparada ou liberada.'}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-muted-foreground text-xs">E mais {plural(more, 'envio', 'envios')}.</p>
      ) : null}
    </section>
  );
}

/** An interview's sound in detail: its recording, its gaps, and pending uploads. */
export function FileDetails({
  row: asked,
  onClose,
  onHear,
}: {
  row: Row | null;
  onClose: () => void;
  onHear: (row: Row, fromMs: number) => void;
}) {
  const row = useLast(asked);
  return (
    <Dialog open={asked !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      {row ? (
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Arquivos de {row.nome_entrevistado || 'entrevista sem nome'}</DialogTitle>
            <DialogDescription className="break-words">
              {row.item?.arquivo_nome ?? 'A gravação ainda não está inteira no servidor.'}
            </DialogDescription>
          </DialogHeader>
          <Facts className="text-sm">
            <Fact label="Status">
              <FileState row={row} />
            </Fact>
            <Fact label="Entrevistador">
              {row.entrevistador ? <AgentLink agente={row.entrevistador} /> : '-'}
            </Fact>
            <Fact label="Duração e tamanho">
              {row.item?.duracao_s == null ? '-' : formatClock(row.item.duracao_s)}
              {row.item?.arquivo_tamanho == null ? '' : ` · ${formatFileSize(row.item.arquivo_tamanho)}`}
            </Fact>
            <Fact label={row.item?.arquivo_recebido_em ? 'Recebida em' : 'Último contato do aparelho'}>
              {formatDateTime(row.item?.arquivo_recebido_em ?? row.ultimo_contato_em)}
            </Fact>
            {row.aparelho ? (
              <Fact label="Aparelho" className="col-span-2">
                {row.aparelho.nome}
              </Fact>
            ) : null}
          </Facts>
          <Gaps row={row} onHear={(fromMs) => onHear(row, fromMs)} />
          <Uploads row={row} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}
