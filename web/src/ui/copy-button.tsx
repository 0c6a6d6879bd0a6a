import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../lib/browser/clipboard.ts';
import { toast } from '../lib/browser/toast.ts';
import { Button, type ButtonProps } from './button.tsx';

/** Time that the confirmation stays, ms (specification 1, §9). */
export const COPIED_MS = 2000;

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'aria-label'> {
  /** Text to copy; a function computes a long text only on demand. */
  text: string | (() => string);
  /** Accessible name: 'Copiar chave de API'. */
  label: string;
  /** True: draws the icon alone; screen readers get the label. */
  iconOnly?: boolean;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, iconOnly, variant = 'outline', ...props }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    if (!(await copyText(typeof text === 'function' ? text() : text))) {
      toast.error('Não foi possível copiar', { description: 'Selecione o texto e use Ctrl+C.' });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <>
      <Button
        variant={variant}
        size={iconOnly ? 'icon' : 'default'}
        aria-label={copied ? 'Copiado' : label}
        onClick={() => void copy()}
        {...props}
      >
        {copied ? <Check className="text-success-text" aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {iconOnly ? null : copied ? 'Copiado' : 'Copiar'}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copiado' : ''}
      </span>
    </>
  );
}
