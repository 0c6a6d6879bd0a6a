import type { ProcessingConfigWire } from '@escuta/shared/contracts/insights/processing-config';
import { useState } from 'react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Slider } from '../../ui/inputs/slider.tsx';
import { useSampling } from './use-config-change.ts';

/** 'Controle de Transcrição': the share of a batch to transcribe; saved when the slider is released. */
export function SamplingCard({ config }: { config: ProcessingConfigWire }) {
  const saved = config.transcriptionConfig.sampling_percentage;
  const [dragged, setDragged] = useState<number | null>(null);
  const sampling = useSampling(config);
  const shown = dragged ?? saved;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Controle de Transcrição</CardTitle>
        <CardDescription>
          Com a mesma porcentagem, a amostra tem sempre os mesmos itens. Um item que você processa com
          “Processar áudio” é sempre transcrito.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        <div className="flex items-baseline justify-between gap-3">
          <span className="font-medium text-sm">Porcentagem de Amostragem</span>
          <span className="font-semibold text-lg tabular-nums">{shown}%</span>
        </div>
        <Slider
          thumbLabels={['Porcentagem de Amostragem']}
          min={0}
          max={100}
          step={5}
          value={[shown]}
          disabled={sampling.busy}
          onValueChange={([value]) => setDragged(value ?? null)}
          onValueCommit={([value]) => {
            if (value === undefined || value === saved) setDragged(null);
            else void sampling.set(value).then(() => setDragged(null));
          }}
        />
        <div className="flex justify-between text-muted-foreground text-xs tabular-nums" aria-hidden="true">
          <span>0%</span>
          <span>50%</span>
          <span>100%</span>
        </div>
      </CardContent>
    </Card>
  );
}
