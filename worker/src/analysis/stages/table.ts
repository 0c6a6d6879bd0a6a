import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { Stage } from '../../engine/stage.ts';
import { analiseTextoStage } from './analise-texto.ts';
import { audioStage } from './audio.ts';
import { confrontoStage } from './confronto.ts';
import { contabilizacaoStage } from './contabilizacao.ts';
import { negocioStage } from './negocio.ts';
import { transcricaoStage } from './transcricao.ts';

export const STAGES = {
  audio: audioStage,
  transcricao: transcricaoStage,
  analise_texto: analiseTextoStage,
  confronto: confrontoStage,
  negocio: negocioStage,
  contabilizacao: contabilizacaoStage,
} satisfies Record<Etapa, Stage>;
