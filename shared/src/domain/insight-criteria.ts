import { z } from 'zod';
import { storableText } from './storable-text.ts';

/**
 * What a template checks. `peso`: how much it counts; `critico`: not meeting it caps the score; `ausencia`: it is met by
 * something not being said ('não usa palavras ofensivas'), so that a 'sim' has nothing to quote and a 'nao' must quote.
 */
export const criterioSchema = z.object({
  id: storableText().min(1).max(100),
  descricao: storableText().min(1).max(1000),
  peso: z.number().min(0).max(100).default(1),
  critico: z.boolean().default(false),
  ausencia: z.boolean().optional(),
});
export type Criterio = z.infer<typeof criterioSchema>;

/** A template version's criteria as stored (insight_template_versoes.criterios). Ids are unique. */
export const criteriosSchema = z
  .array(criterioSchema)
  .max(100)
  .refine((criterios) => new Set(criterios.map(({ id }) => id)).size === criterios.length, {
    error: 'Há critérios com o mesmo identificador.',
  });
