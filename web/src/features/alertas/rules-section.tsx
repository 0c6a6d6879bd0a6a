import { applyRegra, deleteRegra, listRegras, updateRegra } from '@escuta/shared/contracts/insights/regras';
import {
  GRAVIDADE_LABEL,
  isImprecise,
  PRECISAO,
  precisionOf,
  REGRAS_MAX,
  TESTE_DIAS,
} from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Plus, Scale } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { GRAVITY_VARIANT } from '../../domain/alerts/firings.ts';
import { type Rule, saidRule } from '../../domain/alerts/rule-words.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useLast } from '../../kit/use-last.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate, formatNumber, formatShare } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const EDITOR = partOf(async () => (await import('./rule-dialog.tsx')).RuleDialog);

/** All rules of the company, each with what it watches, its firings, the share of right firings, and its author. */
export function RulesSection() {
  const mayWrite = useCan()('user', 'update');
  const rules = useQuery(apiQuery(listRegras));
  const [editing, setEditing] = useState<{ rule: Rule | null } | null>(null);
  const shown = useLast(editing);
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const [applying, setApplying] = useState<Rule | null>(null);
  const remove = useApiMutation(deleteRegra, { done: 'Regra excluída', failed: 'Erro ao excluir a regra' });
  const apply = useApiMutation(applyRegra, {
    done: ({ data }) =>
      data.ligacoes === 0
        ? 'Nenhuma ligação entrou na fila'
        : `${plural(data.ligacoes, 'ligação', 'ligações')} na fila: os alertas aparecem em menos de um minuto`,
    failed: 'Erro ao aplicar a regra',
  });
  const rows = rules.data?.data;
  const isFull = (rows?.length ?? 0) >= REGRAS_MAX;
  return (
    <div className="grid gap-4">
      {mayWrite ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground text-sm">
            {isFull
              ? `A empresa já tem ${REGRAS_MAX} regras: exclua uma sem uso.`
              : 'Cada regra é testada nas suas ligações antes de valer.'}
          </p>
          <Button inactive={isFull} onClick={() => setEditing({ rule: null })}>
            <Plus aria-hidden="true" />
            Nova regra
          </Button>
        </div>
      ) : null}
      {rules.error && !rows ? (
        <ErrorState
          title="Erro ao buscar as regras"
          error={rules.error}
          onRetry={() => void rules.refetch()}
          retrying={rules.isFetching}
        />
      ) : rows === undefined ? (
        <div className="grid gap-3 lg:grid-cols-2" aria-busy="true">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-36 rounded-xl" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Scale />}
          title="Nenhuma regra"
          description="Uma regra avisa quando uma ligação precisa de você: um critério crítico, uma palavra, um silêncio."
        />
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {rows.map((rule) => (
            <li key={rule.id} className="grid">
              <RuleCard
                rule={rule}
                mayWrite={mayWrite}
                onEdit={() => setEditing({ rule })}
                onApply={() => setApplying(rule)}
                onDelete={() => setDeleting(rule)}
              />
            </li>
          ))}
        </ul>
      )}
      <OnDemand
        part={EDITOR}
        open={editing !== null}
        props={{ open: editing !== null, rule: shown?.rule ?? null, onClose: () => setEditing(null) }}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={`Excluir a regra “${deleting?.nome ?? ''}”?`}
        description={
          deleting && (deleting.pendentes > 0 || deleting.resolvidos > 0)
            ? 'Os alertas desta regra, inclusive os já resolvidos, são excluídos com ela. Para só parar os avisos, desligue a regra.'
            : 'A regra deixa de avisar.'
        }
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (deleting ? remove.run({ params: { id: deleting.id } }) : undefined)}
      />
      <ConfirmDialog
        open={applying !== null}
        onOpenChange={() => setApplying(null)}
        title={`Aplicar a regra aos últimos ${TESTE_DIAS} dias?`}
        description={`As ligações que entraram nos últimos ${TESTE_DIAS} dias e se encaixam na regra “${applying?.nome ?? ''}” viram alertas a resolver.`}
        confirmLabel="Aplicar"
        onConfirm={() => (applying ? apply.run({ params: { id: applying.id } }) : undefined)}
      />
    </div>
  );
}

interface RuleCardProps {
  rule: Rule;
  mayWrite: boolean;
  onEdit: () => void;
  onApply: () => void;
  onDelete: () => void;
}

function RuleCard({ rule, mayWrite, onEdit, onApply, onDelete }: RuleCardProps) {
  const { id, nome, gravidade, ativa, versao, disparos_30_dias, pendentes, resolvidos, procedentes, autor } =
    rule;
  const toggle = useApiMutation(updateRegra, {
    done: ({ data }) => (data.ativa ? 'Regra ligada' : 'Regra desligada'),
    failed: 'Erro ao mudar a regra',
  });
  const precision = precisionOf(resolvidos, procedentes);
  const upTo = (n: number) => (n >= 1000 ? '1.000+' : formatNumber(n));
  return (
    <Card className={cn('grid content-start gap-3 p-4', !ativa && 'bg-muted/40')}>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="break-words font-semibold text-base">{nome}</h2>
          <p className="break-words text-muted-foreground text-sm">{saidRule(rule)}</p>
        </div>
        <div className="flex items-center gap-1.5">
          <Switch
            checked={ativa}
            disabled={!mayWrite || toggle.busy}
            aria-label={`Regra ligada: ${nome}`}
            onCheckedChange={(next) => void toggle.attempt({ params: { id }, body: { versao, ativa: next } })}
          />
          {mayWrite ? (
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button variant="ghost" size="icon-sm" aria-label={`Ações da regra ${nome}`}>
                  <EllipsisVertical />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end">
                <DropdownMenuItem onSelect={onEdit}>Editar</DropdownMenuItem>
                {ativa && rule.filtro ? (
                  <DropdownMenuItem onSelect={onApply}>
                    Aplicar aos últimos {TESTE_DIAS} dias
                  </DropdownMenuItem>
                ) : null}
                <DropdownMenuItem onSelect={onDelete}>Excluir</DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge variant={GRAVITY_VARIANT[gravidade]}>{GRAVIDADE_LABEL[gravidade]}</Badge>
        <span>
          {upTo(disparos_30_dias)} {disparos_30_dias === 1 ? 'alerta' : 'alertas'} em {TESTE_DIAS} dias
        </span>
        {pendentes > 0 ? (
          <Link
            to={`${paths.alertas}?regra=${id}`}
            className="focus-ring rounded-sm underline underline-offset-4"
          >
            {upTo(pendentes)} a resolver
          </Link>
        ) : null}
        <span className="text-muted-foreground">
          {precision === null
            ? `Precisão disponível a partir de ${PRECISAO.minimo} alertas resolvidos (${resolvidos} até agora)`
            : `${formatShare(precision)} dos ${formatNumber(resolvidos)} alertas resolvidos procedem`}
        </span>
      </div>
      {isImprecise(resolvidos, procedentes) ? (
        <Notice className="flex-wrap items-center">
          Esta regra erra muito: ajuste as condições.{' '}
          {mayWrite ? (
            <Button variant="link" size="inline" onClick={onEdit}>
              Ajustar a regra
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <p className="text-muted-foreground text-xs">
        {rule.padrao && !autor
          ? 'Regra inicial da Escuta'
          : `Criada por ${autor?.nome ?? 'uma conta excluída'}`}
        {` · alterada em ${formatDate(rule.updated_at)}`}
      </p>
    </Card>
  );
}
