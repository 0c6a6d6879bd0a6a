import type { ProcessingConfigWire } from '@escuta/shared/contracts/insights/processing-config';
import { AudioLines, Briefcase, FileText, type LucideIcon, Mic } from 'lucide-react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { type TypeSwitch, useToggle } from './use-config-change.ts';

const TYPES: readonly {
  type: TypeSwitch['processingType'];
  label: string;
  icon: LucideIcon;
  /** Effect of switching the type off. */
  without: string;
  isOn: (config: ProcessingConfigWire) => boolean;
}[] = [
  {
    type: 'transcription',
    label: 'Transcrição',
    icon: Mic,
    without: 'Sem transcrição, nada é analisado, e nenhum crédito é cobrado.',
    isOn: (config) => config.transcriptionConfig.enabled,
  },
  {
    type: 'audio',
    label: 'Processamento de Áudio',
    icon: AudioLines,
    without: 'Sem este processamento, o áudio não é melhorado.',
    isOn: (config) => config.audioProcessingConfig.enabled,
  },
  {
    type: 'text_analysis',
    label: 'Análise de Texto',
    icon: FileText,
    without: 'Sem análise de texto, não há resumo, sentimento nem detecção de ofensas.',
    isOn: (config) => config.textAnalysisConfig.enabled,
  },
  {
    type: 'business',
    label: 'Processamento de Negócio',
    icon: Briefcase,
    without: 'Sem este processamento, os templates de insight não são aplicados.',
    isOn: (config) => config.businessProcessingConfig.enabled,
  },
];

/** 'Tipos de Processamento': a switch for each type. A change takes effect with the next stage of every call. */
export function TypesCard({ config }: { config: ProcessingConfigWire }) {
  const toggle = useToggle(config);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Tipos de Processamento</CardTitle>
        <CardDescription>As alterações valem na hora, até para os itens já na fila.</CardDescription>
      </CardHeader>
      <CardContent className="grid divide-y">
        {TYPES.map(({ type, label, icon: Icon, without, isOn }) => {
          const pending = toggle.change?.processingType === type;
          const on = pending ? toggle.change?.enabled : isOn(config);
          return (
            <div key={type} className="flex items-center gap-4 py-3.5 first:pt-0 last:pb-0">
              <Icon className="size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
              <div className="grid min-w-0 flex-1 gap-0.5">
                <span id={`tipo-${type}`} className="font-medium text-sm">
                  {label}
                </span>
                <span id={`tipo-${type}-estado`} className="text-muted-foreground text-xs">
                  {on ? 'Processamento ativo' : 'Processamento desabilitado'}
                  <span className="max-sm:hidden"> · {without}</span>
                </span>
              </div>
              <Switch
                aria-labelledby={`tipo-${type}`}
                aria-describedby={`tipo-${type}-estado`}
                checked={on}
                disabled={toggle.change !== undefined}
                onCheckedChange={(enabled) => toggle.set({ processingType: type, label, enabled })}
              />
            </div>
          );
        })}
      </CardContent>
    </Card>
  );
}
