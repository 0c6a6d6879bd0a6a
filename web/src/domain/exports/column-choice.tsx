import {
  type ColunaExportavel,
  exportOf,
  PLANILHAS,
  type PlanilhaExportavel,
  type TipoExportacao,
} from '@escuta/shared/domain/exports/exports';
import { groupBy } from '@escuta/shared/domain/group-by';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Label } from '../../ui/inputs/label.tsx';

/** The columns of a kind of export, by group, each with its key. */
export function columnGroups(
  tipo: TipoExportacao,
): [grupo: string, (ColunaExportavel & { chave: string })[]][] {
  const all = Object.entries(exportOf(tipo).colunas).map(([chave, coluna]) => ({ chave, ...coluna }));
  return [...groupBy(all, ({ grupo }) => grupo)];
}

/** Adds columns (`on`) or removes them. The table's order is kept; in any other order new columns come last. */
export function withColumns(
  tipo: TipoExportacao,
  chosen: readonly string[],
  changed: readonly string[],
  on: boolean,
): string[] {
  const next = new Set(chosen);
  for (const chave of changed) {
    if (on) next.add(chave);
    else next.delete(chave);
  }
  const inOrder = (which: (chave: string) => boolean) => Object.keys(exportOf(tipo).colunas).filter(which);
  const isPlain = inOrder((chave) => chosen.includes(chave)).every((chave, n) => chave === chosen[n]);
  if (isPlain) return inOrder((chave) => next.has(chave));
  return [
    ...chosen.filter((chave) => next.has(chave)),
    ...inOrder((chave) => next.has(chave) && !chosen.includes(chave)),
  ];
}

interface ColumnChoiceProps {
  tipo: TipoExportacao;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Chooses a file's columns, singly or by group. */
export function ColumnChoice({ tipo, chosen, onChange }: ColumnChoiceProps) {
  const id = useId();
  const groups = columnGroups(tipo);
  return (
    <section className="grid gap-3" aria-label="Colunas">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-medium text-sm">Colunas</h3>
        <p className="text-muted-foreground text-xs" aria-live="polite">
          {chosen.length === 0
            ? 'Selecione ao menos uma'
            : plural(chosen.length, 'selecionada', 'selecionadas')}
        </p>
      </div>
      <div className="grid max-h-[max(12rem,calc(100dvh-38rem))] gap-4 overflow-y-auto rounded-lg border p-3">
        {groups.map(([grupo, columns]) => {
          const keys = columns.map(({ chave }) => chave);
          const all = keys.every((chave) => chosen.includes(chave));
          return (
            <fieldset key={grupo} className="grid gap-2">
              <legend className="mb-1.5 flex w-full items-center justify-between gap-2 text-muted-foreground text-xs">
                {grupo}
                <Button
                  variant="link"
                  size="inline"
                  className="text-xs"
                  aria-label={`${all ? 'Nenhuma coluna' : 'Todas as colunas'} de ${grupo}`}
                  onClick={() => onChange(withColumns(tipo, chosen, keys, !all))}
                >
                  {all ? 'Nenhuma' : 'Todas'}
                </Button>
              </legend>
              <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
                {columns.map(({ chave, rotulo }) => (
                  <span key={chave} className="flex min-w-0 items-center gap-2.5">
                    <Checkbox
                      id={`${id}-${chave}`}
                      checked={chosen.includes(chave)}
                      onCheckedChange={(next) => onChange(withColumns(tipo, chosen, [chave], next === true))}
                    />
                    <Label htmlFor={`${id}-${chave}`} className="min-w-0 break-words font-normal">
                      {rotulo}
                    </Label>
                  </span>
                ))}
              </div>
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}

interface SheetChoiceProps {
  known: readonly PlanilhaExportavel[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Reason why no sheet can be chosen; null: sheets can be chosen. */
  refused: string | null;
}

/** Chooses further contents: sheets of a workbook, or tables of a JSON file. */
export function SheetChoice({ known, chosen, onChange, refused }: SheetChoiceProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-2.5" disabled={refused !== null}>
      <legend className="mb-2 font-medium text-sm">Outras planilhas</legend>
      {refused ? <p className="text-muted-foreground text-xs">{refused}</p> : null}
      {known.map((one) => (
        <span key={one} className="flex items-start gap-2.5 text-sm">
          <Checkbox
            id={`${id}-${one}`}
            className="mt-0.5"
            disabled={refused !== null}
            checked={refused === null && chosen.includes(one)}
            onCheckedChange={(next) =>
              onChange(known.filter((other) => (other === one ? next === true : chosen.includes(other))))
            }
            aria-describedby={`${id}-${one}-sobre`}
          />
          <span className="grid gap-0.5">
            <Label htmlFor={`${id}-${one}`} className="font-normal">
              {PLANILHAS[one].rotulo}
            </Label>
            <span id={`${id}-${one}-sobre`} className="text-muted-foreground text-xs">
              {PLANILHAS[one].descricao}
            </span>
          </span>
        </span>
      ))}
    </fieldset>
  );
}
