import { Screenshot } from '../../domain/site/screenshot.tsx';
import { BENEFITS } from './flows.ts';
import { Section } from './section.tsx';

/** Section of the site with an example of the product's proof, then its four benefits. */
export function Benefits() {
  return (
    <Section
      id="beneficios"
      className="border-y bg-sidebar"
      titulo="Nada sem evidência"
      resumo="Uma pontuação sem prova é uma opinião. Na Escuta, cada critério aponta as frases da conversa, no minuto exato. Um clique e você ouve."
    >
      <div className="grid items-center gap-12 lg:grid-cols-[1.15fr_1fr]">
        <Screenshot
          name="evidencia"
          alt="Critério avaliado em uma ligação, com a citação da transcrição que sustenta a pontuação e o momento da fala."
          sizes="(min-width: 1152px) 580px, (min-width: 1024px) 50vw, 92vw"
        />
        <dl className="grid gap-8">
          {BENEFITS.map(({ titulo, texto }) => (
            <div key={titulo} className="grid gap-1.5">
              <dt className="font-semibold text-lg tracking-tight">{titulo}</dt>
              <dd className="text-base text-muted-foreground leading-relaxed">{texto}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
