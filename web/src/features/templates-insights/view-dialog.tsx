import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import { subjectOf } from '@escuta/shared/domain/insights/insight-criteria';
import { FORMATO_SAIDA_LABEL, type FormatoSaida } from '@escuta/shared/domain/insights/insight-template';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { ReactNode } from 'react';
import { CategoryBadge } from '../../domain/insights/categoria.tsx';
import { ActiveBadge, ParameterNames } from '../../domain/templates/template-badges.tsx';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { SUJEITO_LABEL } from './editor/form-rules.ts';
import { VersionList } from './versions/version-list.tsx';

/** All of a template's content, and its history. */
export function ViewDialog({ template, onClose }: { template: InsightTemplateWire; onClose: () => void }) {
  const { nome, descricao, parametrosObrigatorios, parametrosOpcionais, criterios } = template;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="max-w-3xl grid-cols-1">
        <DialogHeader>
          <DialogTitle className="break-words">{nome}</DialogTitle>
          <DialogDescription className="break-words">{descricao || 'Sem descrição.'}</DialogDescription>
        </DialogHeader>
        <div className="flex flex-wrap items-center gap-1.5">
          <CategoryBadge categoria={template.categoria} />
          <ActiveBadge ativo={template.ativo} />
          <Badge variant="outline">v{template.versao}</Badge>
          <span className="text-muted-foreground text-xs tabular-nums">
            Criado em {formatDateTime(template.createdAt)}
            {template.projetosAtivos > 0
              ? ` · em uso em ${plural(template.projetosAtivos, 'projeto', 'projetos')}`
              : ''}
          </span>
        </div>
        <TemplatePart title="Parâmetros">
          {parametrosObrigatorios.length + parametrosOpcionais.length === 0 ? (
            <p className="text-muted-foreground text-sm">Nenhum parâmetro configurado</p>
          ) : (
            <div className="grid gap-1.5">
              <ParameterNames label="Obrigatórios" names={parametrosObrigatorios} required />
              <ParameterNames label="Opcionais" names={parametrosOpcionais} />
            </div>
          )}
        </TemplatePart>
        <TemplatePart title="Template de Prompt">
          <p className="whitespace-pre-wrap break-words rounded-md bg-muted p-3 text-sm">
            {template.promptTemplate}
          </p>
        </TemplatePart>
        <TemplatePart title="Critérios">
          {criterios.length === 0 ? (
            <p className="text-muted-foreground text-sm">
              Nenhum critério: a IA resume e aponta problemas, sem pontuação comprovada.
            </p>
          ) : (
            <ul className="grid gap-1.5">
              {criterios.map((criterio) => (
                <li key={criterio.id} className="flex flex-wrap items-center gap-1.5 text-sm">
                  <span className="min-w-0 break-words">{criterio.descricao}</span>
                  <span className="text-muted-foreground text-xs">
                    peso {formatNumber(criterio.peso, Number.isInteger(criterio.peso) ? 0 : 1)}
                  </span>
                  <Badge variant="neutral">parte avaliada: {SUJEITO_LABEL[subjectOf(criterio)]}</Badge>
                  {criterio.critico ? <Badge variant="destructive">crítico</Badge> : null}
                  {criterio.ausencia ? <Badge variant="outline">cumprido pela ausência</Badge> : null}
                </li>
              ))}
            </ul>
          )}
        </TemplatePart>
        <TemplatePart title="Avançado">
          <Facts className="text-sm sm:grid-cols-5">
            <Fact label="Modelo LLM">{template.modeloLlm}</Fact>
            <Fact label="Max Tokens">{formatNumber(template.maxTokens)}</Fact>
            <Fact label="Temperature">{formatNumber(template.temperature, 1)}</Fact>
            <Fact label="Threshold Confiança">{formatNumber(template.thresholdConfianca, 1)}</Fact>
            <Fact label="Formato de Saída">
              {FORMATO_SAIDA_LABEL[template.formatoSaida as FormatoSaida] ?? template.formatoSaida}
            </Fact>
          </Facts>
        </TemplatePart>
        <TemplatePart title="Versões">
          <VersionList templateId={template.id} />
        </TemplatePart>
      </DialogContent>
    </Dialog>
  );
}

function TemplatePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
