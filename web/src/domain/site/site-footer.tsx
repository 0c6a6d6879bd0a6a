import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { Link } from 'react-router-dom';
import { useOperador } from '../../lib/network/operador.ts';
import { paths } from '../../lib/paths.ts';
import { LogoMark } from '../../ui/logo.tsx';
import { CONTACT_SECTION, NAV_SECTIONS } from './sections.ts';

const link = 'focus-ring rounded-sm text-muted-foreground transition-colors hover:text-foreground';

/** Instagram's logo. The logos of the networks are drawn here, because the icon set contains no brands. */
function Instagram() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-none stroke-current" strokeWidth="1.8">
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.9" cy="7.1" r="0.9" className="fill-current stroke-none" />
    </svg>
  );
}
function LinkedIn() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-none stroke-current" strokeWidth="1.8">
      <rect x="3.5" y="3.5" width="17" height="17" rx="3" />
      <path d="M8 10.5V16M8 7.6v.1M11.5 16v-5.5M11.5 13a2.4 2.4 0 0 1 4.8 0v3" strokeLinecap="round" />
    </svg>
  );
}

/** The public pages' footer: sections, legal texts, the operator of the installation and its profiles elsewhere. */
export function SiteFooter() {
  const { operador } = useOperador();
  const social = [
    { label: 'LinkedIn', url: operador?.linkedin, icon: <LinkedIn /> },
    { label: 'Instagram', url: operador?.instagram, icon: <Instagram /> },
  ].filter((one) => one.url);
  return (
    <footer className="border-t bg-sidebar print:hidden">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-12 sm:px-8 md:grid-cols-[1.6fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <div className="flex items-center gap-2.5">
            <LogoMark />
            <span className="font-semibold text-lg tracking-tight">Escuta</span>
          </div>
          <p className="max-w-xs text-muted-foreground leading-relaxed">
            Auditoria de ligações e entrevistas com inteligência artificial. Cada conclusão com a frase que a
            comprova.
          </p>
          {social.length > 0 ? (
            <ul className="flex gap-2">
              {social.map(({ label, url, icon }) => (
                <li key={label}>
                  <a
                    href={url ?? undefined}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`${label} (abre em nova janela)`}
                    className="focus-ring flex size-9 items-center justify-center rounded-md border text-muted-foreground hover:text-foreground"
                  >
                    {icon}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <nav aria-label="Seções do site, no rodapé" className="grid content-start gap-3">
          <p className="font-semibold">Navegação</p>
          {[...NAV_SECTIONS, CONTACT_SECTION].map(({ id, label }) => (
            <Link key={id} to={`${paths.home}#${id}`} className={link}>
              {label}
            </Link>
          ))}
        </nav>
        <nav aria-label="Textos legais" className="grid content-start gap-3">
          <p className="font-semibold">Legal</p>
          <Link to={paths.privacidade} className={link}>
            Política de Privacidade
          </Link>
          <Link to={paths.termos} className={link}>
            Termos de Uso
          </Link>
        </nav>
      </div>
      <div className="border-t">
        <p className="mx-auto min-h-13 max-w-6xl px-5 py-4 text-muted-foreground text-xs sm:px-8">
          {operador
            ? [operador.nome, operador.cnpj ? `CNPJ ${formatCnpj(operador.cnpj)}` : null, operador.endereco]
                .filter(Boolean)
                .join(' · ')
            : 'Escuta'}
        </p>
      </div>
    </footer>
  );
}
