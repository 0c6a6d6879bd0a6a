import type { ProcessingConfigWire } from '@escuta/shared/contracts/insights/processing-config';
import { Check, Minus, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { AdvancedDialog } from './advanced-dialog.tsx';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2.5">
      <h3 className="font-medium text-sm">{title}</h3>
      <dl className="grid gap-2">{children}</dl>
    </section>
  );
}

/** A setting and its value. `help`: explanation of a technical label, shown below it. */
function Row({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <dt className="min-w-0 text-muted-foreground">
        {label}
        {help ? <span className="block text-xs">{help}</span> : null}
      </dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

function OnOff({ on }: { on: boolean }) {
  return (
    <Badge variant={on ? 'success' : 'neutral'}>
      {on ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
      {on ? 'Ativo' : 'Inativo'}
    </Badge>
  );
}

/** 'Configurações Avançadas': shows the settings; a dialog edits them. */
export function AdvancedCard({ config }: { config: ProcessingConfigWire }) {
  const [editing, setEditing] = useState(false);
  const { audioProcessingConfig: audio, textAnalysisConfig: text, retryConfig: retry } = config;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1.5">
          <CardTitle>Configurações Avançadas</CardTitle>
          <CardDescription>As opções de cada etapa valem quando ela está ativa.</CardDescription>
        </div>
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" />
          Editar
        </Button>
      </CardHeader>
      <CardContent className="grid gap-x-10 gap-y-6 md:grid-cols-2 2xl:grid-cols-4">
        <Group title="Áudio">
          <Row label="Redução de Ruído">
            <OnOff on={audio.noise_reduction} />
          </Row>
          <Row label="Normalização">
            <OnOff on={audio.normalize_audio} />
          </Row>
          <Row label="Melhoria de Velocidade">
            <OnOff on={audio.enhance_speed} />
          </Row>
        </Group>
        <Group title="Análise de texto">
          <Row label="Análise de Sentimento">
            <OnOff on={text.sentiment_analysis} />
          </Row>
          <Row label="Geração de Resumo">
            <OnOff on={text.summary_generation} />
          </Row>
          <Row label="Detecção de Resposta">
            <OnOff on={text.response_detection} />
          </Row>
        </Group>
        <Group title="Novas tentativas">
          <Row label="Max Tentativas">{retry.max_retries}</Row>
          <Row label="Backoff Exponencial" help="Espera cada vez maior entre as tentativas">
            <OnOff on={retry.enable_exponential_backoff} />
          </Row>
          <Row
            label="Dead Letter Queue"
            help="As falhas que esgotaram as tentativas vão para a Fila de Falhas"
          >
            <OnOff on={retry.dead_letter_queue} />
          </Row>
        </Group>
        <Group title="Modelos e registro">
          <Row label="Transcrição">{config.transcriptionConfig.modelo}</Row>
          <Row label="Análise de texto">{text.modelo}</Row>
          <Row label="Segundo modelo do confronto">{text.modelo_confronto ?? 'Nenhum'}</Row>
          <Row label="Nível de Log" help="Detalhe do registro técnico dos servidores">
            {config.loggingConfig.level}
          </Row>
        </Group>
      </CardContent>
      <AdvancedDialog config={config} open={editing} onClose={() => setEditing(false)} />
    </Card>
  );
}
