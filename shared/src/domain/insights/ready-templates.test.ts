import { describe, expect, it } from 'vitest';
import { criteriosSchema } from './insight-criteria.ts';
import { checkTemplate } from './prompt-template.ts';
import { READY_FOR_LABEL, READY_TEMPLATES, readyTemplate } from './ready-templates.ts';

it('covers what call centers and surveys ask for, each once', () => {
  expect(READY_TEMPLATES.map(({ id }) => id)).toEqual([
    'aderencia-script',
    'cortesia-empatia',
    'pausa-espera',
    'avisos-decreto-11034',
    'cancelamento',
    'conduta-cobranca',
    'conversao-venda',
    'sentimento-cliente',
    'conducao-entrevista',
    'privacidade-lgpd',
    'resolucao-proximos-passos',
  ]);
  expect(new Set(READY_TEMPLATES.map(({ nome }) => nome)).size).toBe(READY_TEMPLATES.length);
  expect(() => readyTemplate('outro')).toThrow('outro');
});

describe.each(READY_TEMPLATES.map((template) => [template.nome, template] as const))(
  '%s',
  (_nome, template) => {
    it('declares the placeholders that it uses, and uses those that it requires', () => {
      expect(checkTemplate(template)).toEqual([]);
      expect(READY_FOR_LABEL[template.para]).toBeTruthy();
    });

    it('has criteria with weights, ids of their own, and says what proves them', () => {
      expect(criteriosSchema.safeParse(template.criterios).success).toBe(true);
      expect(template.criterios.length).toBeGreaterThanOrEqual(3);
      expect(template.criterios.every(({ peso }) => peso > 0)).toBe(true);
      // Compliance templates need a critical item, because otherwise a breach could score well.
      if (template.categoria === 'compliance') {
        expect(template.criterios.some(({ critico }) => critico)).toBe(true);
        expect(`${template.nome} ${template.descricao}`).toMatch(
          /Decreto 11\.034\/2022|art\. 42|Lei 13\.709\/2018/,
        );
      }
      // Criteria met if nothing is said contain 'não' or begin with 'Nenhum', so that the judge knows what to quote.
      for (const { descricao, ausencia } of template.criterios) {
        if (ausencia) expect(descricao).toMatch(/\bnão\b|^Nenhum/);
      }
    });
  },
);
