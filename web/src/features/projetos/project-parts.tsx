import { CheckCircle2, Clock, ListChecks, Plus, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AddDialog } from '../../domain/templates/add-dialog.tsx';
import { ProjectTemplates } from '../../domain/templates/project-templates.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { formatMinutes, formatNumber, formatShare } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle, StatCard } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { GenerateInsights } from './generate/generate-insights.tsx';
import type { Projeto } from './projeto.ts';

/** Cards with a project's number of items, the share of completed items, and the mean processing time of an item. */
export function Stats({ projeto }: { projeto: Projeto | undefined }) {
  const stats = projeto?.estatisticas;
  const rate = stats && stats.totalAuditorias > 0 ? stats.auditoriasConcluidas / stats.totalAuditorias : 0;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Total de Auditorias"
        icon={<ListChecks />}
        value={stats ? formatNumber(stats.totalAuditorias) : undefined}
        hint="itens do projeto"
      />
      <StatCard
        label="Auditorias Concluídas"
        icon={<CheckCircle2 />}
        value={stats ? formatNumber(stats.auditoriasConcluidas) : undefined}
        hint={`${formatShare(rate, 1)} dos itens concluídos`}
      />
      <StatCard
        label="Tempo Médio"
        icon={<Clock />}
        value={
          stats
            ? stats.tempoMedioProcessamento === null
              ? '-'
              : formatMinutes(stats.tempoMedioProcessamento)
            : undefined
        }
        hint="de processamento por item"
      />
    </div>
  );
}

/** A line of a project's details: a label on the left, its value on the right. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b py-2.5 last:border-b-0">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** Card to link templates to a project and switch them on or off. `empty`: explanation shown while none is linked. */
export function Insights({ projeto, empty }: { projeto: Projeto; empty: string }) {
  const { papel } = useRequiredSession();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const mayLink = useCan()('insight_template', 'update');
  const [adding, setAdding] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#insights') card.current?.scrollIntoView({ block: 'start' });
  }, [hash]);
  const add = (
    <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      Adicionar Template
    </Button>
  );
  return (
    <Card id="insights" ref={card} className="scroll-mt-20">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>Insights Vinculados</CardTitle>
        <div className="flex flex-wrap gap-2">
          {projeto.insightsVinculados.length > 0 ? (
            <GenerateInsights projetoId={projeto.id} tipo={projeto.tipo_projeto} />
          ) : null}
          {mayLink ? add : null}
        </div>
      </CardHeader>
      <CardContent>
        <ProjectTemplates
          projetoId={projeto.id}
          onView={({ insightTemplate }) =>
            navigate(`${paths.templatesInsights}?${new URLSearchParams({ q: insightTemplate.nome })}`)
          }
          empty={
            <EmptyState
              className="py-8"
              icon={<Sparkles />}
              title="Nenhum insight vinculado"
              description={empty}
            />
          }
        />
      </CardContent>
      <AddDialog
        open={adding}
        project={projeto}
        empresaId={papel === 'admin' ? projeto.empresa_id : undefined}
        onClose={() => setAdding(false)}
      />
    </Card>
  );
}
