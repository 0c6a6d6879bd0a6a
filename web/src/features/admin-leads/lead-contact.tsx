import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { mailHref, telHref, whatsappHref } from './lead-links.ts';

function ContactLink({
  href,
  label,
  newTab,
  children,
}: {
  href: string;
  label: string;
  newTab?: boolean;
  children: ReactNode;
}) {
  return (
    <Tooltip content={label}>
      <Button variant="ghost" size="icon-sm" asChild>
        <a
          href={href}
          aria-label={label}
          {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        >
          {children}
        </a>
      </Button>
    </Tooltip>
  );
}

/** Links to a person's mail, phone and WhatsApp. */
export function LeadContact({ nome, email, telefone }: { nome: string; email: string; telefone: string }) {
  const tel = telHref(telefone);
  const whatsapp = whatsappHref(telefone, nome);
  return (
    <>
      <ContactLink href={mailHref(email)} label={`Escrever e-mail a ${nome}`}>
        <Mail />
      </ContactLink>
      {tel ? (
        <ContactLink href={tel} label={`Ligar para ${nome}`}>
          <Phone />
        </ContactLink>
      ) : null}
      {whatsapp ? (
        <ContactLink href={whatsapp} label={`Conversar com ${nome} no WhatsApp`} newTab>
          <MessageCircle />
        </ContactLink>
      ) : null}
    </>
  );
}
