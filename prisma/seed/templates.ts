import { readyTemplate } from '@escuta/shared/domain/insights/ready-templates';

/** Demo insight templates, which judge the synthetic calls. */
export const DEMO_TEMPLATES = [
  'aderencia-script',
  'cortesia-empatia',
  'avisos-decreto-11034',
  'resolucao-proximos-passos',
].map((id) => {
  const { nome, categoria, descricao, promptTemplate, parametrosObrigatorios, criterios } = readyTemplate(id);
  return { nome, categoria, descricao, promptTemplate, parametrosObrigatorios, criterios };
});
