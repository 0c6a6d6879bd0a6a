import type { SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import { TEXTO_DO_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  ALVO_LABEL,
  aboutWhom,
  baseText,
  ESTADO_LABEL,
  ESTADO_VARIANT,
  figuresOf,
} from './describe-signal.ts';
import { SignalProof } from './signal-proof.tsx';

/** Card of a signal: measurement, limit, frequency, innocent explanation; if opened, also proof and opinions. */
export function SignalCard({ sinal, opened = false }: { sinal: SinalWire; opened?: boolean }) {
  const [open, setOpen] = useState(opened);
  const body = useId();
  const { medido, limite } = figuresOf(sinal);
  const { nome, inocente } = TEXTO_DO_SINAL[sinal.tipo];
  const quem = aboutWhom(sinal);
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 break-words font-medium">{nome}</h2>
        {sinal.nota ? <Badge>Observação</Badge> : null}
        {sinal.nota ? null : (
          <Badge variant={ESTADO_VARIANT[sinal.estado]}>{ESTADO_LABEL[sinal.estado]}</Badge>
        )}
        {sinal.lista && sinal.vigente && sinal.estado !== 'descartado' ? (
          <Badge variant="primary">Além do acaso</Badge>
        ) : null}
        {sinal.vigente ? null : <Badge variant="outline">Não aparece mais</Badge>}
      </div>
      <p className="break-words text-sm">
        {sinal.agente ? (
          <AgentLink agente={sinal.agente} className="font-medium" />
        ) : (
          <span className="font-medium">{quem}</span>
        )}
        <span className="text-muted-foreground"> · {ALVO_LABEL[sinal.alvo]}</span>
      </p>
      <div className="grid gap-1 text-sm">
        <p>{medido}</p>
        <p className="text-muted-foreground">{limite}</p>
        <p className="text-muted-foreground">{baseText(sinal)}</p>
        <p>
          <span className="font-medium">Outras explicações possíveis: </span>
          {inocente}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start max-sm:min-h-11"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
      >
        <ChevronDown aria-hidden="true" className={cn('transition-transform', open && 'rotate-180')} />
        {open ? 'Fechar' : 'Prova e pareceres'}
        <span className="sr-only">
          : {nome}, {quem}
        </span>
      </Button>
      <div id={body} hidden={!open}>
        {open ? <SignalProof id={sinal.id} /> : null}
      </div>
    </Card>
  );
}
