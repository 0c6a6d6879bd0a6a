/** What a company's objects are counted by (empresa_bytes.tipo), in the order in which people see it. */
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
/** Largest quota that can be given, GB. */
export const COTA_MAX_GB = 1_000_000;
/** From this part of its quota on a company is near it. */
export const PERTO_DA_COTA = 0.9;
