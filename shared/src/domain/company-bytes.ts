/** Kinds of stored objects (empresa_bytes.tipo), in display order. */
export const TIPOS_BYTES = [
  'gravacao',
  'anterior',
  'escuta',
  'envio',
  'preparo',
  'lote',
  'importacao',
  'documento',
  'guardado',
] as const;
export type TipoBytes = (typeof TIPOS_BYTES)[number];

export const TIPO_BYTES_LABEL: Record<TipoBytes, string> = {
  gravacao: 'Gravações de ligações e entrevistas',
  anterior: 'Gravações anteriores e recebidas com atraso',
  escuta: 'Cópias para ouvir no navegador',
  envio: 'Envios em andamento',
  preparo: 'Gravações de auditorias em preparo',
  lote: 'Gravações de lotes a conferir',
  importacao: 'Planilhas de importações',
  documento: 'Arquivos de auditorias',
  guardado: 'Exportações',
};

export const GB = 1024 ** 3;
export const COTA_MAX_GB = 1_000_000;
/** Share of the quota that causes a warning. */
export const PERTO_DA_COTA = 0.9;
