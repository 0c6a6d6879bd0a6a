import { Screenshot } from '../../domain/site/screenshot.tsx';
import { FLOWS } from './flows.ts';
import { Section } from './section.tsx';

/** Section of the site with the two flows, calls and surveys, stage by stage. */
export function HowItWorks() {
  return (
    <Section
      id="como-funciona"
      titulo="Como funciona"
      resumo="Dois fluxos, quatro etapas cada. Do cadastro ao retrato da operação sem trocar de ferramenta."
    >
      <div className="grid gap-16">
        {FLOWS.map(({ id, titulo, resumo, etapas }) => (
          <div key={id} className="grid gap-7">
            <div className="grid gap-1.5">
              <h3 className="font-semibold text-xl tracking-tight">{titulo}</h3>
              <p className="max-w-2xl text-muted-foreground text-base">{resumo}</p>
            </div>
            <ol className="grid gap-x-px gap-y-px overflow-hidden rounded-xl border bg-border sm:grid-cols-2 lg:grid-cols-4">
              {etapas.map((etapa, index) => (
                <li key={etapa.titulo} className="grid content-start gap-3 bg-card p-6">
                  <p className="flex items-baseline gap-3">
                    <span className="font-semibold text-2xl text-primary-text tabular-nums">{index + 1}</span>
                    <span className="font-semibold text-base">{etapa.titulo}</span>
                  </p>
                  <p className="text-muted-foreground leading-relaxed">{etapa.texto}</p>
                  {etapa.itens ? (
                    <ul className="grid gap-1.5 border-l-2 border-l-primary-soft pl-3">
                      {etapa.itens.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                  ) : null}
                </li>
              ))}
            </ol>
          </div>
        ))}
        <Screenshot
          name="painel"
          alt="Painel da empresa: projetos, auditorias, créditos, alertas para ouvir e critérios mais descumpridos."
          sizes="(min-width: 1152px) 1088px, 92vw"
        />
      </div>
    </Section>
  );
}
