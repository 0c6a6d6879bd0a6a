import { getEmpresa, listEmpresas } from '@escuta/shared/contracts/empresas';
import { formatCnpj } from '@escuta/shared/domain/cnpj';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Building2, Check, ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { apiListQuery, apiQuery } from '../../lib/query.ts';
import { cn } from '../../lib/utils.ts';
import { fieldClasses } from '../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

interface CompanyPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Id of the company; '' for none. */
  value: string;
  onValueChange: (id: string) => void;
  /** What it is called, for screen readers. */
  label: string;
  /** Text of the choice of none: 'Todas as empresas'. Absent: one must be chosen. */
  noneLabel?: string | undefined;
}

/** One company of the installation, found by name or CNPJ: for administrators, who see all of them. */
export function CompanyPicker({
  value,
  onValueChange,
  label,
  noneLabel,
  className,
  ...props
}: CompanyPickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const list = useQuery({
    ...apiListQuery(listEmpresas, { query: { limit: 20, ...(q ? { q } : {}) } }),
    enabled: open,
  });
  const chosen = useQuery({
    ...apiQuery(getEmpresa, { params: { id: value } }),
    enabled: value !== '',
    select: (answer) => answer.data.nome,
  });
  const choose = (id: string): void => {
    onValueChange(id);
    setOpen(false);
    setText('');
  };
  const shown =
    value === '' ? (noneLabel ?? 'Escolha a empresa') : (chosen.data ?? (chosen.isError ? 'Empresa' : '…'));
  const itemClasses =
    'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground';
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        {...props}
        type="button"
        aria-label={`${label}: ${shown}`}
        className={cn(
          fieldClasses,
          'flex h-9 cursor-pointer max-sm:h-11 items-center justify-between gap-2 px-3 text-left',
          className,
        )}
      >
        <span className={cn('truncate', value === '' && !noneLabel && 'text-muted-foreground')}>{shown}</span>
        <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      </PopoverTrigger>
      <PopoverContent className="w-80 max-w-[calc(100vw-1.5rem)] p-0" aria-label={label}>
        <Command label={label} shouldFilter={false} loop>
          <div className="flex items-center gap-2 border-b px-3">
            <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            <Command.Input
              value={text}
              onValueChange={setText}
              maxLength={100}
              placeholder="Nome ou CNPJ"
              className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground max-md:text-base"
            />
          </div>
          <Command.List className="max-h-72 overflow-y-auto p-1">
            {list.isError ? (
              <p role="alert" className="px-3 py-6 text-center text-destructive-text text-sm">
                Erro ao buscar empresas
              </p>
            ) : list.isPending ? (
              <p className="px-3 py-6 text-center text-muted-foreground text-sm">Buscando…</p>
            ) : (
              <Command.Empty className="px-3 py-6 text-center text-muted-foreground text-sm">
                Nenhuma empresa encontrada.
              </Command.Empty>
            )}
            {noneLabel && q === '' ? (
              <Command.Item value="nenhuma" onSelect={() => choose('')} className={itemClasses}>
                <Check className={cn('size-4', value !== '' && 'invisible')} aria-hidden="true" />
                {noneLabel}
              </Command.Item>
            ) : null}
            {list.data?.data.map((empresa) => (
              <Command.Item
                key={empresa.id}
                value={empresa.id}
                onSelect={() => choose(empresa.id)}
                className={itemClasses}
              >
                {empresa.id === value ? (
                  <Check className="size-4 shrink-0" aria-hidden="true" />
                ) : (
                  <Building2 className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
                )}
                <span className="grid min-w-0">
                  <span className="truncate">{empresa.nome}</span>
                  <span className="text-muted-foreground text-xs tabular-nums">
                    {formatCnpj(empresa.cnpj)}
                  </span>
                </span>
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
