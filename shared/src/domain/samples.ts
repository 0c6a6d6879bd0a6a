/**
 * The sample recordings that the demonstration's AI understands and that the product offers for download while it has
 * no provider: slug, which is the file's name in `samples/`, and a title for people.
 */
export const AMOSTRAS = [
  { slug: 'amostra-principal', titulo: 'Cobrança indevida, resolvida' },
  { slug: 'cancelamento-mal-conduzido', titulo: 'Pedido de cancelamento' },
  { slug: 'venda-de-fibra', titulo: 'Venda de fibra' },
] as const;

export const SLUGS_DAS_AMOSTRAS = AMOSTRAS.map(({ slug }) => slug);
