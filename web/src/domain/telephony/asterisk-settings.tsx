import { listAsteriskConfigs } from '@escuta/shared/contracts/calls/asterisk-configs';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useFirst } from '../../kit/use-first.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { leaveBy } from '../../lib/page/unsaved.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AccessDenied } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AsteriskForm } from './asterisk-form.tsx';
import type { AsteriskConfig } from './asterisk-form-rules.ts';
import { AsteriskTips } from './asterisk-tips.tsx';

export interface AsteriskSettingsProps {
  empresaId: string;
  /** False: the fields are disabled, under the notice 'Acesso Negado'. */
  canEdit: boolean;
  enabledByDefault?: boolean;
  /** Called after a configuration was created or changed (the toast is already shown). */
  onSaved?: () => void;
  /** Called by the button 'Cancelar', which is shown only if this is set. */
  onCancel?: () => void;
}

const NOVA = 'nova';

/** 'Configurações Asterisk' of a company: its telephony servers, a form, a test of the connection, and tips. */
export function AsteriskSettings({
  empresaId,
  canEdit,
  enabledByDefault = true,
  onSaved,
  onCancel,
}: AsteriskSettingsProps) {
  const query = useQuery({
    ...apiQuery(listAsteriskConfigs, { params: { id: empresaId } }),
    select: (answer) => answer.data,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const dirty = useRef(false);
  const onDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  /** Opens the form of another server (null: of a new one); asks first if typed text would be lost. */
  const choose = (id: string | null): void => {
    if (dirty.current) leaveBy(() => setChosen(id));
    else setChosen(id);
  };
  const configs = query.data;
  // The form starts with the active server, which comes first. It stays with that server if another one becomes active.
  const first = useFirst(configs?.[0]?.id ?? null);
  if (!configs) {
    return query.error ? (
      <ErrorState
        title="Falha ao buscar configurações Asterisk."
        error={query.error}
        // The text names the active configuration, because the list starts with it.
        fallback="Falha ao buscar configuração ativa."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SettingsSkeleton />
    );
  }
  const shown = configs.find(({ id }) => id === (chosen ?? first));
  const config = chosen === NOVA ? null : (shown ?? configs[0] ?? null);
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid content-start gap-4">
        {canEdit ? null : (
          <AccessDenied>Só gerentes e administradores podem alterar a telefonia.</AccessDenied>
        )}
        {configs.length > 0 ? (
          <ServerChoice configs={configs} current={config?.id ?? NOVA} onChoose={choose} canAdd={canEdit} />
        ) : null}
        <Card className="p-5 sm:p-6">
          <h3 className="mb-5 flex flex-wrap items-center gap-2 font-semibold text-base">
            {config ? config.name : configs.length > 0 ? 'Nova configuração' : 'Configurações Asterisk'}
            {config ? <StateBadge active={config.is_active} /> : null}
          </h3>
          <AsteriskForm
            key={config?.id ?? NOVA}
            empresaId={empresaId}
            config={config}
            enabledByDefault={enabledByDefault}
            canEdit={canEdit}
            onSaved={(saved) => {
              setChosen(saved.id);
              onSaved?.();
            }}
            onCancel={onCancel ?? (config || configs.length === 0 ? undefined : () => choose(null))}
            onDirty={onDirty}
          />
        </Card>
      </div>
      <AsteriskTips />
    </div>
  );
}

function StateBadge({ active }: { active: boolean }) {
  return <Badge variant={active ? 'success' : 'neutral'}>{active ? 'Ativa' : 'Inativa'}</Badge>;
}

interface ChoiceProps {
  configs: readonly AsteriskConfig[];
  current: string;
  onChoose: (id: string) => void;
  canAdd: boolean;
}

/** Chooses one of the company's servers; drawn only if there are several. */
function ServerChoice({ configs, current, onChoose, canAdd }: ChoiceProps) {
  return (
    <div className="grid gap-2">
      {configs.length > 1 ? (
        <ul aria-label="Configurações da empresa" className="grid gap-2 sm:grid-cols-2">
          {configs.map((config) => (
            <li key={config.id}>
              <button
                type="button"
                aria-pressed={config.id === current}
                onClick={() => onChoose(config.id)}
                className={cn(
                  'focus-ring grid w-full gap-1 rounded-lg border bg-card px-3.5 py-2.5 text-left transition-colors hover:bg-accent',
                  config.id === current && 'border-primary bg-primary-soft hover:bg-primary-soft',
                )}
              >
                <span className="flex items-center justify-between gap-2">
                  <span className="truncate font-medium text-sm">{config.name}</span>
                  <StateBadge active={config.is_active} />
                </span>
                <span className="truncate text-muted-foreground text-xs">{config.asterisk_url}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {canAdd && current !== NOVA ? (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => onChoose(NOVA)}>
          <Plus aria-hidden="true" />
          Nova configuração
        </Button>
      ) : null}
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]" aria-busy="true">
      <span className="sr-only" role="status">
        Carregando as configurações…
      </span>
      <Skeleton className="h-96 rounded-xl" />
      <Skeleton className="h-64 rounded-xl" />
    </div>
  );
}
