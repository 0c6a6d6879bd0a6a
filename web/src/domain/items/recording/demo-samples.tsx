import { downloadAmostra, getHealth } from '@escuta/shared/contracts/operation/sistema';
import { AMOSTRAS } from '@escuta/shared/domain/samples';
import { useQuery } from '@tanstack/react-query';
import { Download, FlaskConical } from 'lucide-react';
import { buildUrl } from '../../../lib/network/api.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Notice } from '../../../ui/notice.tsx';

/** True while the installation has no AI provider, so that only the sample recordings are transcribed. */
export const useIsDemo = (): boolean =>
  useQuery({ ...apiQuery(getHealth), select: ({ dependencias }) => dependencias.ia.modo === 'demonstracao' })
    .data === true;

/** Notice that only the sample recordings are transcribed, with links to them; empty if a provider is configured. */
export function DemoSamples({ className }: { className?: string }) {
  const isDemo = useIsDemo();
  if (!isDemo) return null;
  return (
    <Notice
      icon={<FlaskConical aria-hidden="true" />}
      className={className}
      role="note"
      aria-label="Gravações de amostra"
    >
      <p>
        <strong className="font-semibold">Modo demonstração:</strong> só as gravações de amostra são
        transcritas. O processamento das suas gravações termina com erro, e o crédito volta. Baixe uma amostra
        para experimentar:
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {AMOSTRAS.map(({ slug, titulo }) => (
          <li key={slug}>
            <a
              href={buildUrl(downloadAmostra.path, { amostra: slug }, {})}
              download
              className="focus-ring touch-target inline-flex items-center gap-1 rounded-sm font-medium underline underline-offset-4"
            >
              <Download className="size-3.5" aria-hidden="true" />
              {titulo}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
