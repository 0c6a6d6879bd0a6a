import { createMomento } from '@escuta/shared/contracts/operation/momentos';
import { MOMENTO_MAX_MS } from '@escuta/shared/domain/recordings/moment';
import { Play, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { formatClockMs, formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { momentAround, readClock, stretchProblem } from './clock-text.ts';
import { MomentLinks } from './moment-links.tsx';
import type { Stretch } from './stretch.ts';

const VALIDADES = [
  { dias: 1, rotulo: '1 dia' },
  { dias: 7, rotulo: '7 dias' },
  { dias: 30, rotulo: '30 dias' },
  { dias: 90, rotulo: '90 dias' },
] as const;

export interface ShareMomentProps {
  itemId: string;
  /** The stretch to share; null: the dialog is closed. */
  stretch: Stretch | null;
  /** Length of the recording, ms. */
  durationMs: number;
  /** True if a transcript exists whose words a link may show. */
  temFrases: boolean;
  onHear: (stretch: Stretch) => void;
  onClose: () => void;
}

/** Makes a link to a moment of a call, shows its address once, and lists the call's links with 'Revogar'. */
export function ShareMomentDialog({ stretch, onClose, ...props }: ShareMomentProps) {
  const shown = useLast(stretch);
  return (
    <Dialog open={stretch !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent className="max-w-xl">
        <DialogHeader>
          <DialogTitle>Compartilhar este momento</DialogTitle>
          <DialogDescription>
            Uma pessoa com o link ouve só este trecho, sem conta. Cada reprodução fica no registro de acessos.
          </DialogDescription>
        </DialogHeader>
        {shown ? (
          <div className="grid gap-6">
            <NewLink key={`${shown.startMs}-${shown.endMs}`} stretch={shown} {...props} />
            <MomentLinks itemId={props.itemId} />
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function NewLink({
  itemId,
  stretch,
  durationMs,
  temFrases,
  onHear,
}: Omit<ShareMomentProps, 'stretch' | 'onClose'> & { stretch: Stretch }) {
  const proposed = momentAround(stretch, durationMs);
  const [inicio, setInicio] = useState(formatClockMs(proposed.inicio));
  const [fim, setFim] = useState(formatClockMs(proposed.fim));
  const [comFrase, setComFrase] = useState(false);
  const [dias, setDias] = useState(7);
  const words = useId();
  const create = useApiMutation(createMomento, { failed: 'Não foi possível criar o link' });
  const made = create.answer?.data;
  if (made) return <MadeLink {...made} onAgain={create.reset} />;

  const [de, ate] = [readClock(inicio), readClock(fim)];
  const problem = stretchProblem(de, ate, durationMs);
  const submit = (): void => {
    if (problem || de === null || ate === null) return;
    const body = { inicio_ms: de, fim_ms: ate, com_frase: comFrase, validade_dias: dias };
    void create.attempt({ params: { id: itemId }, body });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label="De" error={problem?.campo === 'inicio' ? problem.texto : undefined}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={inicio}
            onChange={(event) => setInicio(event.target.value)}
          />
        </Field>
        <Field
          label="Até"
          hint={`No máximo ${MOMENTO_MAX_MS / 1000} segundos`}
          error={problem?.campo === 'fim' ? problem.texto : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={fim}
            onChange={(event) => setFim(event.target.value)}
          />
        </Field>
        <Button
          variant="outline"
          className="justify-self-start sm:mt-5.5"
          disabled={problem !== null}
          onClick={() => (de !== null && ate !== null ? onHear({ startMs: de, endMs: ate }) : undefined)}
        >
          <Play aria-hidden="true" /> Ouvir
        </Button>
      </div>
      <Field label="Validade">
        <Validity value={dias} onChange={setDias} />
      </Field>
      {temFrases ? (
        <div className="flex items-center gap-2">
          <Checkbox
            id={words}
            checked={comFrase}
            onCheckedChange={(checked) => setComFrase(checked === true)}
          />
          <Label htmlFor={words}>Mostrar também as frases do trecho</Label>
        </div>
      ) : null}
      <Button type="submit" className="justify-self-start" loading={create.busy} disabled={problem !== null}>
        <Share2 aria-hidden="true" /> Criar link
      </Button>
    </form>
  );
}

function Validity({
  value,
  onChange,
  ...props
}: {
  value: number;
  onChange: (dias: number) => void;
  id?: string;
}) {
  return (
    <Select value={String(value)} onValueChange={(dias) => onChange(Number(dias))}>
      <SelectTrigger {...props} className="sm:w-40">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {VALIDADES.map(({ dias, rotulo }) => (
          <SelectItem key={dias} value={String(dias)}>
            {rotulo}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

/** Shows the address of the new link, which nobody can read again later. */
function MadeLink({
  url,
  momento,
  onAgain,
}: {
  url: string;
  momento: { inicio_ms: number; fim_ms: number; expira_em: string };
  onAgain: () => void;
}) {
  // The server returns only a path if the installation has no public address.
  const address = new URL(url, window.location.origin).href;
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    field?.focus();
    field?.select();
  }, [field]);
  return (
    <div className="grid gap-3">
      <Notice variant="info">
        Copie o endereço agora: ele não aparece de novo. O trecho de {formatClockMs(momento.inicio_ms)} a{' '}
        {formatClockMs(momento.fim_ms)} pode ser ouvido até {formatDateTime(momento.expira_em)}.
      </Notice>
      <div className="flex gap-2">
        <Input
          ref={setField}
          readOnly
          aria-label="Endereço do link"
          className="min-w-0 flex-1 font-mono text-xs"
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label="Copiar o endereço do link" text={address} variant="default" />
      </div>
      <Button variant="link" size="inline" className="justify-self-start" onClick={onAgain}>
        Criar outro link
      </Button>
    </div>
  );
}
