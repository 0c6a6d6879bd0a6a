import { Grid3x3, SlidersHorizontal, Table2 } from 'lucide-react';
import { useId } from 'react';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../../ui/inputs/select.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import type { Ordem } from './map-grid.ts';

const ORDEM_LABEL: Record<Ordem, string> = {
  pendentes: 'Pendentes de revisão primeiro',
  tempo: 'Mais recentes primeiro',
  entrevistador: 'Por entrevistador',
  piores: 'Piores primeiro',
};
const isOrdem = (value: string): value is Ordem => Object.hasOwn(ORDEM_LABEL, value);

interface MapToolsProps {
  ordem: Ordem;
  onOrdem: (ordem: Ordem) => void;
  grouped: boolean;
  /** Called by the switch 'group by interviewer'; null where grouping is impossible. */
  onGrouped: ((on: boolean) => void) | null;
  compact: boolean;
  onCompact: (on: boolean) => void;
  asTable: boolean;
  onAsTable: (on: boolean) => void;
  /** Number of answers that wait for a review. */
  waiting: number;
  onReview: () => void;
}

/** Controls of the map's view, and the button that starts the queue of review. */
export function MapTools(props: MapToolsProps) {
  const { ordem, onOrdem, grouped, onGrouped, compact, onCompact, asTable, onAsTable } = props;
  const id = useId();
  const other = asTable ? 'Ver como mapa' : 'Ver como tabela';
  return (
    <>
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="outline">
            <SlidersHorizontal aria-hidden="true" />
            Exibição
          </Button>
        </PopoverTrigger>
        <PopoverContent align="end" aria-label="Exibição do mapa" className="grid gap-4">
          <div className="grid gap-2">
            <Label htmlFor={`${id}-ordem`}>Ordem</Label>
            <Select value={ordem} onValueChange={(value) => isOrdem(value) && onOrdem(value)}>
              <SelectTrigger id={`${id}-ordem`}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {Object.entries(ORDEM_LABEL).map(([value, text]) => (
                  <SelectItem key={value} value={value}>
                    {text}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
          <span className="flex items-center justify-between gap-3">
            <Label htmlFor={`${id}-agrupado`}>Agrupar por entrevistador</Label>
            <Switch
              id={`${id}-agrupado`}
              checked={grouped}
              disabled={asTable || onGrouped === null}
              onCheckedChange={(on) => onGrouped?.(on)}
            />
          </span>
          <span className="flex items-center justify-between gap-3">
            <Label htmlFor={`${id}-compacto`}>Compacto</Label>
            <Switch id={`${id}-compacto`} checked={compact} disabled={asTable} onCheckedChange={onCompact} />
          </span>
        </PopoverContent>
      </Popover>
      <Tooltip content={other}>
        <Button variant="outline" size="icon" aria-label={other} onClick={() => onAsTable(!asTable)}>
          {asTable ? <Grid3x3 /> : <Table2 />}
        </Button>
      </Tooltip>
      <Button disabled={props.waiting === 0} onClick={props.onReview}>
        Revisar ({formatNumber(props.waiting)})
      </Button>
    </>
  );
}
