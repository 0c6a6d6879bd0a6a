import type { DadosEvento, TipoEvento } from '@escuta/shared/domain/log/events';

export type Delivered<T extends TipoEvento = TipoEvento> = {
  [K in T]: { id: string; empresaId: string | null; tipo: K; alvoId: string; dados: DadosEvento<K> };
}[T];
