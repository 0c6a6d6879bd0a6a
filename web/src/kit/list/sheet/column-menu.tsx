import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx';
import type { Layout } from './layout.ts';

/** 'Colunas': chooses and orders a work sheet's columns. Their widths are dragged at the headers. */
export function ColumnMenu<Row>({ layout }: { layout: Layout<Row> }) {
  const shown = layout.columns.length;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" size="icon" className="max-md:hidden" aria-label="Colunas" title="Colunas">
          <Columns3 aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Colunas da lista"
        className="grid max-h-[var(--radix-popover-content-available-height)] w-64 gap-1 overflow-y-auto p-2"
      >
        <ul className="grid">
          {layout.all.map(({ key, label }, index) => {
            const on = index < shown;
            return (
              <li key={key} className="flex items-center gap-1 rounded-md px-1.5 hover:bg-accent">
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is a button of Radix inside it */}
                <label className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 text-sm">
                  <Checkbox
                    aria-label={label}
                    checked={on}
                    disabled={on && shown === 1}
                    onCheckedChange={(next) => layout.show(key, next === true)}
                  />
                  {label}
                </label>
                {on ? (
                  <>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="size-7"
                      aria-label={`Mover ${label} para antes`}
                      disabled={index === 0}
                      onClick={() => layout.move(key, -1)}
                    >
                      <ArrowUp aria-hidden="true" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="size-7"
                      aria-label={`Mover ${label} para depois`}
                      disabled={index === shown - 1}
                      onClick={() => layout.move(key, 1)}
                    >
                      <ArrowDown aria-hidden="true" />
                    </Button>
                  </>
                ) : null}
              </li>
            );
          })}
        </ul>
        <div className="border-t pt-1">
          <Button
            variant="ghost"
            size="sm"
            className="w-full"
            disabled={!layout.changed}
            onClick={layout.reset}
          >
            Restaurar colunas
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}
