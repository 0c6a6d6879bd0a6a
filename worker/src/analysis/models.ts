import type { ModeloResolvido } from '@escuta/shared/domain/runs/default-models';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { StageContext, TimelineEntry } from '../engine/stage.ts';

/**
 * Finds the model that a label stands for at present.
 * @throws StageFailure provedor_nao_configurado, naming the label
 */
export async function requireModel(
  context: Pick<StageContext, 'catalog'>,
  rotulo: string,
): Promise<ModeloResolvido> {
  const found = await context.catalog.resolve(rotulo);
  if (found.ok) return found.modelo;
  throw new StageFailure('provedor_nao_configurado', {
    mensagem:
      found.motivo === 'rotulo_desconhecido'
        ? `O modelo “${rotulo}” não está no catálogo de modelos. Peça ao administrador da instalação que o cadastre.`
        : `O provedor de IA do modelo “${rotulo}” não está configurado nesta instalação. Peça ao administrador da instalação que o configure.`,
  });
}

export function modelNotices(modelos: readonly ModeloResolvido[]): TimelineEntry[] {
  return [...new Set(modelos.map(({ observacao }) => observacao).filter((text) => text !== null))].map(
    (detalhes) => ({ evento: 'Modelo substituído', detalhes }),
  );
}
