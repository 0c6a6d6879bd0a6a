import { expect, it } from 'vitest';
import { READY_TEMPLATES } from '../../domain/insights/ready-templates.ts';
import { createInsightTemplate } from './insight-templates.ts';

it.each(READY_TEMPLATES.map((template) => [template.nome, template] as const))(
  'takes the ready-made template %s as it is',
  (_nome, template) => {
    const { id: _id, para: _para, ...content } = template;
    expect(createInsightTemplate.body.parse(content)).toMatchObject(content);
  },
);
