import { deletePreco, type ModeloWire, type PrecoWire } from '@escuta/shared/contracts/insights/modelos';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { currentTime } from '../../lib/network/server-clock.ts';
import { leaveBy } from '../../lib/page/unsaved.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '../../ui/overlays/sheet.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { PriceForm } from './price-form.tsx';
import { showPrice, UNIDADE_INFO } from './price-text.ts';
import { stateOf } from './prices.ts';

/** The prices of the model behind the label `modelo` (in force, planned, past), and a form for a new price. */
export function PriceSheet({ modelo, onClose }: { modelo: ModeloWire | null; onClose: () => void }) {
  const shown = useLast(modelo);
  return (
    <Sheet open={modelo !== null} onOpenChange={(open) => (open ? undefined : leaveBy(onClose))}>
      <SheetContent className="p-6">{shown ? <PriceSheetContent modelo={shown} /> : null}</SheetContent>
    </Sheet>
  );
}

const STATES = {
  planejado: { label: 'Planejado', variant: 'info' },
  vigente: { label: 'Em vigor', variant: 'success' },
  passado: { label: 'Encerrado', variant: 'neutral' },
} as const;

function PriceSheetContent({ modelo }: { modelo: ModeloWire }) {
  const removePrice = useApiMutation(deletePreco, {
    done: 'Preço excluído',
    failed: 'Erro ao excluir o preço',
    fallback: 'Tente novamente.',
  });
  const [removing, setRemoving] = useState<PrecoWire | null>(null);
  const now = currentTime();
  return (
    <>
      <div className="grid gap-1 pr-8">
        <SheetTitle>Preços de {modelo.modelo}</SheetTitle>
        <SheetDescription>
          Preços do modelo do rótulo {modelo.rotulo}. Cada custo usa o preço em vigor na hora do uso; custos
          já lançados não mudam.
        </SheetDescription>
      </div>
      <section aria-labelledby="novo-preco" className="grid gap-3 rounded-lg border p-4">
        <h3 id="novo-preco" className="font-semibold text-sm">
          Novo preço
        </h3>
        <PriceForm key={modelo.id} modelo={modelo} />
      </section>
      <section aria-labelledby="historico-precos" className="grid gap-2">
        <h3 id="historico-precos" className="font-semibold text-sm">
          Histórico
        </h3>
        {modelo.precos.length === 0 ? (
          <p className="rounded-lg border border-dashed px-4 py-6 text-center text-muted-foreground text-sm">
            Nenhum preço cadastrado: o uso deste modelo não entra nos custos.
          </p>
        ) : (
          <Table aria-labelledby="historico-precos">
            <TableHeader>
              <TableRow className="hover:bg-transparent">
                <TableHead>Unidade</TableHead>
                <TableHead className="text-right">US$</TableHead>
                <TableHead>Validade</TableHead>
                <TableHead>
                  <span className="sr-only">Ações</span>
                </TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {modelo.precos.map((preco) => {
                const state = stateOf(preco, now);
                const { label, por } = UNIDADE_INFO[preco.unidade];
                return (
                  <TableRow key={preco.id}>
                    <TableCell>
                      <span className="grid">
                        {label}
                        <span className="whitespace-nowrap text-muted-foreground text-xs">{por}</span>
                      </span>
                    </TableCell>
                    <TableCell className="whitespace-nowrap text-right tabular-nums">
                      {showPrice(preco.precoUsd, preco.unidade)}
                    </TableCell>
                    <TableCell>
                      <span className="grid gap-1">
                        <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
                        <span className="text-muted-foreground text-xs tabular-nums">
                          desde {formatDateTime(preco.vigenteDe)}
                          {preco.vigenteAte ? ` até ${formatDateTime(preco.vigenteAte)}` : ''}
                        </span>
                      </span>
                    </TableCell>
                    <TableCell className="text-right">
                      {state === 'planejado' ? (
                        <Button
                          variant="ghost"
                          size="icon-sm"
                          aria-label={`Excluir o preço planejado de ${showPrice(preco.precoUsd, preco.unidade)}`}
                          onClick={() => setRemoving(preco)}
                        >
                          <Trash2 />
                        </Button>
                      ) : null}
                    </TableCell>
                  </TableRow>
                );
              })}
            </TableBody>
          </Table>
        )}
      </section>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? undefined : setRemoving(null))}
        title="Excluir o preço planejado?"
        description="O preço anterior continua em vigor no lugar dele."
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (removing ? removePrice.run({ params: { id: removing.id } }) : undefined)}
      />
    </>
  );
}
