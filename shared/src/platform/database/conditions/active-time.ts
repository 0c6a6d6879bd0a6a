/**
 * Stops and resumptions of interview `e` as a JSON list of `Marca` (ms since the start by the device's clock, else the
 * server's). SQL twin of `marksOf` (shared/src/domain/interview/device/active-time.ts).
 */
export const MARCAS_DO_TEMPO =
  `(select json_agg(json_build_object('tipo', case v.tipo when 'retomada' then 'retomada' else 'pausa' end,
      'ms', coalesce(v.mono_ms, (extract(epoch from v.created_at - e.created_at) * 1000)::bigint),
      'antes', case when v.tipo = 'retomada' then greatest(
        (select p.mono_ms from entrevista_eventos p
          where p.entrevista_id = v.entrevista_id and p.fonte = v.fonte and p.seq < v.seq
            and p.tipo <> 'gravacao_interrompida' order by p.seq desc limit 1),
        (select least(p.mono_ms, s.mono_ms + coalesce(p.audio_ms, 0)) from entrevista_eventos p
          join lateral (select b.mono_ms from entrevista_eventos b
            where b.entrevista_id = p.entrevista_id and b.fonte = p.fonte and b.seq < p.seq
              and b.tipo = 'gravacao_iniciada' and b.gravacao = p.gravacao order by b.seq desc limit 1) s on true
          where p.entrevista_id = v.entrevista_id and p.fonte = v.fonte and p.seq = v.seq - 1
            and p.tipo = 'gravacao_interrompida')) end) order by v.seq)
  from entrevista_eventos v where v.entrevista_id = e.id and v.tipo in ('pausa', 'retomada', 'interrompida')
    and v.fonte = case when e.iniciada_em is null then 'servidor' else 'aparelho' end)` as const;

/** Time of the last event that the device of interview `e` recorded, ms by the device's clock. */
export const FIM_DO_REGISTRO = `(select v.mono_ms::float8 from entrevista_eventos v
  where v.entrevista_id = e.id and v.fonte = 'aparelho' order by v.seq desc limit 1)` as const;
