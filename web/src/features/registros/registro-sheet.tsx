import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTimeSeconds } from '../../lib/text/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '../../ui/overlays/sheet.tsx';
import { detailLines } from './details.ts';
import { acaoLabel, type Registro, recursoLabel } from './registro-row.ts';

/** All details of an audit log entry. */
export function RegistroSheet({ registro, onClose }: { registro: Registro | null; onClose: () => void }) {
  // The last entry stays drawn while the sheet slides out.
  const [shown, setShown] = useState(registro);
  if (registro && registro !== shown) setShown(registro);
  return (
    <Sheet open={registro !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent className="p-6">{shown ? <RegistroContent registro={shown} /> : null}</SheetContent>
    </Sheet>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-b py-2.5 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="break-words text-sm">{children}</dd>
    </div>
  );
}

function RegistroContent({ registro }: { registro: Registro }) {
  const lines = detailLines(registro.detalhes);
  return (
    <>
      <div className="grid gap-1 pr-8">
        <SheetTitle>{acaoLabel(registro.acao)}</SheetTitle>
        <SheetDescription>{formatDateTimeSeconds(registro.created_at)}</SheetDescription>
      </div>
      <dl>
        <Line label="Autor">{registro.quem}</Line>
        <Line label="Empresa">{registro.empresa?.nome ?? '-'}</Line>
        <Line label="Endereço IP">{registro.endereco_ip ?? '-'}</Line>
        <Line label="Recurso">
          {recursoLabel(registro.recurso)}
          {registro.recurso_id ? (
            <span className="mt-1 flex items-center gap-1.5">
              <code className="break-all text-muted-foreground text-xs">{registro.recurso_id}</code>
              <CopyButton
                text={registro.recurso_id}
                label="Copiar identificador do recurso"
                iconOnly
                variant="ghost"
                size="icon-sm"
              />
            </span>
          ) : null}
        </Line>
        {registro.request_id ? (
          <Line label="Requisição">
            <code className="break-all text-muted-foreground text-xs">{registro.request_id}</code>
          </Line>
        ) : null}
      </dl>
      {lines.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-semibold text-sm">Detalhes</h3>
          <dl className="rounded-lg border px-4">
            {lines.map((line) => (
              <Line key={line.label} label={line.label}>
                {line.before === undefined ? (
                  line.value
                ) : (
                  <span className="inline-flex flex-wrap items-center gap-1.5">
                    <span className="text-muted-foreground line-through">{line.before}</span>
                    <ArrowRight className="size-3.5 text-muted-foreground" aria-label="passou a" />
                    <span className="font-medium">{line.value}</span>
                  </span>
                )}
              </Line>
            ))}
          </dl>
        </section>
      ) : null}
    </>
  );
}
