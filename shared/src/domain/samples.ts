/**
 * Sample recordings that the demonstration's AI understands, offered for download while no provider is configured.
 * `slug`: the file's name in `samples/`.
 */
export const AMOSTRAS = [
  { slug: 'amostra-principal', titulo: 'Cobrança indevida, resolvida' },
  { slug: 'cancelamento-mal-conduzido', titulo: 'Pedido de cancelamento' },
  { slug: 'venda-de-fibra', titulo: 'Venda de fibra' },
] as const;

export const SLUGS_DAS_AMOSTRAS = AMOSTRAS.map(({ slug }) => slug);
