import { z } from 'zod';
import { storableText } from '../text/storable-text.ts';

/** The speaker whose words prove a criterion. */
export const SUJEITOS = ['agente', 'cliente', 'qualquer'] as const;
export type Sujeito = (typeof SUJEITOS)[number];

/**
 * `peso`: weight; `critico`: a failure caps the score; `ausencia`: met if nothing is said, so only 'nao' needs a quote;
 * `sujeito`: the speaker concerned; if missing, `subjectOf` derives it from the description.
 */
export const criterioSchema = z.object({
  id: storableText().min(1).max(100),
  descricao: storableText().min(1).max(1000),
  peso: z.number().min(0).max(100).default(1),
  critico: z.boolean().default(false),
  ausencia: z.boolean().optional(),
  sujeito: z.enum(SUJEITOS).optional(),
});
export type Criterio = z.infer<typeof criterioSchema>;

/** Criteria in insight_template_versoes.criterios, with unique ids. */
export const criteriosSchema = z
  .array(criterioSchema)
  .max(100)
  .refine((criterios) => new Set(criterios.map(({ id }) => id)).size === criterios.length, {
    error: 'Há critérios com o mesmo identificador.',
  });

const AGENTE =
  'agente|atendente|operador|operadora|entrevistador|entrevistadora|vendedor|vendedora|cobrador|consultor';
const CLIENTE = 'cliente|consumidor|consumidora|entrevistado|entrevistada|devedor|devedora|titular';
/** Matches a subject at a description's beginning or after its first clause: 'Havendo acordo, o agente repete…'. */
const aboutWhom = (nouns: string) => new RegExp(`^(?:[^,.;]{1,80}, )?[oa]s? (?:${nouns})\\b`, 'iu');
const ABOUT_AGENT = aboutWhom(AGENTE);
const ABOUT_CLIENT = aboutWhom(CLIENTE);

/** The speaker that a criterion is about; 'qualquer': unspecified. */
export function subjectOf({ sujeito, descricao }: Pick<Criterio, 'sujeito' | 'descricao'>): Sujeito {
  if (sujeito) return sujeito;
  const text = descricao.trim();
  if (ABOUT_AGENT.test(text)) return 'agente';
  return ABOUT_CLIENT.test(text) ? 'cliente' : 'qualquer';
}
