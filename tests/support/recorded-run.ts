import { buffer } from 'node:stream/consumers';
import type { ExemploGravado } from '@escuta/shared/domain/transcripts/recorded-example';
import type { TestDeps } from './app.ts';

/** Reads a run's findings without row ids, as samples/exemplo stores them. */
export async function readRecorded(
  deps: TestDeps,
  execucaoId: string,
): Promise<Omit<ExemploGravado, 'ligacao'>> {
  const { rows } = await deps.db.query<Omit<ExemploGravado, 'picos' | 'ligacao'> & { picos_path: string }>(
    `select i.call_duration as "duracaoS", r.fatos_audio as "fatosAudio", r.analise_texto as "analiseTexto",
      r.picos_path,
      (select jsonb_agg(jsonb_build_object('canal', t.canal, 'modelo', t.modelo,
          'confianca', t.confianca, 'full_text', t.full_text, 'sentencas', (
            select jsonb_agg(to_jsonb(s) - 'id' - 'empresa_id' - 'transcricao_id' order by s.ordem)
            from sentencas s where s.transcricao_id = t.id)) order by t.canal)
        from transcricoes t where t.resultado_id = r.id) as transcricoes,
      (select jsonb_agg(jsonb_build_object('template', v.nome, 'categoria', g.categoria, 'tags', g.tags,
          'score_confianca', g.score_confianca, 'pontuacao', g.pontuacao, 'resultado', g.resultado, 'resumo', g.resumo,
          'alertas_identificados', g.alertas_identificados, 'sem_evidencia', g.sem_evidencia, 'modelo', g.modelo,
          'parametros_omitidos', g.parametros_omitidos, 'evidencias', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'id' - 'empresa_id' - 'insight_id' order by e.ordem), '[]')
            from evidencias e where e.insight_id = g.id)) order by v.nome)
        from insights g join insight_template_versoes v on v.id = g.template_versao_id
        where g.execucao_id = r.execucao_id) as insights
    from auditoria_resultados r join auditoria_itens i on i.id = r.item_id where r.execucao_id = $1`,
    [execucaoId],
  );
  const [{ picos_path, ...found }] = rows as [(typeof rows)[number]];
  return { ...found, picos: (await buffer(await deps.store.get(picos_path))).toString('base64') };
}
