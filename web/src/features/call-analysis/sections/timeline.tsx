import { formatDateTimeSeconds } from '../../../lib/text/format.ts';
import type { Resultado } from './overview.tsx';

/** 'Linha do tempo': the call's events in order. */
export function Timeline({ timeline }: { timeline: Resultado['timeline'] }) {
  if (timeline.length === 0) return <p className="text-muted-foreground">Nenhum evento registrado.</p>;
  return (
    <ol className="relative grid gap-3 border-l pl-5">
      {timeline.map(({ evento, timestamp, detalhes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <li key={index} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[1.5625rem] size-2.5 rounded-full border-2 border-card bg-primary"
          />
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{evento}</span>
            <time dateTime={timestamp} className="text-muted-foreground text-xs tabular-nums">
              {formatDateTimeSeconds(timestamp)}
            </time>
          </p>
          {detalhes ? <p className="text-muted-foreground text-sm">{detalhes}</p> : null}
        </li>
      ))}
    </ol>
  );
}
